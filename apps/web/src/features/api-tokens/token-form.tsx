import { permissions } from '@margay/auth/permissions';
import { useState } from 'react';
import { useLogTypes } from '../../editor/python/use-log-types.ts';
import { LogTypeAccessInput } from '../../lib/access/log-type-access-input.tsx';
import { PermissionGrid } from '../../lib/access/permission-grid.tsx';
import type { Permission } from '../../lib/permissions.ts';
import { useUser } from '../../lib/session/session-context.tsx';
import type { RadioOption } from '../../ui/inputs/choice.tsx';
import { Select, TagInput } from '../../ui/inputs/select.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { SearchBox } from '../../ui/layout/toolbar.tsx';
import { Time } from '../../ui/marks/time.tsx';
import styles from './api-tokens.module.css';
import type { ApiToken } from './queries.ts';
import { isAnywhere } from './token-facts.tsx';
import { endOf } from './token-draft.ts';
import type { DraftAccess, Expires, TokenDraft, TokenFaults } from './token-draft.ts';
import { useTimeZone } from '../../lib/time-zone.tsx';

export interface TokenFormProps {
  /** The token as it is kept; undefined for a new one. */
  token: ApiToken | undefined;
  draft: TokenDraft;
  change: (part: Partial<TokenDraft>) => void;
  faults: TokenFaults;
  isReadOnly: boolean;
}

const ends: readonly { value: Expires; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '180', label: 'In 180 days' },
  { value: '365', label: 'In 365 days' },
  { value: 'date', label: 'On a date' },
];

/** The fields of a token. */
export function TokenForm(props: TokenFormProps) {
  const { draft, change, faults, isReadOnly } = props;
  const held = useUser()?.permissions;
  const [search, setSearch] = useState('');
  const refusalOf = (name: Permission) =>
    held?.has(name) ? undefined : 'You do not have this permission, so you cannot give it to a token.';
  return (
    <>
      <Card title="Token">
        <div className={styles.fields}>
          <TextInput
            label="Name"
            required
            autoFocus={props.token === undefined}
            readOnly={isReadOnly}
            maxLength={100}
            help="What uses it, for instance “Build server”"
            value={draft.name}
            onChange={(name) => change({ name })}
            error={faults.name}
          />
          <ExpiryFields {...props} />
          <TagInput
            label="Allowed networks"
            className={styles.wide}
            placeholder="203.0.113.0/24"
            help="Requests from elsewhere are refused. Without any, the token can be used from anywhere."
            disabled={isReadOnly}
            value={draft.networks}
            onChange={(networks) => change({ networks })}
            error={faults.allowedCIDRBlocks}
          />
        </div>
      </Card>
      <div className={styles.permissionHead}>
        <h2 className={styles.title}>Permissions</h2>
        <span className={styles.quiet}>
          {`${draft.held.size} of ${permissions.length}. Manage includes View.`}
        </span>
        <SearchBox label="Find a permission" isPageSearch value={search} onChange={setSearch} />
      </div>
      {faults.permissions !== undefined && <Note tone="danger">{faults.permissions}</Note>}
      <PermissionGrid
        holder="token"
        held={draft.held}
        onHeld={(next) => change({ held: next })}
        search={search}
        onClearSearch={() => setSearch('')}
        isReadOnly={isReadOnly}
        refusalOf={refusalOf}
      />
    </>
  );
}

/** What a token may read, and what its maker should think of. */
export function TokenRail(props: TokenFormProps) {
  const { draft, isReadOnly } = props;
  return (
    <>
      <AccessCard {...props} />
      {!isReadOnly && draft.held.has('UserModify') && (
        <Note tone="warning" title="Manage Users">
          is full administration: whoever has this token can give every other permission.
        </Note>
      )}
      {!isReadOnly && isAnywhere(draft.networks) && draft.expires === 'never' && (
        <Note>
          Used from anywhere and without an end: whoever finds the value can use it until somebody notices.
        </Note>
      )}
    </>
  );
}

function ExpiryFields({ token, draft, change, faults, isReadOnly }: TokenFormProps) {
  const zone = useTimeZone();
  const [now] = useState(() => new Date());
  const isDate = draft.expires === 'date';
  const end = isDate && draft.day === '' ? undefined : endOf(draft, now, zone);
  return (
    <div className={styles.stack}>
      <Select
        label="Expires"
        disabled={isReadOnly}
        options={token?.expiresAt == null ? ends : [{ value: 'keep', label: 'As it is' }, ...ends]}
        value={draft.expires}
        onChange={(expires) => expires !== null && change({ expires })}
        help={
          draft.expires === 'keep' ? (
            <Time at={token?.expiresAt} format="absolute" />
          ) : (
            end && <Time at={end} format="absolute" />
          )
        }
        error={isDate ? undefined : faults.expiresAt}
      />
      {isDate && (
        <TextInput
          type="date"
          label="Last day"
          required
          value={draft.day}
          onChange={(day) => change({ day })}
          error={faults.expiresAt}
        />
      )}
    </div>
  );
}

function AccessCard({ token, draft, change, faults, isReadOnly }: TokenFormProps) {
  const isLimited = useUser()?.isLimitedByLogType === true;
  const known = useLogTypes().data ?? [];
  const own: RadioOption<DraftAccess> = {
    value: 'OWN',
    label: 'What you may read',
    help: isLimited ? 'The log types of your role as it is now' : 'All log types, and those added later',
  };
  const all: RadioOption<DraftAccess> = {
    value: 'ALLOW_ALL',
    label: 'All log types',
    ...(isLimited && { disabled: true, help: 'You may not read all log types yourself.' }),
  };
  return (
    <Card title="Log-type access">
      <LogTypeAccessInput
        kinds={[
          token === undefined ? own : all,
          {
            value: 'ALLOW',
            label: 'Allow selected',
            help: 'Alerts, searches and raw events show only these',
          },
          { value: 'DENY', label: 'Deny selected', help: 'All others, and new ones too' },
          { value: 'DENY_ALL', label: 'None' },
        ]}
        kind={draft.kind}
        logTypes={draft.logTypes}
        onKind={(kind) => change({ kind })}
        onLogTypes={(logTypes) => change({ logTypes })}
        known={known}
        fault={faults.logTypeAccess}
        isReadOnly={isReadOnly}
      />
      {faults.logTypeAccess !== undefined && draft.kind !== 'ALLOW' && draft.kind !== 'DENY' && (
        <Note tone="danger">{faults.logTypeAccess}</Note>
      )}
    </Card>
  );
}
