import { Button } from '../../../ui/inputs/button.tsx';
import { IconExternalLink } from '../../../ui/icons.ts';
import { SurroundingsMenu } from '../../../lib/value-menu/surroundings-menu.tsx';
import { timeOf, useValueMenu } from '../../../lib/value-menu/use-value-menu.tsx';
import { indicatorPath } from '../../../lib/value-menu/value-searches.ts';
import { JsonTree } from '../../../ui/text/json-tree.tsx';
import type { ResultEdge } from '../../../lib/data-lake/queries.ts';
import styles from './opened-row.module.css';

/** Fields shown in place; the others are in the whole event. */
const shownFields = 8;

/** A row opened in place on a phone: its own fields, and the ways on. */
export function OpenedRow(props: { edge: ResultEdge; indicator: string | undefined; onWhole: () => void }) {
  const { edge, indicator, onWhole } = props;
  const menuOf = useValueMenu();
  const entries = Object.entries(edge.node).filter(([, value]) => value !== null && value !== '');
  const own = entries.filter(([name]) => !name.startsWith('p_'));
  const first = Object.fromEntries((own.length > 0 ? own : entries).slice(0, shownFields));
  return (
    // The row itself closes on a tap; what is inside has actions of its own.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keeps taps from the row, does nothing itself
    <div className={styles.opened} onClick={(event) => event.stopPropagation()}>
      <JsonTree
        label="Event"
        value={first}
        openDepth={1}
        fieldMenu={(path, value) => menuOf({ path, value, event: edge.node }, { copies: true })}
      />
      <div className={styles.buttons}>
        <Button size="sm" onClick={onWhole}>
          Whole event
        </Button>
        <SurroundingsMenu event={edge.node} />
        {indicator !== undefined && (
          <a
            className={styles.link}
            href={indicatorPath(indicator, { event: edge.node, at: timeOf(edge.node) })}
            target="_blank"
            rel="noreferrer"
            aria-label={`Indicator Search for ${indicator}, opens in a new window`}
          >
            <IconExternalLink size={14} stroke={1.5} aria-hidden />
            Indicator Search
          </a>
        )}
      </div>
    </div>
  );
}

/** What a search for other traces of a row starts from: an address, else a name. */
export function indicatorOf({ node }: ResultEdge): string | undefined {
  for (const name of ['p_any_ip_addresses', 'p_any_domain_names', 'p_any_usernames']) {
    const value = node[name];
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' && first !== '') return first;
  }
  return undefined;
}
