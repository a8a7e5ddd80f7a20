import { company, people, type Person, personNamed, repositories } from './cast.ts';
import type { Random } from './random.ts';
import { peopleRhythm, type Span, spreadTimes } from './rhythm.ts';
import type { TimedLine } from './timed-line.ts';

/** What differs between events; the rest of the record follows from it. */
export interface GitHubAction {
  at: Date;
  action: string;
  /** Absent: a machine acted, or a key without a user. */
  person?: Person;
  actor?: string;
  ip?: string;
  countryCode?: string;
  userAgent?: string;
  repo?: string;
  operation?: 'create' | 'modify' | 'remove' | 'access' | 'authentication' | 'transfer';
  isBot?: boolean;
  fields?: Record<string, unknown>;
}

const gitAgent = 'git/2.50.1';

/** One event of the enterprise audit log as the vendor streams it, as a line of JSON. */
export function gitHubLine(event: GitHubAction, random: Random): TimedLine {
  const milliseconds = event.at.getTime();
  const repo = repositories.find(({ name }) => name === event.repo);
  const record = {
    '@timestamp': milliseconds,
    _document_id: random.hex(22),
    action: event.action,
    actor: event.person?.gitHubLogin ?? event.actor ?? '',
    ...(event.person && { actor_id: event.person.gitHubId }),
    actor_ip: event.ip ?? event.person?.address ?? '',
    actor_is_bot: event.isBot ?? false,
    actor_location: { country_code: event.countryCode ?? event.person?.place.countryCode ?? 'IE' },
    business: company.gitHubBusiness,
    business_id: company.gitHubBusinessId,
    created_at: milliseconds,
    operation_type: event.operation ?? 'access',
    org: company.gitHubOrg,
    org_id: company.gitHubOrgId,
    ...(repo && { public_repo: false, repo: repo.name, repo_id: repo.id }),
    request_id: `${random.hex(4).toUpperCase()}:${random.hex(6).toUpperCase()}:${random.hex(8).toUpperCase()}`,
    ...(event.person && { external_identity_nameid: event.person.email }),
    user_agent: event.userAgent ?? event.person?.userAgent ?? gitAgent,
    ...event.fields,
  };
  return { at: event.at, line: JSON.stringify(record) };
}

/** Fields of git events; they carry no browser. */
export function gitFields(protocol: 'http' | 'ssh', access?: string): Record<string, unknown> {
  return {
    transport_protocol: protocol === 'http' ? 1 : 2,
    transport_protocol_name: protocol,
    ...(access !== undefined && { programmatic_access_type: access }),
  };
}

const committers = people.filter(({ team }) => team !== 'office');

/** People with a new laptop. Everyone else has their copies and only fetches. */
const newStarters = [personNamed('Ana Prado'), personNamed('Nils Dahl')];

/** The few repositories a person works in. */
function ownRepositories(person: Person): string[] {
  const first = person.gitHubId % repositories.length;
  return [0, 3, 7].map((step) => repositories[(first + step) % repositories.length]!.name);
}

function ordinaryEvent(at: Date, random: Random): TimedLine {
  if (random.chance(0.45)) return machineEvent(at, random);
  const kind = random.weighted([
    { weight: 30, value: 'git.fetch' },
    { weight: 24, value: 'git.push' },
    { weight: 16, value: 'pull_request.create' },
    { weight: 16, value: 'pull_request.merge' },
    { weight: 12, value: 'pull_request_review.submit' },
    { weight: 2, value: 'git.clone' },
  ] as const);
  const person = random.pick(kind === 'git.clone' ? newStarters : committers);
  const repo = random.pick(ownRepositories(person));
  if (kind.startsWith('git.')) {
    const fields = gitFields(random.chance(0.6) ? 'ssh' : 'http');
    return gitHubLine(
      {
        at,
        action: kind,
        person,
        repo,
        userAgent: gitAgent,
        operation: kind === 'git.push' ? 'modify' : 'access',
        fields,
      },
      random,
    );
  }
  const number = random.int(100, 999);
  const fields = {
    pull_request_id: 600_000_000 + number,
    pull_request_title: random.pick([
      'Crop portraits tighter',
      'Faster search',
      'Update packages',
      'Whiskers in the logo',
      'Fix time zone',
    ]),
    pull_request_url: `https://github.com/${repo}/pull/${number}`,
  };
  return gitHubLine(
    {
      at,
      action: kind,
      person,
      repo,
      operation: kind === 'pull_request.create' ? 'create' : 'modify',
      fields,
    },
    random,
  );
}

function machineEvent(at: Date, random: Random): TimedLine {
  const repo = random.pick(repositories).name;
  const ip = `198.51.100.${random.int(200, 220)}`;
  const kind = random.weighted([
    { weight: 5, value: 'fetch' },
    { weight: 3, value: 'run' },
    { weight: 2, value: 'bot' },
  ] as const);
  if (kind === 'fetch') {
    const fields = gitFields('http', 'GitHub App server-to-server token');
    return gitHubLine({ at, action: 'git.clone', actor: '', ip, repo, fields }, random);
  }
  if (kind === 'bot') {
    const fields = gitFields('http');
    return gitHubLine(
      { at, action: 'git.push', actor: 'renovate[bot]', isBot: true, ip, repo, operation: 'modify', fields },
      random,
    );
  }
  const fields = {
    name: random.pick(['test', 'deploy', 'lint']),
    event: 'push',
    head_branch: 'main',
    head_sha: random.hex(40),
    workflow_id: random.int(1000, 1020),
    workflow_run_id: 18_000_000_000 + random.int(1, 99_999_999),
    run_number: random.int(100, 4000),
    run_attempt: 1,
    conclusion: random.chance(0.93) ? 'success' : 'failure',
    started_at: new Date(at.getTime() - random.int(30, 600) * 1000).toISOString(),
    completed_at: at.toISOString(),
  };
  return gitHubLine(
    {
      at,
      action: 'workflows.completed_workflow_run',
      actor: 'github-actions[bot]',
      isBot: true,
      ip,
      repo,
      operation: 'modify',
      userAgent: 'GitHub Actions',
      fields,
    },
    random,
  );
}

/** An ordinary day of code. Raises no alert. */
export function gitHubNoise(count: number, span: Span, random: Random): TimedLine[] {
  return spreadTimes(count, span, random, peopleRhythm).map((at) => ordinaryEvent(at, random));
}
