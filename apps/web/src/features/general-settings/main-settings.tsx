import { useMissingPermission, usePermission } from '../../lib/session/session-context.tsx';
import { useTimeZoneSetting } from '../../lib/time-zone.tsx';
import { RadioGroup, Switch } from '../../ui/inputs/choice.tsx';
import { useSetSignInPolicy, useSetTimeZone, useSignInPolicy } from './queries.ts';
import { SettingCard } from './setting-card.tsx';

const zones = [
  { value: 'UTC', label: 'UTC', help: 'The same times for everybody, as most logs write them' },
  { value: 'Local', label: 'Local', help: 'The time zone of each person’s browser' },
] as const;

/** What everybody sees the effect of. */
export function MainSettings() {
  const missing = useMissingPermission('GeneralSettingsModify');
  const maySeePolicy = usePermission(['GeneralSettingsRead', 'UserRead']);
  const { installationZone } = useTimeZoneSetting();
  const policy = useSignInPolicy(maySeePolicy).data;
  const setZone = useSetTimeZone();
  const setPolicy = useSetSignInPolicy();
  return (
    <>
      <SettingCard
        title="Time zone"
        kept={installationZone}
        missing={missing}
        save={(zone) => setZone.mutateAsync(zone)}
      >
        {(zone, change) => (
          <RadioGroup
            label="How times are shown, unless somebody chooses otherwise"
            options={zones.map((option) => ({ ...option, disabled: missing !== undefined }))}
            value={zone}
            onChange={change}
          />
        )}
      </SettingCard>
      {policy && (
        <SettingCard
          title="Sign-in"
          kept={policy.requireSecondFactor}
          missing={missing}
          save={(requireSecondFactor) => setPolicy.mutateAsync({ requireSecondFactor })}
        >
          {(isRequired, change) => (
            <Switch
              label="Everybody signs in with a second factor"
              help="Who has none sets one up at their next sign-in. Without this, a role can still require one."
              checked={isRequired}
              onChange={change}
              disabled={missing !== undefined}
            />
          )}
        </SettingCard>
      )}
    </>
  );
}
