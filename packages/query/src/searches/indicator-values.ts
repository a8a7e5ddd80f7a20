import type { IndicatorField } from '@margay/model';
import { indicatorFields } from '@margay/model';

import { isIpAddress } from '../functions/cidr.ts';

/** Something to look for. Without `field` its form does not say what it is, and it may be in any indicator field. */
export interface Indicator {
  value: string;
  field?: IndicatorField;
}

export interface IndicatorList {
  /** Each once, as they are stored. */
  indicators: Indicator[];
  /** Values that had been made harmless, such as `hxxp://1[.]2[.]3[.]4`. */
  restoredCount: number;
  duplicateCount: number;
  /** What is no indicator, as it was written, and why. */
  invalid: { text: string; reason: string }[];
}

export const maxIndicators = 1_000;
const maxLength = 500;

/** What people call the contents of the indicator fields. */
export const indicatorLabels: Readonly<Record<IndicatorField, string>> = {
  p_any_ip_addresses: 'IP',
  p_any_domain_names: 'Domain',
  p_any_emails: 'Email',
  p_any_usernames: 'User name',
  p_any_actor_ids: 'Actor ID',
  p_any_md5_hashes: 'MD5',
  p_any_sha1_hashes: 'SHA-1',
  p_any_sha256_hashes: 'SHA-256',
  p_any_trace_ids: 'Trace ID',
  p_any_aws_account_ids: 'AWS account',
  p_any_aws_arns: 'AWS ARN',
  p_any_aws_instance_ids: 'AWS instance',
  p_any_aws_tags: 'AWS tag',
  p_any_mac_addresses: 'MAC',
  p_any_serial_numbers: 'Serial number',
};

