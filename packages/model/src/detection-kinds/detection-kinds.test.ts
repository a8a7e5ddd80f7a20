import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alertTypeLabels, alertTypes } from '../alert.ts';
import {
  alertingKinds,
  alertsOfKind,
  detectionKinds,
  errorAlertTypes,
  findDetectionKind,
  kindOfAlertType,
  matchAlertTypes,
  pythonOfKind,
} from './index.ts';
import { knownDetectionKinds } from './known.ts';

describe('kinds of detections', () => {
  it('have ids, labels and titles of their own', () => {
    for (const name of ['id', 'label', 'title'] as const) {
      const names = knownDetectionKinds.map((kind) => kind[name]);
      expect(new Set(names).size).toBe(names.length);
    }
    expect(detectionKinds).toHaveLength(knownDetectionKinds.length);
    for (const kind of knownDetectionKinds) expect(findDetectionKind(kind.id)).toBe(kind);
    expect(findDetectionKind('GLOBAL')).toBeUndefined();
  });

  it('are all in the registry', () => {
    const files = readdirSync(import.meta.dirname).filter(
      (name) => !/^(?:define|index|known|.*\.test)\.ts$/.test(name),
    );
    const ids = files.map((name) => name.replace('.ts', '').replaceAll('-', '_').toUpperCase());
    const missing = ids.filter((id) => findDetectionKind(id) === undefined);
    expect(missing, 'add these to detection-kinds/known.ts').toEqual([]);
  });

  it('alert with a type of their own, which leads back to them', () => {
    for (const kind of alertingKinds) expect(kindOfAlertType(alertsOfKind(kind).types.match)).toBe(kind);
    expect(errorAlertTypes.map(kindOfAlertType)).toEqual(errorAlertTypes.map(() => undefined));
    expect(kindOfAlertType('SYSTEM_ERROR')).toBeUndefined();
  });

  it('make up the types of alerts, each with a label', () => {
    expect(new Set(alertTypes)).toEqual(new Set([...matchAlertTypes, ...errorAlertTypes, 'SYSTEM_ERROR']));
    expect(alertTypes).toHaveLength(matchAlertTypes.length + errorAlertTypes.length + 1);
    expect(alertTypeLabels).toEqual({
      RULE: 'Rule',
      RULE_ERROR: 'Rule error',
      SCHEDULED_RULE: 'Scheduled Rule',
      SCHEDULED_RULE_ERROR: 'Scheduled rule error',
      CORRELATION_RULE: 'Correlation Rule',
      CORRELATION_RULE_ERROR: 'Correlation rule error',
      POLICY: 'Policy',
      SYSTEM_ERROR: 'System error',
    });
  });

  it('say how their Python judges', () => {
    expect(pythonOfKind('RULE').alertsOn).toBe(true);
    expect(pythonOfKind('POLICY').alertsOn).toBe(false);
  });
});
