import { permissionsText } from '../../lib/permissions.ts';
import { RadioGroup } from '../../ui/inputs/choice.tsx';
import { FieldGroup } from '../../ui/inputs/field.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import type { Role } from './queries.ts';
import { samlDefaultLabel } from './user-form.ts';
import type { UserDraft, UserFaults } from './user-form.ts';
import styles from './users.module.css';

export interface UserFieldsProps {
  draft: UserDraft;
  onChange: (change: Partial<UserDraft>) => void;
  /** Only those that are to be shown. */
  faults: UserFaults;
  roles: readonly Role[];
  isReadOnly: boolean;
  /** Names and email are those of an identity provider. */
  fromProvider: boolean;
  /** Of people of the identity provider: the role that is their default, where it is known. */
  defaultRole: Role | undefined;
  isNew: boolean;
}

/** Who somebody is, and their role. */
export function UserFields(props: UserFieldsProps) {
  const { draft, onChange, faults, roles, isReadOnly, fromProvider, defaultRole, isNew } = props;
  const pseudoRole = {
    value: '',
    label: samlDefaultLabel(defaultRole?.name),
    help: 'What the settings of single sign-on say, whatever that is',
    disabled: isReadOnly,
  };
  const text = (name: 'givenName' | 'familyName' | 'email') => ({
    name,
    required: !fromProvider,
    disabled: isReadOnly || fromProvider,
    value: draft[name],
    onChange: (value: string) => onChange({ [name]: value }),
    error: faults[name],
  });
  return (
    <>
      <div className={styles.pair}>
        <TextInput label="First name" autoComplete="off" autoFocus={isNew} {...text('givenName')} />
        <TextInput label="Last name" autoComplete="off" {...text('familyName')} />
      </div>
      <TextInput label="Email" type="email" autoComplete="off" {...text('email')} />
      <FieldGroup label="Role" required error={faults.roleId}>
        <RadioGroup
          label="Role"
          cards
          options={[
            ...(fromProvider ? [pseudoRole] : []),
            ...roles.map((role) => ({
              value: role.id,
              label: role.name,
              help: factsOf(role),
              disabled: isReadOnly,
            })),
          ]}
          value={draft.roleId}
          onChange={(roleId) => onChange({ roleId })}
        />
      </FieldGroup>
    </>
  );
}

/** What tells roles apart at a glance. */
function factsOf({ permissions, logTypeAccessKind, requiresSecondFactor }: Role): string {
  const facts = [`${permissionsText(permissions)} permissions`];
  if (logTypeAccessKind === 'DENY_ALL') facts.push('no log types');
  else if (logTypeAccessKind !== 'ALLOW_ALL') facts.push('some log types only');
  if (requiresSecondFactor) facts.push('needs a second factor');
  return facts.join(', ');
}
