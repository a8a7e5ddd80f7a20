/**
 * The invented company all demo stories play in: Example Cats Ltd sells portraits of cats. Names, ids and keys are
 * made up; domains and outside addresses are those reserved for documentation.
 */

export const company = {
  name: 'Example Cats Ltd',
  oktaDomain: 'example-cats.okta.example.com',
  gitHubOrg: 'example-cats',
  gitHubOrgId: 9100001,
  gitHubBusiness: 'example-cats-ltd',
  gitHubBusinessId: 91001,
  region: 'eu-west-1',
} as const;

export const accounts = { production: '123456789012', tools: '210987654321' } as const;

export interface Place {
  city: string;
  state: string | null;
  country: string;
  countryCode: string;
  postalCode: string;
  lat: number;
  lon: number;
  asNumber: number;
  asOrg: string;
  domain: string;
}

const fibre = { asNumber: 64500, asOrg: 'example fibre', domain: 'fibre.example.net' };
const lisbon: Place = {
  city: 'Lisbon',
  state: null,
  country: 'Portugal',
  countryCode: 'PT',
  postalCode: '1100',
  lat: 38.72,
  lon: -9.14,
  ...fibre,
};
const porto: Place = {
  city: 'Porto',
  state: null,
  country: 'Portugal',
  countryCode: 'PT',
  postalCode: '4000',
  lat: 41.15,
  lon: -8.61,
  ...fibre,
};
const aarhus: Place = {
  city: 'Aarhus',
  state: null,
  country: 'Denmark',
  countryCode: 'DK',
  postalCode: '8000',
  lat: 56.16,
  lon: 10.2,
  asNumber: 64501,
  asOrg: 'example nordic',
  domain: 'nordic.example.net',
};

export interface Person {
  name: string;
  email: string;
  oktaId: string;
  gitHubLogin: string;
  gitHubId: number;
  team: 'shop' | 'platform' | 'data' | 'studio' | 'office';
  /** Where they usually work: the office, or home. */
  address: string;
  place: Place;
  userAgent: string;
  os: string;
  browser: string;
}

export const officeAddress = '192.0.2.10';

const onMac = {
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  os: 'Mac OS X',
  browser: 'CHROME',
};
const onWindows = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  os: 'Windows 10',
  browser: 'FIREFOX',
};

function person(number: number, name: string, team: Person['team'], address: string, place: Place): Person {
  const [first = '', last = ''] = name.toLowerCase().split(' ');
  return {
    name,
    email: `${first}.${last}@example.com`,
    oktaId: `00uexamplecats0000${String(number).padStart(2, '0')}`,
    gitHubLogin: `${first.charAt(0)}${last}-cats`,
    gitHubId: 5100000 + number,
    team,
    address,
    place,
    ...(number % 3 === 0 ? onWindows : onMac),
  };
}

export const people: readonly Person[] = [
  person(1, 'Ida Berg', 'platform', '192.0.2.31', aarhus),
  person(2, 'Maria Lind', 'shop', '192.0.2.32', lisbon),
  person(3, 'Jonas Holm', 'data', '192.0.2.33', aarhus),
  person(4, 'Tiago Reis', 'shop', officeAddress, lisbon),
  person(5, 'Ana Prado', 'shop', officeAddress, lisbon),
  person(6, 'Lena Falk', 'platform', '192.0.2.36', porto),
  person(7, 'Rui Matos', 'data', officeAddress, lisbon),
  person(8, 'Sofia Vale', 'studio', officeAddress, lisbon),
  person(9, 'Bea Torres', 'studio', '192.0.2.39', porto),
  person(10, 'Nils Dahl', 'shop', '192.0.2.40', aarhus),
  person(11, 'Clara Nunes', 'office', officeAddress, lisbon),
  person(12, 'Hugo Pinto', 'office', officeAddress, lisbon),
  person(13, 'Eva Storm', 'office', '192.0.2.43', porto),
  person(14, 'Paulo Cruz', 'platform', officeAddress, lisbon),
];

export function personNamed(name: string): Person {
  const found = people.find((candidate) => candidate.name === name);
  if (found === undefined) throw new RangeError(`Nobody in the cast is called ${name}.`);
  return found;
}

export const engineers = people.filter(({ team }) => team !== 'office' && team !== 'studio');

export interface Host {
  name: string;
  instanceId: string;
  interfaceId: string;
  address: string;
  role: string;
  account: string;
}

function host(number: number, name: string, address: string, role: string): Host {
  const id = String(number).padStart(2, '0');
  return {
    name,
    instanceId: `i-0ca75000000000${id}0`,
    interfaceId: `eni-0ca75000000000${id}0`,
    address,
    role,
    account: accounts.production,
  };
}

export const hosts = {
  bastion: host(1, 'bastion-1', '10.20.1.10', 'bastion'),
  web: [host(11, 'shop-web-1', '10.20.1.21', 'shop-web'), host(12, 'shop-web-2', '10.20.1.22', 'shop-web')],
  api: [
    host(21, 'shop-api-1', '10.20.2.21', 'shop-api'),
    host(22, 'shop-api-2', '10.20.2.22', 'shop-api'),
    host(23, 'shop-api-3', '10.20.2.23', 'shop-api'),
  ],
  database: host(31, 'shop-db-1', '10.20.3.31', 'shop-db'),
  billing: host(40, 'billing-1', '10.20.3.40', 'billing-jobs'),
  build: host(50, 'build-1', '10.20.4.50', 'build'),
} as const;

export const allHosts: readonly Host[] = [
  hosts.bastion,
  ...hosts.web,
  ...hosts.api,
  hosts.database,
  hosts.billing,
  hosts.build,
];

export const buckets = {
  images: 'example-cats-images',
  invoices: 'example-cats-invoices',
  backups: 'example-cats-backups',
  logs: 'example-cats-logs',
} as const;

export const repositories: readonly { name: string; id: number }[] = [
  'shop-web',
  'shop-api',
  'portrait-studio',
  'billing-jobs',
  'data-models',
  'infrastructure',
  'mobile-app',
  'image-pipeline',
  'design-system',
  'customer-mail',
  'search-index',
  'warehouse-sync',
  'handbook',
  'status-page',
].map((name, index) => ({ name: `${company.gitHubOrg}/${name}`, id: 7200001 + index }));

/** Visitors of the shop; the attacker of a story never is among them. */
export function visitorAddress(number: number): string {
  return `198.51.100.${1 + (number % 254)}`;
}

/** Hosts on the internet that try every door all day. */
export function scannerAddress(number: number): string {
  return `203.0.113.${160 + (number % 80)}`;
}
