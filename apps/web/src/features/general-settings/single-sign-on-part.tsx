import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { gql } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useAccess } from '../../lib/session/session-context.tsx';
import { beginSso, ssoObstacle } from '../../lib/session/sso-request.ts';
import { takeTried } from '../../lib/session/tried.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Card, Properties } from '../../ui/layout/page.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import styles from './general-settings.module.css';
import type { SettingGroup } from './queries.ts';
import { TriedFacts } from './tried-facts.tsx';

const addressesDocument = gql(
  `query SamlAddresses { samlConfig { audience acsUrl redirectUrl signOutUrl } }`,
);

/** What the identity provider has to know of us, to copy; and a way to see what it sends. */
export function SingleSignOnPart({ group }: { group: SettingGroup }) {
  const graphql = useGraphql();
  const addresses = useQuery({
    queryKey: ['settings', 'single-sign-on', 'addresses'],
    queryFn: async ({ signal }) => (await graphql.request(addressesDocument, {}, { signal })).samlConfig,
  }).data;
  const protocol = group.values['protocol'];
  const rows = [
    { of: 'SAML', label: 'Audience (entity ID), SAML', value: addresses?.audience },
    { of: 'SAML', label: 'ACS URL, SAML', value: addresses?.acsUrl },
    { of: 'OIDC', label: 'Redirect URL, OpenID Connect', value: addresses?.redirectUrl },
    { of: 'OIDC', label: 'Sign-out redirect URL, OpenID Connect', value: addresses?.signOutUrl },
  ].filter((row) => protocol === 'off' || row.of === protocol);
  return (
    <>
      <Card title="For the identity provider">
        <p className={styles.description}>Copy these to the application that you make for Margay there.</p>
        <Properties
          items={rows.map(({ label, value }) => ({
            label,
            value: value !== undefined && (
              <span className={styles.copied}>
                <code>{value}</code>
                <CopyButton value={value} label={`Copy ${label}`} />
              </span>
            ),
          }))}
        />
      </Card>
      {protocol !== 'off' && <TryIt missing={group.lacking} />}
    </>
  );
}

function TryIt({ missing }: { missing: readonly string[] }) {
  const { auth } = useAccess();
  const [answer] = useState(takeTried);
  const [failure, setFailure] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  async function leave() {
    setLeaving(true);
    try {
      const facts = await auth.singleSignOn();
      const obstacle = ssoObstacle(facts);
      if (obstacle !== undefined) throw new Error(obstacle);
      location.assign(await beginSso(facts, 'try'));
    } catch (error) {
      setFailure(failureText(error));
      setLeaving(false);
    }
  }
  return (
    <Card title="Try it">
      <div className={styles.form}>
        <p className={styles.description}>
          Leads to the identity provider and back, with the settings as they are saved. It shows what came
          back and signs nobody in.
        </p>
        {failure !== undefined && <Note tone="danger">{failure}</Note>}
        {answer && 'failure' in answer && <Note tone="danger">{answer.failure}</Note>}
        {answer && 'tried' in answer && <TriedFacts tried={answer.tried} />}
        <div>
          <Button
            loading={isLeaving}
            disabledReason={missing.length > 0 ? `You need ${missing.join(' and ')} to try it.` : undefined}
            onClick={() => void leave()}
          >
            Try it
          </Button>
        </div>
      </div>
    </Card>
  );
}
