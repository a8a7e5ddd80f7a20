import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../inputs/button.tsx';
import { Checkbox } from '../inputs/choice.tsx';
import { IconFilter, IconPlus, IconX } from '../icons.ts';
import { Menu, Popover } from '../overlays/menu.tsx';
import { MultiSelect } from '../inputs/select.tsx';
import type { Option } from '../inputs/select.tsx';
import styles from '../layout/toolbar.module.css';

/** One thing a list can be filtered by. `values` empty means: not in force. */
export interface Filter {
  id: string;
  label: string;
  options: readonly Option[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** Between label and value; `is` when left out. */
  operator?: string;
}

/** Few options show as check boxes, more as a list to search. */
const checkBoxesUpTo = 8;

function valueText(filter: Filter): string {
  const labelOf = (value: string) => filter.options.find((option) => option.value === value)?.label ?? value;
  const [first, second, ...rest] = filter.values.map(labelOf);
  if (first === undefined) return 'any';
  if (second === undefined) return first;
  return rest.length === 0 ? `${first}, ${second}` : `${first}, ${rest.length + 1} more`;
}

function FilterEditor({ filter }: { filter: Filter }) {
  if (filter.options.length <= checkBoxesUpTo) {
    return (
      <div className={styles.editor} role="group" aria-label={filter.label}>
        {filter.options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={filter.values.includes(option.value)}
            onChange={(checked) =>
              filter.onChange(
                checked
                  ? [...filter.values, option.value]
                  : filter.values.filter((value) => value !== option.value),
              )
            }
          />
        ))}
      </div>
    );
  }
  return (
    <MultiSelect
      label={filter.label}
      options={filter.options}
      value={filter.values}
      onChange={filter.onChange}
    />
  );
}

/** `field | operator | value | ×`; the value opens its editor. */
export function FilterChip(props: {
  label: string;
  operator?: string;
  value: ReactNode;
  onRemove: () => void;
  onEdit?: () => void;
}) {
  const { label, operator = 'is', value, onRemove, onEdit } = props;
  return (
    <span className={styles.chip}>
      <span className={styles.name}>{label}</span>
      <span className={styles.name}>{operator}</span>
      <button
        type="button"
        className={styles.value}
        onClick={onEdit}
        aria-label={`Edit filter ${label}${typeof value === 'string' ? `: ${value}` : ''}`}
        aria-haspopup="dialog"
      >
        {value}
      </button>
      <button
        type="button"
        className={styles.remove}
        onClick={onRemove}
        aria-label={`Remove filter ${label}`}
      >
        <IconX size={14} stroke={1.5} aria-hidden />
      </button>
    </span>
  );
}

/**
 * Filters of a list: a chip for each in force, "Filter" to add one, "Clear". The state belongs in the address; this
 * component only shows and changes it.
 */
export function FilterBar({ filters, onClear }: { filters: readonly Filter[]; onClear?: () => void }) {
  const [editing, setEditing] = useState<string>();
  const shown = filters.filter((filter) => filter.values.length > 0 || filter.id === editing);
  const addable = filters.filter((filter) => !shown.includes(filter));
  const activeCount = filters.filter((filter) => filter.values.length > 0).length;
  const clear = onClear ?? (() => filters.forEach((filter) => filter.onChange([])));
  return (
    <div className={styles.filters}>
      {shown.map((filter) => (
        <Popover
          key={filter.id}
          label={`Filter ${filter.label}`}
          isOpen={editing === filter.id}
          onClose={() => setEditing(undefined)}
          isTargetButton={false}
          target={
            <span style={{ display: 'inline-flex' }}>
              <FilterChip
                label={filter.label}
                value={valueText(filter)}
                {...(filter.operator === undefined ? {} : { operator: filter.operator })}
                onEdit={() => setEditing(filter.id)}
                onRemove={() => {
                  setEditing(undefined);
                  filter.onChange([]);
                }}
              />
            </span>
          }
        >
          <FilterEditor filter={filter} />
        </Popover>
      ))}
      {addable.length > 0 && (
        <Menu
          label="Add filter"
          entries={addable.map((filter) => ({ label: filter.label, onSelect: () => setEditing(filter.id) }))}
        >
          <Button
            variant="quiet"
            size="sm"
            icon={
              activeCount === 0 ? (
                <IconFilter size={16} stroke={1.5} aria-hidden />
              ) : (
                <IconPlus size={16} stroke={1.5} aria-hidden />
              )
            }
          >
            Filter
          </Button>
        </Menu>
      )}
      {activeCount > 0 && (
        <Button variant="quiet" size="sm" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  );
}
