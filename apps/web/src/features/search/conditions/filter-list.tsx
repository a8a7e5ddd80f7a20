import { useMemo, useState } from 'react';
import { Popover } from '../../../ui/overlays/menu.tsx';
import { PickList } from '../../../ui/inputs/pick-list.tsx';
import { ChoiceButton } from './choice-button.tsx';
import { fieldOption } from './condition-row.tsx';
import type { ConditionGroup } from './conditions.ts';
import { filterEntriesOf, selectionOrder, toggleFilter } from './filter-entries.ts';
import type { FilterField } from './filter-fields.ts';

/** Every field to filter by, each on or off: several conditions without opening a picker for each. */
export function FilterList(props: {
  groups: readonly ConditionGroup[];
  fields: readonly FilterField[];
  onChange: (groups: ConditionGroup[]) => void;
}) {
  const { groups, fields, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const entries = useMemo(() => filterEntriesOf(fields, groups), [fields, groups]);
  const selected = selectionOrder(groups);
  return (
    <Popover
      label="Filters"
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      width={400}
      target={
        <ChoiceButton
          isSmall
          label="Filters"
          value={selected.length === 0 ? 'None' : String(selected.length)}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
        />
      }
    >
      <PickList
        label="Fields to filter by"
        searchLabel="Field or path"
        options={entries.map(fieldOption)}
        selected={new Set(selected)}
        onPick={(key) => {
          const entry = entries.find((known) => known.key === key);
          if (entry) onChange(toggleFilter(groups, entry));
        }}
        multiple
      />
    </Popover>
  );
}
