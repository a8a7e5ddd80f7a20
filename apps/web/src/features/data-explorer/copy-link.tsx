import { stringifySearch } from '../../lib/search-params.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { IconLink } from '../../ui/icons.ts';
import { copyText } from '../../ui/text/copy-button.tsx';
import { defaultDatabase } from './query-tabs.ts';
import type { QueryTab } from './query-tabs.ts';

/** Servers and mail programs cut what is longer. */
const longestLink = 8000;

/** The address that opens the text of a tab with somebody else. */
export function linkOf({ text, database }: QueryTab, origin: string): string {
  const search = stringifySearch({ q: text, ...(database === defaultDatabase ? {} : { database }) });
  return `${origin}/investigate/data-explorer/${search}`;
}

/** Copies a link to the query of the open tab. */
export function CopyLink({ tab, isNarrow }: { tab: QueryTab; isNarrow: boolean }) {
  const link = linkOf(tab, window.location.origin);
  const shared = {
    disabledReason:
      tab.text.trim() === ''
        ? 'Write a query first'
        : link.length > longestLink
          ? 'The query is too long for a link. Save it, and share the saved search'
          : undefined,
    onClick: () => void copyText(link),
  };
  const icon = <IconLink size={16} stroke={1.5} aria-hidden />;
  return isNarrow ? (
    <IconButton label="Copy link" {...shared}>
      {icon}
    </IconButton>
  ) : (
    <Button variant="quiet" icon={icon} {...shared}>
      Copy link
    </Button>
  );
}
