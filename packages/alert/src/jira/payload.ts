import type { DeliveredAlert, Severity } from '@margay/model';
import { cutText } from '../dedup/texts.ts';
import { jiraMarkup } from '../document/jira-markup.ts';
import { richBody } from '../document/rich-body.ts';
import { deliveredTitle } from '../document/title.ts';

// In characters; Jira answers 400 beyond them: "Summary must be less than 255 characters", "the limit of 32767 characters".
const summaryLimit = 254;
const descriptionLimit = 32_767;

type SeverityTable = Partial<Record<Severity, string>>;

export interface JiraIssueChoices {
  projectKey: string;
  issueType: string;
  labels: readonly string[];
  priority?: string | undefined;
  assignee?: string | undefined;
  issueTypeBySeverity: SeverityTable;
  priorityBySeverity: SeverityTable;
  labelsBySeverity: SeverityTable;
  assigneeBySeverity: SeverityTable;
}

/**
 * The fields of a new issue. `nameOfAssignee`: Jira Cloud knows people by account id (`id`), Data Center by user name
 * (`name`). What the settings leave open is left out: a field that is not on the project's screen makes Jira refuse the issue.
 */
export function jiraFields(
  alert: DeliveredAlert,
  choices: JiraIssueChoices,
  nameOfAssignee: 'id' | 'name',
): object {
  const { severity } = alert;
  const assignee = choices.assigneeBySeverity[severity] || choices.assignee;
  const priority = choices.priorityBySeverity[severity] || choices.priority;
  const labels = [...new Set([...choices.labels, ...wordsOf(choices.labelsBySeverity[severity])])];
  return {
    project: { key: choices.projectKey },
    issuetype: { name: choices.issueTypeBySeverity[severity] || choices.issueType },
    summary: cutText(deliveredTitle(alert), summaryLimit),
    description: richBody(alert, jiraMarkup, descriptionLimit),
    ...(labels.length === 0 ? {} : { labels }),
    ...(assignee ? { assignee: { [nameOfAssignee]: assignee } } : {}),
    ...(priority ? { priority: { name: priority } } : {}),
  };
}

const wordsOf = (text = '') => text.split(/[\s,]+/).filter((word) => word !== '');
