import { useQueryClient } from '@tanstack/react-query';
import { documentation } from '../../lib/documentation.ts';
import { usePermission } from '../../lib/session/session-context.tsx';
import { Card, Page, PageBody, PageHeader } from '../../ui/layout/page.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { useInstallation } from './queries.ts';
import { SupportForm } from './support-form.tsx';
import { SupportRequests } from './support-requests.tsx';
import styles from './support.module.css';

/** Help for somebody who is signed in: a request, the documentation, and what to say of this installation. */
export function SupportScreen() {
  const mayRead = usePermission('UserModify');
  const client = useQueryClient();
  return (
    <Page title="Support" scroll>
      <PageHeader title="Support" docHref={documentation.mail} />
      <PageBody width="form">
        <Card title="Ask for help">
          <SupportForm onSent={() => void client.invalidateQueries({ queryKey: ['support', 'requests'] })} />
        </Card>
        <Card title="Documentation">
          <div className={styles.links}>
            <DocLink href={documentation.start}>All pages</DocLink>
            <DocLink href={documentation.people}>People and sign-in</DocLink>
            <DocLink href={documentation.search}>Search</DocLink>
            <DocLink href={documentation.detections}>Detections</DocLink>
          </div>
        </Card>
        <Installation />
        {mayRead && <SupportRequests />}
      </PageBody>
    </Page>
  );
}

function DocLink({ href, children }: { href: string; children: string }) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function Installation() {
  const { data } = useInstallation();
  if (!data) return null;
  return (
    <Card title="This installation">
      <dl className={styles.facts}>
        <dt>Version</dt>
        <dd>
          {data.pantherVersion}
          <CopyButton value={data.pantherVersion} label="Copy version" />
        </dd>
        <dt>Installation id</dt>
        <dd>
          {data.accountId}
          <CopyButton value={data.accountId} label="Copy installation id" />
        </dd>
      </dl>
    </Card>
  );
}
