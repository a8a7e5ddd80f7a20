import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const flag = 'ENABLE_PANTHER_FLOW_LIVE_SELECTION_TWO_WAY_SYNC';
const read = (text: string | undefined) => readConfig({ MARGAY_FEATURE_FLAGS: text }).featureFlags;

it('[001-2.44] the live sync is on unless its flag is off', () => {
  expect(read(undefined)).toMatchObject({ [flag]: true });
  expect(read(`${flag}=off`)).toMatchObject({ [flag]: false });
});

it('the Torq destination is off unless its flag is on', () => {
  const torq = 'ENABLE_TORQ_DESTINATION';
  expect(read(undefined)).toMatchObject({ [torq]: false });
  expect(read(`${flag}=off, ${torq}=on`)).toMatchObject({ [flag]: false, [torq]: true });
});

it('refuses what is no flag or no treatment', () => {
  expect(() => read('ENABLE_NOTHING=on')).toThrow('MARGAY_FEATURE_FLAGS names ENABLE_NOTHING');
  expect(() => read(`${flag}=perhaps`)).toThrow(`must say ${flag}=on or ${flag}=off`);
});
