import { permissions } from '@margay/auth/permissions';
import { useLogTypes } from '../../editor/python/use-log-types.ts';
import { LogTypeAccessInput } from '../../lib/access/log-type-access-input.tsx';
import type { LogTypeAccessKind } from '../../lib/access/log-type-access.ts';
import { countOf } from '../../lib/format-number.ts';
import { IconArrowRight, IconMinus, IconPlus } from '../../ui/icons.ts';
import { Checkbox } from '../../ui/inputs/choice.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { VisuallyHidden } from '../../ui/layout/states.tsx';
import type { Role } from './queries.ts';
import type { Change, RoleDraft } from './role-draft.ts';
import styles from './roles.module.css';

const kinds: readonly { value: LogTypeAccessKind; label: string; help?: string }[] = [
  { value: 'ALLOW_ALL', label: 'All log types' },
  { value: 'DENY_ALL', label: 'None' },
  {
    value: 'ALLOW',
    label: 'Allow selected',
    help: 'Alerts, searches, raw events and CSV show only these',
  },
  { value: 'DENY', label: 'Deny selected', help: 'All others, and new ones too' },
];

interface AccessProps {
  draft: RoleDraft;
  change: (part: Partial<RoleDraft>) => void;
  fault: string | undefined;
  isReadOnly: boolean;
}

/** Of which logs somebody with this role sees anything, and how they sign in. */
export function AccessCards({ draft, change, fault, isReadOnly }: AccessProps) {
  const known = useLogTypes().data ?? [];
  return (
    <>
      <Card title="Log-type access">
        <LogTypeAccessInput
          kinds={kinds}
          kind={draft.kind}
          logTypes={draft.logTypes}
          onKind={(kind) => change({ kind })}
          onLogTypes={(logTypes) => change({ logTypes })}
          known={known}
          fault={fault}
          isReadOnly={isReadOnly}
        />
      </Card>
      <Card title="Sign-in">
        <Checkbox
          label="Requires a second factor"
          help="Who has none yet sets it up at the next sign-in."
          disabled={isReadOnly}
          checked={draft.requiresSecondFactor}
          onChange={(requiresSecondFactor) => change({ requiresSecondFactor })}
        />
      </Card>
    </>
  );
}

const marks: Record<Change['kind'], { Mark: typeof IconPlus; words: string }> = {
  gives: { Mark: IconPlus, words: 'Gives' },
  takes: { Mark: IconMinus, words: 'Takes away' },
  changes: { Mark: IconArrowRight, words: 'Changes' },
};

function effectText(role: Role | undefined, changes: readonly Change[]): string {
  if (role === undefined) return 'Nobody has this role yet.';
  const people =
    role.userCount === 0
      ? 'Nobody has this role.'
      : `${countOf(role.userCount, 'person has', 'people have')} this role.`;
  return role.userCount > 0 && changes.length > 0 ? `${people} The change counts at once.` : people;
}

export interface ChangesProps {
  /** The role as it is kept; undefined for a new one. */
  role: Role | undefined;
  draft: RoleDraft;
  changes: readonly Change[];
  isReadOnly: boolean;
}

/** What saving gives and takes away, and from how many people. */
export function ChangesCard({ role, draft, changes, isReadOnly }: ChangesProps) {
  return (
    <Card
      title={isReadOnly ? 'Summary' : 'Changes'}
      actions={
        <span className={styles.quiet}>{`${draft.held.size} of ${permissions.length} permissions`}</span>
      }
    >
      {changes.length > 0 && (
        <ul className={styles.changes} aria-label="Changes">
          {changes.map(({ kind, text }) => {
            const { Mark, words } = marks[kind];
            return (
              <li key={`${kind} ${text}`} data-kind={kind}>
                <Mark size={14} stroke={1.5} aria-hidden />
                <span>
                  <VisuallyHidden>{`${words}: `}</VisuallyHidden>
                  {text}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <p className={styles.effect}>{effectText(role, changes)}</p>
    </Card>
  );
}

/** What is to be known before somebody saves this. */
export function RoleWarnings({ draft, isOwn }: { draft: RoleDraft; isOwn: boolean }) {
  return (
    <>
      {isOwn && <Note tone="warning">This is your own role. What it loses, you lose.</Note>}
      {draft.held.has('UserModify') && (
        <Note tone="warning" title="Manage Users">
          gives full administration: whoever has it can grant themselves every other permission.
        </Note>
      )}
    </>
  );
}
