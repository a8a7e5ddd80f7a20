import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useTimeZoneSetting } from '../../lib/time-zone.tsx';
import { RadioGroup } from '../../ui/inputs/choice.tsx';
import { useSetTimeZone } from './queries.ts';
import { SettingCard } from './setting-card.tsx';

const zones = [
  { value: 'UTC', label: 'UTC', help: 'The same times for everybody, as most logs write them' },
  { value: 'Local', label: 'Local', help: 'The time zone of each person’s browser' },
] as const;

/** What everybody sees the effect of. */
export function MainSettings() {
  const missing = useMissingPermission('GeneralSettingsModify');
  const { installationZone } = useTimeZoneSetting();
  const setZone = useSetTimeZone();
  return (
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
  );
}
