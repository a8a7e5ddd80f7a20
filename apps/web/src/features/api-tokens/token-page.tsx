import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { accessText } from '../../lib/access/log-type-access.ts';
import { documentation } from '../../lib/documentation.ts';
import { IconDots, IconPencil, IconRefresh } from '../../ui/icons.ts';
import { Button, ButtonLink, IconButton } from '../../ui/inputs/button.tsx';
import { Card, Page, PageBody, PageHeader, Properties } from '../../ui/layout/page.tsx';
import { SkeletonLines } from '../../ui/layout/states.tsx';
import { Time, useNow } from '../../ui/marks/time.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import styles from './api-tokens.module.css';
import { useApiToken } from './queries.ts';
import type { ApiToken } from './queries.ts';
import { RotateToken } from './rotate-token.tsx';
import { Expiry, permissionLabels } from './token-facts.tsx';
import { TokenValue } from './token-value.tsx';
import { useTokenActions } from './use-token-actions.tsx';

/** One token: all that is known of it, and its value in the moment of its rotation. */
export function TokenPage({ id }: { id: string }) {
  const { token } = useApiToken(id);
  return (
    <Page title={token?.name ?? 'API Token'} scroll>
      {token ? (
        <TokenDetails token={token} />
      ) : (
        <PageBody>
          <SkeletonLines lines={10} />
        </PageBody>
      )}
    </Page>
  );
}

function By({ at, author }: { at: string | null; author: { name: string } | null }) {
  if (at === null) return 'Never';
  return (
    <>
      <Time at={at} format="absolute" />
      {author && ` by ${author.name}`}
    </>
  );
}

function List({ items, none }: { items: readonly string[]; none: string }) {
  if (items.length === 0) return none;
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function TokenDetails({ token }: { token: ApiToken }) {
  const navigate = useNavigate();
  const actions = useTokenActions({ onDeleted: () => void navigate({ to: '/settings/api/tokens/' }) });
  const now = useNow().getTime();
  const [isRotating, setRotating] = useState(false);
  const [value, setValue] = useState<string>();
  const hasOldValue = token.previousUntil !== null && Date.parse(token.previousUntil) > now;
  return (
    <>
      <PageHeader
        title={token.name}
        docHref={documentation.apiTokens}
        actions={
          <>
            <Button
              icon={<IconRefresh size={16} stroke={1.5} aria-hidden />}
              disabledReason={actions.noModify}
              onClick={() => setRotating(true)}
            >
              Rotate
            </Button>
            <ButtonLink
              to="/settings/api/tokens/$tokenId/edit/"
              params={{ tokenId: token.id }}
              icon={<IconPencil size={16} stroke={1.5} aria-hidden />}
              disabled={actions.noModify !== undefined}
            >
              Edit
            </ButtonLink>
            <Menu label="More actions" position="bottom-end" entries={[actions.deleteEntry(token)]}>
              <IconButton label="More actions">
                <IconDots size={16} stroke={1.5} aria-hidden />
              </IconButton>
            </Menu>
          </>
        }
      />
      <PageBody width="prose">
        {value !== undefined && (
          <TokenValue
            key={value}
            token={token}
            value={value}
            happened="was rotated"
            onDone={() => setValue(undefined)}
          />
        )}
        <Card title="Access">
          <Properties
            items={[
              {
                label: 'Permissions',
                value: <List items={permissionLabels(token)} none="None" />,
              },
              {
                label: 'Log-type access',
                value: (
                  <span title={token.logTypeAccess.join('\n')}>
                    {accessText(token.logTypeAccessKind, token.logTypeAccess)}
                  </span>
                ),
              },
              {
                label: 'Allowed networks',
                value: <List items={token.allowedCIDRBlocks} none="Anywhere" />,
              },
              { label: 'Expires', value: <Expiry at={token.expiresAt} /> },
            ]}
          />
        </Card>
        <Card title="History">
          <Properties
            items={[
              {
                label: 'Last used',
                value: token.lastUsedAt === null ? 'Never' : <Time at={token.lastUsedAt} format="ago" />,
              },
              { label: 'Created', value: <By at={token.createdAt} author={token.createdBy} /> },
              { label: 'Changed', value: <By at={token.updatedAt} author={token.updatedBy} /> },
              { label: 'Rotated', value: <By at={token.rotatedAt} author={token.rotatedBy} /> },
              ...(hasOldValue
                ? [
                    {
                      label: 'Old value counts until',
                      value: <Time at={token.previousUntil} format="absolute" />,
                    },
                  ]
                : []),
              { label: 'ID', value: <span className={styles.mono}>{token.id}</span> },
            ]}
          />
        </Card>
      </PageBody>
      {isRotating && (
        <RotateToken
          token={token}
          onClose={() => setRotating(false)}
          onRotated={(rotated) => {
            setRotating(false);
            setValue(rotated.value);
          }}
        />
      )}
    </>
  );
}
