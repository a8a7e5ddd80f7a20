/** A version as the server gives it. */
export interface VersionRecord {
  versionId: string;
  number: number;
  definition: unknown;
  createdAt: string;
  createdBy: string | null;
}

export interface SettingChange {
  label: string;
  before: string;
  after: string;
}

/** What the history needs to know of one kind of content. Must stay the same object. */
export interface VersionShape<Definition> {
  /** Undefined when a version is of a shape this console does not know. */
  read(definition: unknown): Definition | undefined;
  code(definition: Definition): string;
  /** What differs between two versions besides the code, in words. */
  settingChanges(before: Definition, after: Definition): SettingChange[];
  /** A fact beside who and when, for instance how many tests there are. */
  factOf?(definition: Definition): string;
}
