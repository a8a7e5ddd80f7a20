import { createHash } from 'node:crypto';
import { stringifyJson } from '@margay/kit';
import {
  type DataModel,
  type DetectionContent,
  fullTrust,
  type PythonModule,
  type PythonRule,
  type Trust,
} from '@margay/model';
import type { Rejection } from '../contract.ts';

type Modules = Pick<DetectionContent, 'globals' | 'dataModels'>;

/** Code that runs beside rules of this trust could have been written by everybody whose rules they are. */
const mayRunBeside = (text: { trust: Trust }, trust: Trust): boolean =>
  text.trust === trust || text.trust === fullTrust;

/** Mappings by path are no code. */
const holdsCode = ({ body }: DataModel): boolean => body !== undefined && body.trim() !== '';

/** The helpers and data models that may be loaded into the process of this trust. */
export function modulesOf(trust: Trust, { globals, dataModels }: Modules): Modules {
  return {
    globals: globals.filter((module) => mayRunBeside(module, trust)),
    dataModels: dataModels.filter((model) => !holdsCode(model) || mayRunBeside(model, trust)),
  };
}

/** Whose process a rule runs in. One without Python holds no code: it is judged in our own. */
export const placeOf = (rule: Pick<PythonRule, 'simple' | 'trust'>): Trust =>
  rule.simple === undefined ? rule.trust : fullTrust;

/** The trusts whose rules there are; the full one where there is no rule, for what is wrong with modules is told too. */
export function trustsOf({ rules }: Pick<DetectionContent, 'rules'>): Trust[] {
  const trusts = new Set(rules.map(placeOf));
  return trusts.size === 0 ? [fullTrust] : [...trusts];
}

export function contentOf(trust: Trust, content: DetectionContent): DetectionContent {
  const rules = content.rules.filter((rule) => placeOf(rule) === trust);
  return { revision: content.revision, rules, ...modulesOf(trust, content) };
}

/** Equal for contents that run alike, whatever their revision. */
export const digestOf = ({ rules, globals, dataModels }: DetectionContent): string =>
  createHash('sha256')
    .update(stringifyJson([rules, globals, dataModels]))
    .digest('hex');

/** What some processes go without, because its author may read less than the people whose rules run there. */
export function withheldModules(content: DetectionContent): Rejection[] {
  const trusts = trustsOf(content);
  const isWithheld = (text: PythonModule | DataModel) => trusts.some((trust) => !mayRunBeside(text, trust));
  const told = (kind: 'global' | 'data-model', what: string) => (text: { id: string }) => ({
    id: text.id,
    kind,
    error: `NotShared: ${what} was last changed by somebody who may not read every log type, so only rules of people with the same access run with it. Ask somebody who may read every log type to change and save it.`,
  });
  return [
    ...content.globals.filter(isWithheld).map(told('global', 'the helper')),
    ...content.dataModels
      .filter((model) => model.enabled && holdsCode(model) && isWithheld(model))
      .map(told('data-model', 'the Python of the data model')),
  ];
}
