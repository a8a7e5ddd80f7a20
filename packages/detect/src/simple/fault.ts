/**
 * Codes of faults in simple detections: `SD`, a category of three digits, a number of five. 001 is general, 002 is
 * about the form of an expression. Numbers are never used twice: people search for them.
 */
export const faultCodes = {
  emptyDetection: 'SD00100001',
  unexpectedType: 'SD00100003',
  numberExpected: 'SD00100005',
  textExpected: 'SD00100007',
  tooLarge: 'SD00100008',
  notUnderstood: 'SD00200002',
  keySpecifier: 'SD00200003',
  existence: 'SD00200004',
  keyValue: 'SD00200005',
  keyValues: 'SD00200006',
  multiKey: 'SD00200007',
  listComprehension: 'SD00200008',
  absolute: 'SD00200009',
  enrichment: 'SD00200010',
  combinator: 'SD00200011',
  unknownCondition: 'SD00200012',
  alertTitle: 'SD00200013',
  alertContext: 'SD00200014',
  dynamicSeverity: 'SD00200015',
  notInFilters: 'SD00200016',
} as const;
export type FaultCode = (typeof faultCodes)[keyof typeof faultCodes];

export type FaultPath = readonly (string | number)[];

/** Something wrong with a simple detection or an inline filter. */
export interface SimpleFault {
  code: FaultCode;
  /** From the keys of the YAML file, for instance `['Detection', 0, 'Condition']`. */
  path: FaultPath;
  message: string;
  remedy: string;
}

/** What was read, or everything that is wrong with it. */
export type Reading<T> = { value: T; faults?: undefined } | { value?: undefined; faults: SimpleFault[] };

/** `Detection[0].Condition`. */
export function textOfFaultPath(path: FaultPath): string {
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join('');
}

export function textOfFault({ code, path, message, remedy }: SimpleFault): string {
  return `${code}: ${textOfFaultPath(path)}: ${message} ${remedy}`;
}
