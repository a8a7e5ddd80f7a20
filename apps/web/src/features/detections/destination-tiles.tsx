import { useDestinations } from '../../lib/destination-overrides/queries.ts';
import { VendorTile } from '../../ui/marks/avatar.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import shared from './detections.module.css';
import styles from './rule-list.module.css';

/** Tiles of the destinations a rule names itself; the rest are counted. */
export function DestinationTiles({ ids, shown = 3 }: { ids: readonly string[]; shown?: number }) {
  const { data: destinations = [] } = useDestinations();
  const nameOf = (id: string) =>
    destinations.find((destination) => destination.outputId === id)?.displayName ?? 'Deleted destination';
  if (ids.length === 0) return <span className={shared.quiet}>By severity</span>;
  const rest = ids.slice(shown);
  return (
    <Tooltip label={ids.map(nameOf).join(', ')}>
      <span className={styles.tiles}>
        {ids.slice(0, shown).map((id) => (
          <VendorTile key={id} name={nameOf(id)} />
        ))}
        {rest.length > 0 && <Badge>{`+${rest.length}`}</Badge>}
      </span>
    </Tooltip>
  );
}

/** The first log types of a rule; the rest are counted, and named in the tooltip. */
export function LogTypeList({ logTypes, shown = 1 }: { logTypes: readonly string[]; shown?: number }) {
  const rest = logTypes.slice(shown);
  const text = (
    <span className={styles.logTypes}>
      <span className={shared.ellipsis}>{logTypes.slice(0, shown).join(', ') || '–'}</span>
      {rest.length > 0 && <Badge>{`+${rest.length}`}</Badge>}
    </span>
  );
  return rest.length > 0 ? <Tooltip label={logTypes.join(', ')}>{text}</Tooltip> : text;
}
