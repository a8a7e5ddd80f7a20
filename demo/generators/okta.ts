import { company, type Person, type Place } from './cast.ts';
import type { Random } from './random.ts';
import type { TimedLine } from './timed-line.ts';

export interface OktaTarget {
  id: string;
  type: string;
  alternateId: string;
  displayName: string;
  detailEntry?: Record<string, unknown> | null;
}

/** What differs between events; the rest of the record follows from it. */
export interface OktaAction {
  at: Date;
  person: Person;
  type: string;
  message: string;
  result?: 'SUCCESS' | 'FAILURE' | 'ALLOW' | 'CHALLENGE';
  reason?: string;
  severity?: 'INFO' | 'WARN';
  targets?: OktaTarget[];
  session?: string;
  /** Absent: the person's own address, place and browser. */
  from?: { ip: string; place: Place; userAgent: string; os: string; browser: string; isProxy?: boolean };
  risk?: { level: 'LOW' | 'MEDIUM' | 'HIGH'; reasons?: string };
  newBehaviors?: readonly string[];
  debug?: Record<string, unknown>;
  credentialType?: string;
}

const behaviors = [
  'New Geo-Location',
  'New Device',
  'New IP',
  'New State',
  'New Country',
  'Velocity',
  'New City',
];

/** One event as the vendor's System Log API returns it, as a line of JSON. */
export function oktaLine(action: OktaAction, random: Random): TimedLine {
  const from = action.from ?? { ip: action.person.address, ...action.person };
  const { place } = from;
  const geographicalContext = {
    city: place.city,
    state: place.state,
    country: place.country,
    postalCode: place.postalCode,
    geolocation: { lat: place.lat, lon: place.lon },
  };
  const risk = action.risk ?? { level: 'LOW' };
  const fresh = new Set(action.newBehaviors ?? []);
  const record = {
    actor: {
      id: action.person.oktaId,
      type: 'User',
      alternateId: action.person.email,
      displayName: action.person.name,
      detailEntry: null,
    },
    client: {
      userAgent: { rawUserAgent: from.userAgent, os: from.os, browser: from.browser },
      zone: 'null',
      device: 'Computer',
      id: null,
      ipAddress: from.ip,
      geographicalContext,
    },
    device: null,
    authenticationContext: {
      authenticationProvider: null,
      credentialProvider: null,
      credentialType: action.credentialType ?? null,
      issuer: null,
      interface: null,
      authenticationStep: 0,
      rootSessionId: action.session ?? 'unknown',
      externalSessionId: action.session ?? 'unknown',
    },
    displayMessage: action.message,
    eventType: action.type,
    outcome: { result: action.result ?? 'SUCCESS', reason: action.reason ?? null },
    published: action.at.toISOString(),
    securityContext: {
      asNumber: place.asNumber,
      asOrg: place.asOrg,
      isp: place.asOrg,
      domain: place.domain,
      isProxy: from.isProxy ?? false,
    },
    severity: action.severity ?? 'INFO',
    debugContext: {
      debugData: {
        requestId: random.hex(32),
        dtHash: random.hex(64),
        requestUri: '/idp/idx/identify',
        url: `https://${company.oktaDomain}/idp/idx/identify?`,
        threatSuspected: String(risk.level === 'HIGH'),
        risk: `{level=${risk.level}${risk.reasons === undefined ? '' : `, reasons=${risk.reasons}`}}`,
        behaviors: `{${behaviors.map((name) => `${name}=${fresh.has(name) ? 'POSITIVE' : 'NEGATIVE'}`).join(', ')}}`,
        ...action.debug,
      },
    },
    legacyEventType: null,
    transaction: { type: 'WEB', id: random.hex(32), detail: {} },
    uuid: random.uuid(),
    version: '0',
    request: { ipChain: [{ ip: from.ip, geographicalContext, version: 'V4', source: null }] },
    target: action.targets ?? null,
  };
  return { at: action.at, line: JSON.stringify(record) };
}
