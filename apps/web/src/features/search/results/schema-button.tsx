import { useOpenSidePanel } from '../../../lib/side-panels.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { IconBook } from '../../../ui/icons.ts';

/** Opens the schemas of the log types that were found. */
export function SchemaButton({ logTypes }: { logTypes: readonly string[] }) {
  const openPanel = useOpenSidePanel();
  if (logTypes.length === 0) return null;
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={<IconBook size={16} stroke={1.5} aria-hidden />}
      onClick={() => openPanel?.('schema-viewer', { names: logTypes })}
    >
      {logTypes.length === 1 ? 'Schema' : 'Schemas'}
    </Button>
  );
}
