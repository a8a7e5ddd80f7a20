import type { PythonKind } from '@margay/model';
import * as z from 'zod';
import type { ItemOf } from '../../packages/detect/src/content/item.ts';
import {
  commonFacts,
  detectionKeys,
  itemFacts,
  writeDetection,
  writeTestsOf,
} from '../../packages/detect/src/content/kinds/detection-keys.ts';
import { distinctTexts, Name } from '../../packages/detect/src/content/kinds/fields.ts';
import { defineKind } from '../../packages/detect/src/content/kinds/kind.ts';
import { canaryKind } from './detection-kind.ts';

/** Access keys that nobody uses: whoever sends one has found it where it was laid out. */
export interface CanaryItem extends ItemOf<'canary'> {
  tokens: string[];
}

/** The product's types name its own kinds only; this one comes when the server starts. */
export const asPythonKind = canaryKind.id as string as PythonKind;

export const pythonOf = (tokens: readonly string[]): string =>
  `TOKENS = ${JSON.stringify(tokens)}


def rule(event):
    return event.deep_get("userIdentity", "accessKeyId") in TOKENS


def title(event):
    return f"The canary {event.deep_get('userIdentity', 'accessKeyId')} was touched"
`;

export const canary = defineKind({
  kind: 'canary',
  analysisType: 'canary',
  idKey: 'CanaryID',
  folder: 'canaries',
  yaml: z.strictObject({
    AnalysisType: z.literal('canary'),
    CanaryID: Name,
    ...detectionKeys,
    LogTypes: distinctTexts(),
    Tokens: distinctTexts(),
  }),
  build(yaml, { file }) {
    if (yaml.Tokens.length === 0)
      return { field: 'Tokens', message: 'The canary has no token.', remedy: 'Name at least one.' };
    const item: CanaryItem = {
      kind: 'canary',
      ...itemFacts(yaml, yaml.CanaryID, file),
      tokens: yaml.Tokens,
      rule: {
        id: yaml.CanaryID,
        kind: asPythonKind,
        body: pythonOf(yaml.Tokens),
        logTypes: yaml.LogTypes,
        ...commonFacts(yaml),
        dedupPeriodMinutes: 60,
        threshold: 1,
        createAlert: true,
        summaryAttributes: [],
      },
    };
    return item;
  },
  write: (item) => ({
    yaml: {
      AnalysisType: 'canary',
      CanaryID: item.id,
      ...writeDetection(item),
      LogTypes: item.rule.logTypes,
      Tokens: (item as CanaryItem).tokens, // made by `build` or by the server's `toItem`
      ...writeTestsOf(item, 'Log'),
    },
  }),
  runs: ({ rule, enabled, tests }) => ({ rule, enabled, tests }),
});
