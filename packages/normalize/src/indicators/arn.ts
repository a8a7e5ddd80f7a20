import { addEmail } from './email-address.ts';
import type { AddIndicator } from './indicator.ts';

const account = /^\d{12}$/;
const instance = /^i-[0-9a-f]+$/;

/** The ARN of an AWS resource and what its parts tell. Form: docs.aws.amazon.com, "Amazon Resource Names". */
export function addArn(value: string, add: AddIndicator): void {
  if (!value.startsWith('arn:')) return;
  const parts = value.split(':');
  const accountId = parts[4];
  if (parts.length < 6 || accountId === undefined) return;
  add('p_any_aws_arns', value);
  if (account.test(accountId)) add('p_any_aws_account_ids', accountId);
  const resource = parts.slice(5).join(':');
  const [kind, second, ...others] = resource.split('/');
  const last = others.at(-1) ?? second;
  if (last === undefined || last === '') return;
  if (kind === 'instance' && instance.test(last)) add('p_any_aws_instance_ids', last);
  if (kind === 'user') add('p_any_usernames', last);
  if (kind === 'assumed-role' && others.length > 0) addSession(last, add);
}

function addSession(session: string, add: AddIndicator): void {
  add('p_any_usernames', session);
  if (session.includes('@')) addEmail(session, add);
}
