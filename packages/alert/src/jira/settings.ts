import { field, requiredText, webAddress } from '@margay/settings';
import * as z from 'zod';
import { severityTable } from '../requests/severity-table.ts';

const label = () =>
  z.string().trim().regex(/^\S+$/, { error: 'A label is one word: Jira takes no spaces in it' });

/** Where the issues go; `example` is an address of such a Jira. */
export const jiraProject = (example: string) => ({
  orgDomain: field(webAddress(), {
    label: 'Organization Domain',
    help: 'The address at which people open Jira.',
    placeholder: example,
  }),
  projectKey: field(
    requiredText().refine((key) => /^[A-Za-z][A-Za-z0-9_]*$/.test(key), {
      error: 'Must be the key of a project, as its issues begin: SEC for SEC-12',
    }),
    { label: 'Project Key', help: 'What the keys of its issues begin with.', placeholder: 'SEC' },
  ),
});

/** What an issue is made with, and what of it differs by severity. */
export const jiraIssueSettings = () => ({
  issueType: field(requiredText(), {
    label: 'Issue Type',
    help: 'As the project calls it, in the language of the account.',
    initial: 'Task',
  }),
  labels: field(z.array(label()).default([]), { label: 'Labels' }),
  priority: field(z.string().trim().optional(), {
    label: 'Priority',
    help: 'As Jira calls it. Empty: the one of the project.',
    placeholder: 'Medium',
  }),
  issueTypeBySeverity: field(severityTable().default({}), {
    label: 'Issue type by severity',
    help: 'A severity, like CRITICAL, and the type its issues get instead.',
  }),
  priorityBySeverity: field(severityTable().default({}), {
    label: 'Priority by severity',
    help: 'A severity, like CRITICAL, and the priority its issues get instead.',
  }),
  labelsBySeverity: field(severityTable().default({}), {
    label: 'Further labels by severity',
    help: 'A severity, like CRITICAL, and labels its issues get as well, with commas between.',
  }),
  assigneeBySeverity: field(severityTable().default({}), {
    label: 'Assignee by severity',
    help: 'A severity, like CRITICAL, and who gets its issues instead; given like the assignee above.',
  }),
});
