import { internalError } from '@margay/kit';

const part = /^[a-z0-9][a-z0-9._-]{0,127}$/;

/** Keys are made by the program, never by a person: a wrong one is a bug, and must not leave its folder. */
export function assertKey(key: string): string {
  const parts = key.split('/');
  if (parts.length === 2 && parts.every((text) => part.test(text)) && !key.endsWith('.part')) return key;
  throw internalError(`The object key "${key}" is not of the form <folder>/<name>.`);
}

export function assertFolder(folder: string): string {
  if (part.test(folder)) return folder;
  throw internalError(`The object folder "${folder}" is not a name.`);
}
