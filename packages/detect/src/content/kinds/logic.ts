import type { PythonRule } from '@margay/model';
import type { DetectionNotes } from '../item.ts';
import { alertKeysOf, type alertingKeys } from './detection-keys.ts';
import { missingBody, type KindContext, type KindFault } from './kind.ts';
import type * as z from 'zod';

type LogicYaml = Pick<
  z.output<z.ZodObject<typeof alertingKeys>>,
  'Filename' | 'Detection' | 'AlertTitle' | 'AlertContext' | 'GroupBy' | 'DynamicSeverities'
>;

export interface Logic {
  logic: Pick<PythonRule, 'body' | 'simple'>;
  notes: Pick<DetectionNotes, 'alertKeys'>;
}

/** What a rule does: Python under `Filename`, or a simple detection under `Detection`; exactly one of them. */
export function logicOf(yaml: LogicYaml, { file, sibling }: KindContext): Logic | KindFault {
  const { Filename, Detection } = yaml;
  if (Filename !== undefined && Detection !== undefined) {
    return {
      field: 'Detection',
      message: 'It has both Filename and Detection.',
      remedy: 'Keep one of them: Filename for Python, Detection for a simple detection.',
    };
  }
  const keys = alertKeysOf(yaml);
  if (Detection !== undefined) {
    if (Detection.length === 0) {
      return {
        field: 'Detection',
        message: 'The simple detection is empty.',
        remedy: 'Add at least one condition.',
      };
    }
    return { logic: { body: '', simple: { detection: Detection, ...keys } }, notes: {} };
  }
  if (Filename === undefined) {
    return {
      field: 'Filename',
      message: 'It names no Python file and has no Detection.',
      remedy: 'Add Filename or Detection.',
    };
  }
  const body = sibling(Filename);
  if (body === undefined) return missingBody(Filename, file);
  return { logic: { body }, notes: Object.keys(keys).length === 0 ? {} : { alertKeys: keys } };
}
