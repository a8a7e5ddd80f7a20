import { useMutation } from '@tanstack/react-query';
import { gql } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission, useUser } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Card } from '../../ui/layout/page.tsx';
import type { SettingGroup } from './queries.ts';
import styles from './general-settings.module.css';

const testDocument = gql(`mutation SendTestMail { sendTestMail { to } }`);

/** Tries the mail server out as it is saved, with the words of the server where it refuses. */
export function TestMail({ group }: { group: SettingGroup }) {
  const graphql = useGraphql();
  const email = useUser()?.email ?? '';
  const missing = useMissingPermission('GeneralSettingsModify');
  const isSet = group.values['host'] !== '';
  const test = useMutation({
    mutationFn: async () => (await graphql.request(testDocument, {})).sendTestMail,
  });
  return (
    <Card title="Test mail">
      <div className={styles.form}>
        <p className={styles.description}>Goes to {email}, with the settings as they are saved.</p>
        <Button
          className={styles.save}
          loading={test.isPending}
          disabledReason={missing ?? (isSet ? undefined : 'No mail server is saved yet.')}
          onClick={() => test.mutate()}
        >
          Send a test mail
        </Button>
        {test.data && (
          <Note tone="success" title="The mail server took it">
            Look into the mailbox of {test.data.to}.
          </Note>
        )}
        {test.error && (
          <Note tone="danger" title="The test mail is not sent">
            {failureText(test.error)}
          </Note>
        )}
      </div>
    </Card>
  );
}
