import type { CliCommand } from '../command.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { diff } from './diff.ts';
import { download } from './download.ts';
import { query } from './query.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';
import { test } from './test.ts';
import { upload } from './upload.ts';
import { validate } from './validate.ts';

/** Every command, in alphabetical order. */
export const commands: readonly CliCommand[] = [
  audit,
  backup,
  diff,
  download,
  query,
  restore,
  serve,
  test,
  upload,
  validate,
];
