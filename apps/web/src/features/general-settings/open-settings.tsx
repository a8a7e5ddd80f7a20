import { Note } from '../../ui/layout/note.tsx';
import type { SettingGroup } from './queries.ts';

/** What stands open by the settings as they are kept, said for as long as it does. */
export function OpenData({ group }: { group: SettingGroup }) {
  if (group.values['dataLakeAccessControl'] !== false) return undefined;
  return (
    <Note tone="warning" title="Data-lake access control is off">
      Everybody who may search sees the events of every log type, whatever log types their role names.
    </Note>
  );
}

export function OpenNetwork({ group }: { group: SettingGroup }) {
  if (group.values['privateAddresses'] !== 'all') return undefined;
  return (
    <Note tone="warning" title="All private addresses may be called">
      Whoever may edit a destination or a source reaches every server that this one reaches. Name the networks
      that are needed instead.
    </Note>
  );
}
