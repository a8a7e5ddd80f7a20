import { useState } from 'react';
import type { SidePanelProps } from '../../lib/side-panels.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { SideSheet } from '../../ui/overlays/side-sheet.tsx';
import { SchemaViewer } from './schema-viewer.tsx';

/** The schema viewer as a side panel with a tab per log type; a schema is loaded once its tab is opened. */
export default function SchemaSheet({ input: { names }, isOpen, onClose }: SidePanelProps<'schema-viewer'>) {
  const [chosen, setChosen] = useState<string>();
  const current = names.find((name) => name === chosen) ?? names[0];
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={names.length === 1 ? (names[0] ?? 'Schema') : 'Schemas'}
      width="schema"
    >
      {names.length > 1 && (
        <Tabs
          label="Log types"
          flush
          items={names.map((name) => ({ id: name, label: name }))}
          value={current ?? ''}
          onChange={setChosen}
        />
      )}
      {current !== undefined && <SchemaViewer key={current} name={current} />}
    </SideSheet>
  );
}
