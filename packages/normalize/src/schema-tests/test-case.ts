/** One test of a schema: a raw entry and the rows it must make. */
export interface SchemaTestCase {
  name: string;
  /** Set in test files, where the case names its schema; embedded tests belong to the schema around them. */
  logType?: string;
  input: string;
  expected:
    | { kind: 'rows'; rows: Record<string, unknown>[] }
    /** The entry must be skipped: no row and no error. */
    | { kind: 'nothing' }
    /** The entry must not match. */
    | { kind: 'error' };
  /** How the input is cut: a `results` list is compared with all lines of the input. */
  cut: 'whole' | 'lines';
}

/** A test that cannot be read. */
export interface TestCaseFault {
  name: string;
  message: string;
}

export interface TestCases {
  cases: SchemaTestCase[];
  faults: TestCaseFault[];
}
