import { useState } from 'react';
import { SchemaSlot } from '../../../lib/data-lake/slots.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { IconBook } from '../../../ui/icons.ts';

/** Opens the schemas of the log types that were found. */
export function SchemaButton({ logTypes }: { logTypes: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  if (logTypes.length === 0) return null;
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        icon={<IconBook size={16} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {logTypes.length === 1 ? 'Schema' : 'Schemas'}
      </Button>
      <SchemaSlot.Place names={isOpen ? logTypes : none} onClose={() => setOpen(false)} />
    </>
  );
}

const none: string[] = [];
