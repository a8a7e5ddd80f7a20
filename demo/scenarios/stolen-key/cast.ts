import type { Place } from '../../generators/cast.ts';
import { iamUserIdentity } from '../../generators/cloudtrail.ts';

/** Everything the intruder does comes from this address: an analyst can pivot on it through all sources. */
export const attackerAddress = '203.0.113.66';
export const attackerAccount = '444455556666';

export const attackerPlace: Place = {
  city: 'Reykjavik',
  state: null,
  country: 'Iceland',
  countryCode: 'IS',
  postalCode: '101',
  lat: 64.15,
  lon: -21.94,
  asNumber: 64511,
  asOrg: 'example cheap hosting',
  domain: 'hosting.example.org',
};

export const attackerBrowser = {
  ip: attackerAddress,
  place: attackerPlace,
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
  os: 'Linux',
  browser: 'CHROME',
  isProxy: false,
};

export const attackerAgent =
  'aws-cli/2.27.50 md/awscrt#0.26.1 ua/2.1 os/linux#6.8.0 md/arch#x86_64 lang/python#3.13.4 md/pyimpl#CPython';

export const victim = 'Maria Lind';
export const careless = 'Jonas Holm';
export const leakyRepository = 'example-cats/billing-jobs';
export const secretAlertNumber = 41;

/** The key that lay in the repository. */
export const stolenIdentity = iamUserIdentity(
  'svc-billing-export',
  'AIDAEXAMPLECATSBILL01',
  'AKIAEXAMPLECATSBILL1',
);
export const secondUser = 'svc-backup';
/** The key the intruder makes to be able to come back. */
export const secondIdentity = iamUserIdentity(secondUser, 'AIDAEXAMPLECATSBACK01', 'AKIAEXAMPLECATSBACK2');
