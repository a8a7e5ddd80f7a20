import { localText } from '../../../lib/storage.ts';
import type { FilterField } from './filter-fields.ts';

const store = localText('margay.search.usedFields');
const remembered = 20;
/** Before anybody has chosen one: who, from where, what. */
const usual = [
  'p_any_ip_addresses',
  'p_any_usernames',
  'p_log_type',
  'p_any_emails',
  'p_any_domain_names',
  'p_any_sha256_hashes',
  'p_source_label',
];
const shown = 6;

function usedFields(): string[] {
  try {
    const kept: unknown = JSON.parse(store.read() ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

/** Keeps the field a person chose, in this browser; the latest first. */
export function rememberField(key: string): void {
  store.write(JSON.stringify([key, ...usedFields().filter((used) => used !== key)].slice(0, remembered)));
}

/** The fields a person is most likely to want of those there are: the last chosen, then the usual ones. */
export function frequentFields(fields: readonly FilterField[]): FilterField[] {
  const known = new Map(fields.map((field) => [field.key, field]));
  const wanted = [...new Set([...usedFields(), ...usual])];
  return wanted.flatMap((key) => known.get(key) ?? []).slice(0, shown);
}
