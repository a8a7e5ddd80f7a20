import { readdirSync } from 'node:fs';
import { indicatorNames } from '@margay/schema';
import { describe, expect, it } from 'vitest';
import { indicatorsOf } from '../testing/normalize-one.ts';
import { indicators } from './index.ts';
import { addAddressesIn } from './ip-scan.ts';

/** What one indicator finds in one value. */
function scan(name: string, value: string): Record<string, unknown> {
  return indicatorsOf(`fields: [{ name: v, type: string, indicators: [${name}] }]`, { v: value });
}

describe('the registry', () => {
  it('[002-5.48] has an indicator for each name of the language', () => {
    expect(Object.keys(indicators).toSorted()).toEqual(indicatorNames.toSorted());
    for (const [name, indicator] of Object.entries(indicators)) {
      expect(indicator.name).toBe(name);
      expect(indicator.description).not.toBe('');
    }
  });

  it('lists every file of this folder that is an indicator', () => {
    const shared = [
      'arn',
      'aws-walk',
      'collector',
      'email-address',
      'hosts',
      'index',
      'indicator',
      'ip-scan',
      'url-host',
    ];
    const files = readdirSync(import.meta.dirname).flatMap(
      (name) => /^([a-z0-9-]+)\.ts$/.exec(name)?.[1] ?? [],
    );
    const missing = files.filter(
      (file) => !shared.includes(file) && !Object.hasOwn(indicators, file.replaceAll('-', '_')),
    );
    expect(missing.map((file) => `import ${file}.ts in index.ts and add it to indicators`)).toEqual([]);
    expect(files.length).toBeGreaterThan(indicatorNames.length);
  });
});

describe('addresses anywhere in a text', () => {
  const found = (text: string) => {
    const addresses: string[] = [];
    addAddressesIn(text, (_name, address) => addresses.push(address));
    return addresses;
  };
  it('are found between words, with ports and full stops, and not inside longer runs', () => {
    expect(found('from 10.0.0.1:22 to [2001:db8::1]. Or ::1: 1.2.3.4.')).toEqual([
      '10.0.0.1',
      '2001:db8::1',
      '::1',
      '1.2.3.4',
    ]);
    expect(found(`${'a'.repeat(200)}.1.2.3.4 v1.2.3.4`)).toEqual([]);
  });
  it.each([['a'], ['a.'], ['1'], [':'], ['1.2.3.4:']])(
    'costs a long run of %j no more than its length',
    (piece) => {
      expect(found(piece.repeat(1_000_000))).toEqual([]);
    },
  );
});

