/** What kinds judge: events as they arrive, rows of scheduled queries, cloud resources, signals of other detections. */
export type Judged = 'events' | 'rows' | 'resources' | 'signals';

/** What everybody needs to know of a kind of detection: server, command line, runtime and console. */
export interface DetectionKindDefinition {
  /** As the API names it. */
  id: string;
  /** On badges and as the type of an alert. */
  label: string;
  /** In sentences, in small letters. */
  title: string;
  judges: Judged;
  /** Which object of the API shows it. */
  objectType: 'Rule' | 'Policy';
  /** Absent where another detection says what it finds. */
  alerts?: AlertsOfKind;
  /** Absent where its body is no Python. */
  python?: PythonOfKind;
}

export interface PythonOfKind {
  /** The function that judges, as people write its head. */
  signature: string;
  /** What it returns where there is something to tell. */
  alertsOn: boolean;
  /** Whether YAML may stand in for the Python. */
  mayBeSimple: boolean;
}

export interface AlertsOfKind {
  /** Types of the alerts about what it finds, and about its own errors. */
  types: { match: string; error: string };
  /** Before the title, where an alert is delivered. */
  heading: string;
  /** What stands behind that: the title of the alert, or the name of the detection. */
  announces: 'title' | 'name';
  /** After its name, in delivered texts. */
  happened: string;
  /**
   * How destinations that are limited to log types take its alerts: where theirs overlap, always, or never unless the
   * detection names them.
   */
  limitedDestinations: 'overlapping' | 'all' | 'none';
  /** Whether readers need the log types of an alert. False: everyone who reads alerts reads it. */
  followsLogTypes: boolean;
}

/** A kind of detection by one definition; see `detection-kinds/index.ts` for those there are. */
export const defineDetectionKind = <const Kind extends DetectionKindDefinition>(kind: Kind): Kind => kind;
