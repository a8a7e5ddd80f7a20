import { permissionInfos } from '@margay/auth/permissions';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { documentation } from '../../lib/documentation.ts';
import { isPermitted, normalisePermissions } from '../../lib/permissions.ts';
import { useMissingPermission, useUser } from '../../lib/session/session-context.tsx';
import { Page, PageBody, PageHeader } from '../../ui/layout/page.tsx';
import { SkeletonLines } from '../../ui/layout/states.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useApiToken, useCreateToken, useUpdateToken } from './queries.ts';
import type { ApiToken } from './queries.ts';
import { draftOf, newToken } from './token-draft.ts';
import { TokenEditor } from './token-editor.tsx';
import { TokenValue } from './token-value.tsx';

const newTitle = 'Create an API Token';

/** Makes a token, and shows its value once. */
export function NewTokenScreen() {
  const navigate = useNavigate();
  const create = useCreateToken();
  const [start] = useState(newToken);
  const [made, setMade] = useState<{ token: ApiToken; value: string }>();
  const [isShown, setShown] = useState(false);
  if (made && isShown)
    return (
      <Page title={newTitle} scroll>
        <PageHeader title={newTitle} docHref={documentation.apiTokens} />
        <PageBody width="prose">
          <TokenValue
            {...made}
            happened="was created"
            onDone={() =>
              void navigate({ to: '/settings/api/tokens/$tokenId/', params: { tokenId: made.token.id } })
            }
          />
        </PageBody>
      </Page>
    );
  return (
    <Page title={newTitle} scroll>
      <TokenEditor
        title={newTitle}
        start={start}
        saving={create}
        save={(input, onSaved) =>
          create.mutate(input, {
            onSuccess: ({ token, value }) => {
              if (value === null) return;
              setMade({ token, value });
              onSaved();
            },
          })
        }
        onSaved={() => setShown(true)}
        onCancel={() => void navigate({ to: '/settings/api/tokens/' })}
      />
    </Page>
  );
}

/** Changes a token that exists, or shows it to those who may not. */
export function EditTokenScreen({ id }: { id: string }) {
  const { now: token, refetch } = useApiToken(id);
  const [reloads, setReloads] = useState(0);
  return (
    <Page title="Edit API Token" scroll>
      {token ? (
        <EditExisting
          key={reloads}
          token={token}
          onReload={() => void refetch().then(() => setReloads(reloads + 1))}
        />
      ) : (
        <PageBody>
          <SkeletonLines lines={12} />
        </PageBody>
      )}
    </Page>
  );
}

/** Why this person cannot change the token, whatever they may do with others. */
function useBeyond({ permissions }: ApiToken): string | undefined {
  const held = useUser()?.permissions;
  const wanted = normalisePermissions(permissions);
  const lacking = permissionInfos.filter(({ name }) => wanted.has(name) && !isPermitted(held, [name]));
  return lacking.length === 0
    ? undefined
    : `This token has permissions that you do not have: ${lacking.map(({ label }) => label).join(', ')}. Only somebody who has them can change or rotate it.`;
}

function EditExisting({ token, onReload }: { token: ApiToken; onReload: () => void }) {
  const navigate = useNavigate();
  const update = useUpdateToken();
  const missing = useMissingPermission('OrganizationAPITokenModify');
  const beyond = useBeyond(token);
  // Later reads must not take away what is typed here, nor hide that somebody else changed the token.
  const [read] = useState(token);
  const [start] = useState(() => draftOf(token));
  const leave = () => void navigate({ to: '/settings/api/tokens/$tokenId/', params: { tokenId: token.id } });
  return (
    <TokenEditor
      title="Edit API Token"
      token={read}
      start={start}
      readOnly={missing ?? beyond}
      saving={update}
      save={(input, onSaved) =>
        update.mutate(
          { id: read.id, updatedAt: read.updatedAt, ...input },
          {
            onSuccess: ({ name }) => {
              toast.success(`${name} saved`);
              onSaved();
            },
          },
        )
      }
      onReload={onReload}
      onSaved={leave}
      onCancel={leave}
    />
  );
}
