export const testedFunctions = [
  'detection',
  'title',
  'description',
  'reference',
  'severity',
  'runbook',
  'destinations',
  'dedup',
  'alert_context',
  'unique',
] as const;
export type TestedFunction = (typeof testedFunctions)[number];

export interface FunctionResult {
  output: string | null;
  error: string | null;
  traceback?: string;
}
