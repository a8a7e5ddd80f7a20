const megabyte = 1024 * 1024;

/** Of the format of content files; counts on when a file of before would mean something else. */
export const contentSpecVersion = 1;

/** How much one import may bring, from a folder, a list of files or a zip. */
export const contentLimits = {
  /** Whatever they are: what is no YAML or Python counts as well. */
  files: 20_000,
  /** One file. */
  fileBytes: 5 * megabyte,
  /** One YAML file: reading it must not hold up others for long. */
  yamlBytes: 1 * megabyte,
  /** All YAML and Python files together, unpacked. */
  totalBytes: 100 * megabyte,
  /** A zip as it is sent. */
  zipBytes: 50 * megabyte,
  /** Characters of a path. */
  pathLength: 300,
} as const;

export const isContentFile = (path: string) => /\.(ya?ml|py)$/.test(path);

/** How the folders of a repository in panther-analysis format begin; everything else in it is not content. */
export const repositoryFolders = [
  'rules',
  'simple_rules',
  'scheduled_rules',
  'correlation_rules',
  'policies',
  'queries',
  'scheduled_queries',
  'global_helpers',
  'data_models',
  'lookup_tables',
  'packs',
] as const;

/** Folders that hold no content of anybody's making. */
export const isPassedOver = (folder: string) => /^(\.|__pycache__$|__MACOSX$|node_modules$)/.test(folder);
