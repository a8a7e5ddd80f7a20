import { useState } from 'react';
import { Button, IconButton } from '../inputs/button.tsx';
import { Checkbox } from '../inputs/choice.tsx';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '../icons.ts';
import { Popover } from '../overlays/menu.tsx';
import type { ColumnPreferences } from './column-preferences.ts';

/** Shows, hides and moves columns. */
export function ColumnMenu<Row>({ preferences }: { preferences: ColumnPreferences<Row> }) {
  const [isOpen, setOpen] = useState(false);
  const shownCount = preferences.columns.length;
  const ids = preferences.all.map((entry) => entry.column.id);
  return (
    <Popover
      label="Columns"
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      target={
        <IconButton label="Columns" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconColumns3 size={16} stroke={1.5} aria-hidden />
        </IconButton>
      }
    >
      <div style={{ display: 'grid', gap: 6 }}>
        {preferences.all.map(({ column, isShown }, index) => (
          <div key={column.id} style={{ display: 'flex', alignItems: 'center', gap: 4 }}>
            <span style={{ flex: 1, minWidth: 0 }}>
              <Checkbox
                label={column.header}
                checked={isShown}
                disabled={isShown && shownCount === 1}
                onChange={(shown) => preferences.setShown(column.id, shown)}
              />
            </span>
            <IconButton
              size="xs"
              label={`Move ${column.header} up`}
              disabled={index === 0}
              onClick={() => preferences.move(column.id, ids[index - 1])}
            >
              <IconArrowUp size={14} stroke={1.5} aria-hidden />
            </IconButton>
            <IconButton
              size="xs"
              label={`Move ${column.header} down`}
              disabled={index === ids.length - 1}
              onClick={() => preferences.move(column.id, ids[index + 2])}
            >
              <IconArrowDown size={14} stroke={1.5} aria-hidden />
            </IconButton>
          </div>
        ))}
        <Button size="sm" variant="quiet" onClick={preferences.reset}>
          Reset columns
        </Button>
      </div>
    </Popover>
  );
}