/** By the first that fits; addresses, whose form takes more than a pattern, come before. */
const forms: readonly (readonly [RegExp, IndicatorField])[] = [
  [/^arn:[\w-]*:/, 'p_any_aws_arns'],
  [/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'p_any_emails'],
  [/^[0-9a-fA-F]{32}$/, 'p_any_md5_hashes'],
  [/^[0-9a-fA-F]{40}$/, 'p_any_sha1_hashes'],
  [/^[0-9a-fA-F]{64}$/, 'p_any_sha256_hashes'],
  [/^\d{12}$/, 'p_any_aws_account_ids'],
  [/^(?:AKIA|ASIA)[A-Z0-9]{16}$/, 'p_any_trace_ids'],
  [/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'p_any_trace_ids'],
  [/^(?:AIDA|AROA|AGPA|AIPA|ANPA|ANVA)[A-Z0-9]{12,28}(?::\S+)?$/, 'p_any_actor_ids'],
  [/^m?i-[0-9a-f]{8,17}$/, 'p_any_aws_instance_ids'],
  [/^(?:[0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}$/, 'p_any_mac_addresses'],
  [/^[0-9a-fA-F]{4}\.[0-9a-fA-F]{4}\.[0-9a-fA-F]{4}$/, 'p_any_mac_addresses'],
  [/^(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]+$/u, 'p_any_domain_names'],
];

/** The indicator field a value belongs into, judged by its form; undefined when it may be in any of them. */
export function indicatorFieldOf(value: string): IndicatorField | undefined {
  if (isIpAddress(value)) return 'p_any_ip_addresses';
  return forms.find(([form]) => form.test(value))?.[1];
}

/**
 * Indicators out of a pasted text: parts split at blanks, commas and semicolons, or in double quotes where they hold
 * any of these. A field's name before a part, as in `p_any_usernames=alice`, says what it is whatever its form.
 */
export function readIndicators(pasted: string): IndicatorList {
  return listOf(partsOf(pasted));
}

/** The same for values that are apart already. */
export function listOf(parts: readonly string[]): IndicatorList {
  const list: IndicatorList = { indicators: [], restoredCount: 0, duplicateCount: 0, invalid: [] };
  const seen = new Set<string>();
  for (const part of parts) {
    const found = readIndicator(part);
    if ('reason' in found) {
      list.invalid.push({ text: part, reason: found.reason });
      continue;
    }
    const { indicator } = found;
    const key = JSON.stringify([indicator.field, indicator.value]);
    if (seen.has(key)) list.duplicateCount += 1;
    else list.indicators.push(indicator);
    seen.add(key);
    if (found.isRestored) list.restoredCount += 1;
  }
  return list;
}

/** A text that reads as these indicators, one per line. */
export function indicatorsText(indicators: readonly Indicator[]): string {
  return indicators
    .map(({ value, field }) => {
      const text = field === undefined || isReadAs(value, field) ? value : `${field}=${value}`;
      return /[\s,;"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join('\n');
}

function partsOf(pasted: string): string[] {
  return [...pasted.matchAll(/"((?:[^"]|"")*)"(?=[\s,;]|$)|[^\s,;]+/g)]
    .map(([whole, quoted]) => (quoted === undefined ? whole : quoted.replaceAll('""', '"')))
    .filter((part) => part.trim() !== '');
}

type ReadPart = { indicator: Indicator; isRestored: boolean } | { reason: string };

const fieldPrefix = /^(p_any_[a-z0-9_]+)=(.*)$/s;

/** How many wrappings around each other are taken off a value, as in `('hxxp://…')`. */
const maxRounds = 10;
const tooWrapped = 'there is too much around it';

/** What a step leaves as it is, after that step as often as it takes; undefined where that is too often. */
function settled(text: string, step: (text: string) => string): string | undefined {
  let value = text;
  for (let round = 0; round < maxRounds; round += 1) {
    const next = step(value);
    if (next === value) return value;
    value = next;
  }
  return undefined;
}

/** Takes off what is around a value until nothing is, so that a value read reads as itself. */
function readIndicator(part: string): ReadPart {
  let isRestored = false;
  const value = settled(part, (text) => {
    if (fieldPrefix.test(text)) return text;
    const trimmed = text.trim();
    const clickable = restored(trimmed);
    isRestored ||= clickable !== trimmed;
    return bareValue(clickable);
  });
  if (value === undefined) return { reason: tooWrapped };
  const [, name, rest = ''] = fieldPrefix.exec(value) ?? [];
  return name === undefined ? ofForm(value, isRestored) : ofField(name, rest.trim(), isRestored);
}

/** A value of which a person says the field: only what keeps it from being clicked is taken off. */
function ofField(name: string, text: string, wasRestored: boolean): ReadPart {
  const field = indicatorFields.find((known) => known === name);
  if (!field) return { reason: `there is no indicator field ${name}` };
  const value = settled(text, restored);
  if (value === undefined) return { reason: tooWrapped };
  if (value === '') return { reason: 'it is empty' };
  return { indicator: { value: stored(value, field), field }, isRestored: wasRestored || value !== text };
}

function ofForm(value: string, isRestored: boolean): ReadPart {
  const reason = faultOf(value);
  if (reason !== undefined) return { reason };
  const field = indicatorFieldOf(value);
  return { indicator: field ? { value: stored(value, field), field } : { value }, isRestored };
}

function isReadAs(value: string, field: IndicatorField): boolean {
  const found = readIndicator(value);
  return 'indicator' in found && found.indicator.field === field && found.indicator.value === value;
}

/** Undoes what keeps a value from being clicked. */
function restored(text: string): string {
  return text
    .replace(/^h(?:xx|tt|\*\*)p(s?)(?=\[?:)/i, 'http$1')
    .replaceAll(/\[:\/\/\]/g, '://')
    .replaceAll(/(?:\[|\(|\{)(?:\.|dot)(?:\]|\)|\})/gi, '.')
    .replaceAll(/(?:\[|\(|\{)(?:@|at)(?:\]|\)|\})/gi, '@')
    .replaceAll('[:]', ':')
    .replaceAll(/\\+\./g, '.');
}

/** Without the quotes and brackets of the text around it; of a web address or a name with port, the host. */
function bareValue(text: string): string {
  const isWrapped = /^['"`<([{]/.test(text);
  const unwrapped = isWrapped ? text.replace(/^['"`<([{]+/, '').replace(/['"`>)}\].]+$/, '') : text;
  const value = /\s/.test(unwrapped) ? unwrapped : unwrapped.replace(/(?<=[^.])\.$/, '');
  const bracketed = /^\[?([0-9a-f:.]+)\](?::\d+)?$/i.exec(text)?.[1];
  if (bracketed !== undefined && isIpAddress(bracketed)) return bracketed;
  if (value.startsWith('arn:')) return value;
  const web = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(value);
  if (web) return (web[1] ?? '').replaceAll(/[[\]]/g, '');
  const [, host, after = ''] = /^([^/?#:]+)(:\d{1,5}(?:\/.*)?|\/.*)$/s.exec(value) ?? [];
  // An address range is a fault of its own, told below.
  const isHost = host !== undefined && isHostName(host) && !/^\/\d+$/.test(after);
  return isHost ? host : value;
}

function isHostName(text: string): boolean {
  const field = indicatorFieldOf(text);
  return field === 'p_any_ip_addresses' || field === 'p_any_domain_names';
}

function faultOf(value: string): string | undefined {
  if (value === '') return 'it has no host';
  if (value.length > maxLength) return `it has more than ${maxLength} characters`;
  if (/\p{Cc}/u.test(value)) return 'it holds a control character';
  const [address, bits] = value.split('/');
  if (bits !== undefined && /^\d{1,3}$/.test(bits) && isIpAddress(address ?? ''))
    return 'it is a network; search for it with "is within CIDR"';
  if (/^\d+(?:\.\d+){3}$/.test(value) && !isIpAddress(value)) return 'it is no IP address';
  if (/[*]/.test(value)) return 'it holds a wildcard; indicators match as a whole';
  return undefined;
}

/** A value in the form its field keeps. */
function stored(value: string, field: IndicatorField): string {
  if (field === 'p_any_mac_addresses') {
    const digits = value.toLowerCase().replaceAll(/[^0-9a-f]/g, '');
    return digits.length === 12 ? digits.match(/../g)!.join(':') : value;
  }
  return /hashes|domain/.test(field) ? value.toLowerCase() : value;
}
