import { ipVersionOf } from '@margay/kit';
import { addArn } from './arn.ts';
import { addDomain } from './hosts.ts';
import type { AddIndicator } from './indicator.ts';

const account = /^\d{12}$/;
const accountLength = 12;
/**
 * Beside `accountId`: the keys by which AWS APIs name accounts as owners and as those that something is shared with, as in
 * `createVolumePermission: { add: { items: [{ userId: '444455556666' }] } }` and `Principal: { AWS: '444455556666' }`.
 */
const accountKey =
  /^AWS$|(?:^|[a-z])(?:[aA]ccountIds?|[aA]ccounts?|[aA]ccountNumber|[oO]wner(?:Id)?s?|[oO]wnerIds|[uU]serIds?|[rR]equesterId|[pP]rincipals?)$/;
const deepest = 64;

/**
 * Finds indicators in the free-form parts of AWS events by key and value: ARNs anywhere, and the keys under which AWS
 * APIs give instances, accounts, addresses, names and tags. Members of a list have the key of the list.
 */
export function walkAws(value: unknown, add: AddIndicator, depth = 0, key = ''): void {
  if (depth > deepest || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'string') addText(key, item, add);
      else walkAws(item, add, depth + 1, key);
    }
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    if (typeof item === 'string') addText(name, item, add);
    else if (typeof item === 'object' && item !== null) {
      if (Array.isArray(item)) addFromList(name, item, add);
      walkAws(item, add, depth + 1, name);
    }
  }
}

function addText(key: string, text: string, add: AddIndicator): void {
  if (text.startsWith('arn:')) addArn(text, add);
  switch (key) {
    case 'publicIp':
    case 'privateIpAddress':
    case 'ipAddressV4':
      if (ipVersionOf(text) !== 0) add('p_any_ip_addresses', text);
      return;
    case 'publicDnsName':
    case 'privateDnsName':
    case 'domain':
      if (text.trim() !== '') addDomain(text.trim(), add);
      return;
  }
  if (key.endsWith('nstanceId') && isSuffix(key, 'nstanceId') && text.startsWith('i-')) {
    add('p_any_aws_instance_ids', text);
  } else if (text.length === accountLength && account.test(text) && accountKey.test(key)) {
    add('p_any_aws_account_ids', text);
  }
}

/** `instanceId` alone, or `…InstanceId` behind other words. */
function isSuffix(key: string, end: string): boolean {
  const first = key.charCodeAt(key.length - end.length - 1);
  const isCapital = first >= 65 && first <= 90;
  return key.length === end.length + 1 ? true : isCapital;
}

function addFromList(key: string, list: readonly unknown[], add: AddIndicator): void {
  if (key === 'ipv6Addresses') {
    for (const item of list)
      if (typeof item === 'string' && ipVersionOf(item) !== 0) add('p_any_ip_addresses', item);
  } else if (key === 'tags' || key === 'Tags') {
    for (const item of list) addTag(item, add);
  }
}

function addTag(tag: unknown, add: AddIndicator): void {
  if (typeof tag !== 'object' || tag === null) return;
  const { key, value, Key, Value } = tag as Record<string, unknown>; // an object of JSON: keys are text
  const name = key ?? Key;
  const text = value ?? Value;
  if (typeof name === 'string' && typeof text === 'string') add('p_any_aws_tags', `${name}:${text}`);
}
