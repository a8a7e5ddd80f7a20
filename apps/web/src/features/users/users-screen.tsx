import { useState } from 'react';
import { documentation } from '../../lib/documentation.ts';
import { useFeatureFlag } from '../../lib/app-config.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { IconPencil, IconPlus } from '../../ui/icons.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { usePeople } from './queries.ts';
import type { WithPassword } from './queries.ts';
import { ShownOnceDialog } from './shown-once.tsx';
import type { ShownOnce } from './shown-once.tsx';
import { SupportAccess } from './support-access.tsx';
import { UserList } from './user-list.tsx';
import type { UserSearch } from './user-list-search.ts';
import { UserSheet } from './user-sheet.tsx';
import { useUserMenu } from './use-user-menu.tsx';

export interface UsersScreenProps {
  search: UserSearch;
  onSearch: (change: Partial<UserSearch>) => void;
}

/** The people of the installation, with the panel that the address names beside them. */
export function UsersScreen({ search, onSearch }: UsersScreenProps) {
  const missing = useMissingPermission('UserModify');
  const isMailSetUp = usePeople().data?.isMailSetUp ?? false;
  const [shown, setShown] = useState<ShownOnce>();
  const hasSupport = useFeatureFlag('ENABLE_SUPPORT_SIGN_IN');
  const [isLetting, setLetting] = useState(false);
  const close = () => onSearch({ invite: undefined, edit: undefined });
  function tellOf({ user, temporaryPassword }: WithPassword) {
    if (temporaryPassword === null) toast.success(`A temporary password is mailed to ${user.email}`);
    else setShown({ kind: 'password', user, password: temporaryPassword });
  }
  const menuOf = useUserMenu({
    isMailSetUp,
    onPassword: tellOf,
    onLink: (user, url) => setShown({ kind: 'link', user, url }),
  });
  const panel = search.invite ? 'invite' : search.edit;
  return (
    <Page title="Users">
      <PageHeader
        title="Users"
        docHref={documentation.people}
        actions={
          <>
            {hasSupport && (
              <Button disabledReason={missing} onClick={() => setLetting(true)}>
                Let support in
              </Button>
            )}
            <Button
              variant="primary"
              icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
              disabledReason={missing}
              onClick={() => onSearch({ invite: true, edit: undefined })}
            >
              Invite User
            </Button>
          </>
        }
      />
      <UserList
        search={search}
        onSearch={onSearch}
        menuOf={(user) => [
          {
            label: 'Edit',
            icon: <IconPencil size={16} stroke={1.5} aria-hidden />,
            reason: missing,
            onSelect: () => onSearch({ invite: undefined, edit: user.id }),
          },
          ...menuOf(user),
        ]}
      />
      {panel !== undefined && (
        <UserSheet
          // Another person is another form.
          key={panel}
          id={search.invite ? undefined : search.edit}
          onClose={close}
          menuOf={menuOf}
          onInvited={(invited) => {
            close();
            tellOf(invited);
          }}
        />
      )}
      {shown && <ShownOnceDialog shown={shown} onClose={() => setShown(undefined)} />}
      {isLetting && <SupportAccess onClose={() => setLetting(false)} />}
    </Page>
  );
}