describe('indicators', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['ip', ' 1.2.3.4 ', { p_any_ip_addresses: ['1.2.3.4'] }],
    ['ip', '2001:db8::1', { p_any_ip_addresses: ['2001:db8::1'] }],
    ['ip', '1.2.3.4:80', {}],
    ['ip', '10.0.0.0/8', {}],
    ['ip', 'AWS Internal', {}],
    ['ip', '  ', {}],
    ['domain', 'example.com', { p_any_domain_names: ['example.com'] }],
    ['domain', '.', {}],
    ['domain', '-', {}],
    ['hostname', '*', {}],
    ['domain', 'xn--mnchen-3ya.example', { p_any_domain_names: ['münchen.example'] }],
    ['domain', 'xn--', { p_any_domain_names: ['xn--'] }],
    ['hostname', 'example.com', { p_any_domain_names: ['example.com'] }],
    ['hostname', '1.2.3.4', { p_any_ip_addresses: ['1.2.3.4'] }],
    ['url', 'https://User@Example.com:8443/a?b=http://x', { p_any_domain_names: ['example.com'] }],
    ['url', 'http://[2001:db8::1]:80/', { p_any_ip_addresses: ['2001:db8::1'] }],
    ['url', 'http://192.0.2.1', { p_any_ip_addresses: ['192.0.2.1'] }],
    ['url', '/relative', {}],
    ['url', 'mailto:a@example.com', {}],
    ['url', 'http://', {}],
    ['url', 'http://[::1', {}],
    ['url', 'http://a b/', {}],
    ['net_addr', 'example.com:80', { p_any_domain_names: ['example.com'] }],
    ['net_addr', '[::1]:80', { p_any_ip_addresses: ['::1'] }],
    ['net_addr', '::1', { p_any_ip_addresses: ['::1'] }],
    ['net_addr', '1.2.3.4:80', { p_any_ip_addresses: ['1.2.3.4'] }],
    ['net_addr', ':80', {}],
    ['email', 'alice@example.com', { p_any_emails: ['alice@example.com'], p_any_usernames: ['alice'] }],
    ['email', 'alice', {}],
    ['username', 'alice@example.com', { p_any_usernames: ['alice@example.com'] }],
    ['md5', 'D41D8CD98F00B204E9800998ECF8427E', { p_any_md5_hashes: ['d41d8cd98f00b204e9800998ecf8427e'] }],
    ['md5', 'd41d8cd98f00b204e9800998ecf8427', {}],
    ['sha1', 'a'.repeat(40), { p_any_sha1_hashes: ['a'.repeat(40)] }],
    ['sha1', 'g'.repeat(40), {}],
    ['sha256', 'B'.repeat(64), { p_any_sha256_hashes: ['b'.repeat(64)] }],
    ['trace_id', 'abc', { p_any_trace_ids: ['abc'] }],
    ['actor_id', 'user-1', { p_any_actor_ids: ['user-1'] }],
    [
      'actor_id',
      'AROAEXAMPLEID1234567:alice',
      { p_any_actor_ids: ['AROAEXAMPLEID1234567', 'AROAEXAMPLEID1234567:alice'] },
    ],
    ['actor_id', 'system:node', { p_any_actor_ids: ['system:node'] }],
    ['mac', 'AA-BB-CC-DD-EE-FF', { p_any_mac_addresses: ['aa:bb:cc:dd:ee:ff'] }],
    ['mac', 'aabb.ccdd.eeff', { p_any_mac_addresses: ['aa:bb:cc:dd:ee:ff'] }],
    ['mac', 'aa:bb-cc:dd:ee:ff', {}],
    ['serial_number', 'C02X', { p_any_serial_numbers: ['C02X'] }],
    ['aws_account_id', '123456789012', { p_any_aws_account_ids: ['123456789012'] }],
    ['aws_account_id', '12345678901', {}],
    ['aws_instance_id', 'i-0123', { p_any_aws_instance_ids: ['i-0123'] }],
    ['aws_instance_id', 'vol-1', {}],
    ['aws_tag', 'env:prod', { p_any_aws_tags: ['env:prod'] }],
    [
      'aws_arn_only',
      'arn:aws:iam::123456789012:user/alice',
      { p_any_aws_arns: ['arn:aws:iam::123456789012:user/alice'] },
    ],
    ['aws_arn', 'not:an:arn', {}],
    ['aws_arn', 'arn:aws:s3', {}],
    ['aws_arn', 'arn:aws:s3:::bucket', { p_any_aws_arns: ['arn:aws:s3:::bucket'] }],
    [
      'aws_arn',
      'arn:aws:iam::123456789012:user/team/alice',
      {
        p_any_aws_arns: ['arn:aws:iam::123456789012:user/team/alice'],
        p_any_aws_account_ids: ['123456789012'],
        p_any_usernames: ['alice'],
      },
    ],
    [
      'aws_arn',
      'arn:aws:ec2:us-east-1:123456789012:instance/i-0abc',
      {
        p_any_aws_arns: ['arn:aws:ec2:us-east-1:123456789012:instance/i-0abc'],
        p_any_aws_account_ids: ['123456789012'],
        p_any_aws_instance_ids: ['i-0abc'],
      },
    ],
    [
      'aws_arn',
      'arn:aws:sts::123456789012:assumed-role/Admin/alice@example.com',
      {
        p_any_aws_arns: ['arn:aws:sts::123456789012:assumed-role/Admin/alice@example.com'],
        p_any_aws_account_ids: ['123456789012'],
        p_any_usernames: ['alice', 'alice@example.com'],
        p_any_emails: ['alice@example.com'],
      },
    ],
    [
      'aws_arn',
      'arn:aws:sts::123456789012:assumed-role/Admin',
      {
        p_any_aws_arns: ['arn:aws:sts::123456789012:assumed-role/Admin'],
        p_any_aws_account_ids: ['123456789012'],
      },
    ],
  ])('%s of %j', (name, value, expected) => expect(scan(name, value)).toEqual(expected));

  it('arrays are sorted and distinct, over all fields and long lists', () => {
    const yaml =
      'fields: [{ name: a, type: array, indicators: [ip], element: { type: string } }, { name: b, type: string, indicators: [ip] }]';
    const many = Array.from({ length: 40 }, (_, n) => `10.0.0.${n % 20}`);
    const found = indicatorsOf(yaml, { a: many, b: '10.0.0.3' })['p_any_ip_addresses'];
    expect(found).toEqual([...new Set(many)].toSorted());
    expect(indicatorsOf(yaml, { a: ['::2', '::1', '::2'], b: '::1' })).toEqual({
      p_any_ip_addresses: ['::1', '::2'],
    });
  });

  it('nothing is left over from an entry that did not match', () => {
    const yaml = 'fields: [{ name: a, type: string, indicators: [ip] }, { name: b, type: int }]';
    expect(indicatorsOf(yaml, { a: '1.1.1.1', b: 'x' })).toEqual({});
  });
});

