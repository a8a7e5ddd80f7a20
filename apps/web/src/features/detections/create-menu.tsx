import { stringifySearch } from '../../lib/search-params.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { listedKinds } from './kinds/known.ts';

/** Begins a detection of any kind that has a text of its own. */
export function CreateMenu() {
  const missing = {
    RuleModify: useMissingPermission('RuleModify'),
    PolicyModify: useMissingPermission('PolicyModify'),
  };
  const button = (disabledReason?: string) => (
    <Button
      variant="primary"
      icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
      disabledReason={disabledReason}
    >
      Create New
    </Button>
  );
  if (Object.values(missing).every((reason) => reason !== undefined)) return button(missing.RuleModify);
  return (
    <Menu
      label="Kinds of detections"
      position="bottom-end"
      entries={listedKinds.flatMap(({ newEntries, modify }) =>
        newEntries.map(({ label, search }) => ({
          label,
          to: `/build/detections/new/${stringifySearch({ ...search })}`,
          reason: missing[modify],
        })),
      )}
    >
      {button()}
    </Menu>
  );
}
