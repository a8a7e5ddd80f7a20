import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { registry } from '../domains/registry.ts';
import { migrations as ofFolders } from '../testing/all-migrations.ts';
import { stateMigrations } from './state-migrations.ts';

/** Every released change, in the order in which stores have seen them, by a digest of its text. A release adds its own. */
const released = {
  '0001-access': '022c4278953332ee',
  '0002-sources': 'e177becab7634021',
  '0003-detections': 'e4b8103475f792dd',
  '0004-alerts': '274b286b7f90cfa9',
  '0005-searches': 'f704e29e744110fa',
  '0006-early-samples': 'c6c137fe9ce8b606',
  '0007-reprocessing': '0676460a9abaabcc',
  '0008-content-kinds': '974c4ba832096d23',
  '0010-replays': '3bedfd434fa516a6',
  '0011-resources': 'fad94ebc4329fc2d',
  '0012-scheduled-queries': '306c80725d50616d',
  '0013-profiles': 'e391f8de3b870a33',
  '0014-quarantines': '42bf6c59fdb5c5f7',
  '0015-notifications': 'eca27bd86a7d5c63',
  '0016-search-user-configs': 'de95be94268756a2',
  '0017-content-uploads': 'd932f3b8c7880f84',
  '0018-feedback-and-discoveries': 'c3c433f109e2a02d',
  '0019-last-accessed': 'e8d5af5ce82657ac',
  '0020-waiting-rules': '4653f84bb39f6377',
  '0022-sign-in-counters': 'd74f61ad20b0c013',
  '0025-discovered-specs': '7227c4d8c2014791',
  '0026-signal-feed': '055ccf6d5d388666',
  '0028-lookup-tables': 'da961da33d59e548',
  '0030-secret-key-check': '3fc70dfd504e99bf',
  '0031-processes': '4f4f41b3f15a4454',
  '0032-change-revisions': 'eeec38feda82bd11',
  '0033-source-pulls': '4737dcd6854317f5',
  '0034-oauth-tokens': 'e026dc8a9d3ab5cf',
};

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

it('Released changes of the state store stay as they are and in their order, before what is new', () => {
  const all = stateMigrations(registry).map(({ id, sql }) => [id, digestOf(sql)]);
  expect(all.slice(0, Object.keys(released).length)).toEqual(Object.entries(released));
});

it('Every migration in the folder of a domain is named by its definition', () => {
  expect(stateMigrations(registry)).toEqual(ofFolders);
});
