import { createHash } from 'node:crypto';
import { cidrVersionOf, exactTextOf, ipVersionOf } from '@margay/kit';
import type { AddressFamily, IndicatorName, MaskSpec, ValueRules } from '@margay/schema';
import { indicators as allIndicators } from '../indicators/index.ts';
import { addAddressesIn } from '../indicators/ip-scan.ts';
import { refuse } from './run.ts';
import type { Converter, Run } from './run.ts';

export interface StringSettings {
  indicators: readonly IndicatorName[];
  validate?: ValueRules;
  mask?: MaskSpec;
  /** Look for IP addresses anywhere in the text. */
  scan: boolean;
}

/** Text; true, false and numbers become their text. Order: rules, mask, then indicators, so that masked values stay out of them. */
export function stringConverter(settings: StringSettings): Converter {
  const fault = settings.validate === undefined ? undefined : compileRules(settings.validate);
  const mask = settings.mask === undefined ? undefined : compileMask(settings.mask);
  const scanners = settings.indicators.map((name) => allIndicators[name].scan);
  if (settings.scan) scanners.push(addAddressesIn);
  if (fault === undefined && mask === undefined && scanners.length === 0) return textOf;
  return (value, run) => {
    const original = textOf(value, run);
    if (original === undefined) return undefined;
    const reason = fault?.(original);
    if (reason !== undefined) return refuse(run, reason);
    const text = mask === undefined ? original : mask(original);
    if (scanners.length > 0) scanAll(scanners, text, run);
    return text;
  };
}

function scanAll(
  scanners: readonly ((value: string, add: Run['indicators']['add']) => void)[],
  text: string,
  run: Run,
): void {
  const trimmed = text.trim();
  if (trimmed === '') return;
  for (const scan of scanners) scan(trimmed, run.indicators.add);
}

function textOf(value: unknown, run: Run): string | undefined {
  if (typeof value === 'string') return value;
  const numeral = exactTextOf(value);
  if (numeral !== undefined) return numeral;
  if (typeof value === 'object') return refuse(run, 'is an object or a list, not text');
  return String(value);
}

/** Returns what is wrong with a text, or undefined. */
function compileRules(rules: ValueRules): (text: string) => string | undefined {
  const allow = rules.allow === undefined ? undefined : new Set(rules.allow);
  const deny = allow !== undefined || rules.deny === undefined ? undefined : new Set(rules.deny);
  const { ip, cidr } = rules;
  return (text) => {
    if (allow !== undefined && !allow.has(text)) return 'is not one of the allowed values';
    if (deny?.has(text)) return 'is one of the denied values';
    if (ip !== undefined && !isOfFamily(ipVersionOf(text), ip)) return `is not an IP address (${ip})`;
    if (cidr !== undefined && !isOfFamily(cidrVersionOf(text), cidr)) return `is not a CIDR range (${cidr})`;
    return undefined;
  };
}

function isOfFamily(version: 0 | 4 | 6, family: AddressFamily): boolean {
  if (family === 'any') return version !== 0;
  return version === (family === 'ipv4' ? 4 : 6);
}

function compileMask(mask: MaskSpec): (text: string) => string {
  if (mask.type === 'redact') return () => mask.to;
  return (text) => createHash(mask.type).update(mask.salt).update(text).digest('hex');
}