describe('x-walk: aws', () => {
  it('finds indicators in free-form parts by key and value', () => {
    const yaml = 'x-walk: aws\nfields: [{ name: v, type: json }]';
    const v = {
      roleArn: 'arn:aws:iam::123456789012:role/Admin',
      list: ['arn:aws:s3:::bucket', { instanceId: 'i-1', otherInstanceId: 'i-2', distanceId: 'i-9' }],
      accountId: '111111111111',
      sourceAccountId: '222222222222',
      notAccountId: 'x',
      publicIp: '192.0.2.1',
      privateIpAddress: '10.0.0.1',
      ipAddressV4: 'none',
      ipv6Addresses: ['2001:db8::1', 5],
      publicDnsName: 'ec2.example.com',
      domain: 'example.org',
      tags: [{ key: 'env', value: 'prod' }, { key: 'x' }, null],
    };
    expect(indicatorsOf(yaml, { v })).toEqual({
      p_any_aws_arns: ['arn:aws:iam::123456789012:role/Admin', 'arn:aws:s3:::bucket'],
      p_any_aws_account_ids: ['111111111111', '123456789012', '222222222222'],
      p_any_aws_instance_ids: ['i-1', 'i-2'],
      p_any_ip_addresses: ['10.0.0.1', '192.0.2.1', '2001:db8::1'],
      p_any_domain_names: ['ec2.example.com', 'example.org'],
      p_any_aws_tags: ['env:prod'],
    });
    expect(indicatorsOf('fields: [{ name: v, type: json }]', { v })).toEqual({});
  });

  it('finds the accounts that something belongs to or is shared with', () => {
    const yaml = 'x-walk: aws\nfields: [{ name: v, type: json }]';
    const v = {
      createVolumePermission: { add: { items: [{ userId: '444455556666' }] } },
      policy: { Statement: [{ Principal: { AWS: ['777788889999', '*'] } }] },
      ownerId: '123412341234',
      accountIds: ['555566667777'],
      groups: [{ groupOwnerId: '888899990000' }],
      AccountId: '101010101010',
      userIdentifier: '999999999999',
      size: '121212121212',
      count: ['131313131313'],
    };
    expect(indicatorsOf(yaml, { v })).toEqual({
      p_any_aws_account_ids: [
        '101010101010',
        '123412341234',
        '444455556666',
        '555566667777',
        '777788889999',
        '888899990000',
      ],
    });
  });
});

describe('x-scan', () => {
  it('finds addresses anywhere in a text', () => {
    const yaml =
      'x-scan: [message]\nfields: [{ name: message, type: string }, { name: other, type: string }]';
    const message =
      'from 10.0.0.1:443 to [2001:db8::1]:22, via 192.0.2.7. at 12:34:56 (std::string, 1.2.3.4.5, fe80::1), v1.2.3';
    expect(indicatorsOf(yaml, { message, other: '9.9.9.9' })).toEqual({
      p_any_ip_addresses: ['10.0.0.1', '192.0.2.7', '2001:db8::1', 'fe80::1'],
    });
  });
});
