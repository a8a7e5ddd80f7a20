import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { IconCopy, IconDots } from '../../ui/icons.ts';
import { ButtonLink, IconButton } from '../../ui/inputs/button.tsx';
import { Page, PageBody } from '../../ui/layout/page.tsx';
import { SkeletonLines } from '../../ui/layout/states.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { useRole } from './queries.ts';
import type { Role } from './queries.ts';
import { copyOf, draftOf, newRole } from './role-draft.ts';
import { RoleEditor } from './role-editor.tsx';
import { useRoleActions } from './use-role-actions.tsx';

const skeleton = (
  <PageBody>
    <SkeletonLines lines={12} />
  </PageBody>
);

function useLeave() {
  const navigate = useNavigate();
  return () => void navigate({ to: '/settings/roles/' });
}

/** Changes a role that exists, or shows it to those who may not. */
export function RoleEditScreen({ id }: { id: string }) {
  const { role, refetch } = useRole(id);
  const missing = useMissingPermission('UserModify');
  const [reloads, setReloads] = useState(0);
  const title = missing === undefined && role?.isReserved !== true ? 'Edit User Role' : 'User Role';
  return (
    <Page title={title} scroll>
      {role ? (
        <EditExisting
          key={reloads}
          title={title}
          role={role}
          missing={missing}
          onReload={() => void refetch().then(() => setReloads(reloads + 1))}
        />
      ) : (
        skeleton
      )}
    </Page>
  );
}

interface EditProps {
  title: string;
  role: Role;
  missing: string | undefined;
  onReload: () => void;
}

function EditExisting({ title, role, missing, onReload }: EditProps) {
  // Later reads must not take away what is typed here, nor hide that somebody else changed the role.
  const [read] = useState(role);
  const [start] = useState(() => draftOf(role));
  const [isGone, setGone] = useState(false);
  const actions = useRoleActions({ onDeleted: () => setGone(true) });
  const leave = useLeave();
  const copy = (
    <ButtonLink
      to="/settings/roles/new/"
      search={{ clone: role.id }}
      icon={<IconCopy size={16} stroke={1.5} aria-hidden />}
    >
      Make another role from it
    </ButtonLink>
  );
  return (
    <RoleEditor
      title={title}
      role={read}
      start={start}
      readOnly={
        missing !== undefined
          ? { text: missing }
          : role.isReserved
            ? {
                text: `${role.name} has every permission and stays as it is, so that somebody can always manage the others.`,
                action: copy,
              }
            : undefined
      }
      actions={
        missing === undefined && (
          <Menu label="More actions" position="bottom-end" entries={actions.commonMenu(role)}>
            <IconButton label="More actions">
              <IconDots size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </Menu>
        )
      }
      onReload={onReload}
      onLeave={leave}
      isGone={isGone}
    />
  );
}

/** Makes a role, from nothing or from another one. */
export function NewRoleScreen({ clone }: { clone?: string | undefined }) {
  return (
    <Page title="Create a User Role" scroll>
      {clone === undefined ? <EditNew /> : <CopyRole key={clone} id={clone} />}
    </Page>
  );
}

function CopyRole({ id }: { id: string }) {
  const { role } = useRole(id);
  return role ? <EditNew role={role} /> : skeleton;
}

function EditNew({ role }: { role?: Role }) {
  const [start] = useState(() => (role ? copyOf(role) : newRole()));
  return <RoleEditor title="Create a User Role" start={start} onLeave={useLeave()} />;
}
