import type { AnyDestination } from '../contract.ts';
import { asana } from './asana/index.ts';
import { blinkOps } from './blink-ops/index.ts';
import { customWebhook } from './custom-webhook/index.ts';
import { discord } from './discord/index.ts';
import { github } from './github/index.ts';
import { incidentIo } from './incidentio/index.ts';
import { jiraDataCenter } from './jira-data-center/index.ts';
import { jira } from './jira/index.ts';
import { mindflow } from './mindflow/index.ts';
import { msTeams } from './msteams/index.ts';
import { opsgenie } from './opsgenie/index.ts';
import { pagerDuty } from './pagerduty/index.ts';
import { rapid7 } from './rapid7/index.ts';
import { slack } from './slack/index.ts';
import { splunk } from './splunk/index.ts';
import { tines } from './tines/index.ts';
import { torq } from './torq/index.ts';

/** Every kind of destination, in alphabetical order of its folder. One folder and one line each. */
export const destinations: readonly AnyDestination[] = [
  asana,
  blinkOps,
  customWebhook,
  discord,
  github,
  incidentIo,
  jira,
  jiraDataCenter,
  mindflow,
  msTeams,
  opsgenie,
  pagerDuty,
  rapid7,
  slack,
  splunk,
  tines,
  torq,
];

const byId = new Map(destinations.map((definition) => [definition.id, definition]));

export function destinationOfType(outputType: string): AnyDestination | undefined {
  return byId.get(outputType);
}
