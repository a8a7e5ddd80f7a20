import { isFilterable } from '../filter-request.ts';
import { parseTime } from '../format-time.ts';
import { usePermission } from '../session/session-context.tsx';
import { useOpenSidePanel } from '../side-panels.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { pathText } from '../../ui/text/json-lines.ts';
import type { JsonPath } from '../../ui/text/json-lines.ts';
import { copyText } from '../../ui/text/copy-button.tsx';
import { spans, surroundingsPath } from './surroundings.ts';
import { indicatorFieldIn, indicatorPath, isIndicatorLike, searchForPath } from './value-searches.ts';
import type { EventRow } from './value-searches.ts';

/** A value on the screen, and what is known of where it stands. */
export interface ValuePlace {
  /** Where it is in its event; the name of a column or attribute alone, where that is all. */
  path: JsonPath;
  value: unknown;
  event?: EventRow | undefined;
  /** The path leads through the event. False: it is of something said about the event. */
  isInEvent?: boolean;
  /** When it was seen; the event's time where there is an event. */
  at?: Date | undefined;
}

/** What can be done with a value here and nowhere else. */
export interface ValueActions {
  /** Narrows what is on the screen: only this value, without it, nothing but it. */
  narrow?: { keep: () => void; leaveOut: () => void; only?: () => void } | undefined;
  /** The same where narrowing leads to another page. */
  narrowPaths?: { keep: string; leaveOut: string } | undefined;
  /** The rule that shall get a filter; the one that judged the event where nothing is said. `none`: none can. */
  rule?: { ruleId: string | undefined; logType: string | undefined } | 'none' | undefined;
  /** What the place adds of its own. */
  more?: readonly MenuEntry[] | undefined;
  /** The place has entries for copying already. */
  copies?: boolean | undefined;
}

/** Text as it is, everything else as JSON. */
export const textOfValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? String(value));

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;
/** A filled text of an event. */
export function textIn(event: EventRow, name: string): string | undefined {
  const value = event[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Makes the one menu that every value has, wherever it stands. */
export function useValueMenu(): (place: ValuePlace, actions?: ValueActions) => MenuEntry[] {
  const maySearch = usePermission('DataAnalyticsRead');
  const openPanel = useOpenSidePanel();
  const mayFilter = usePermission('RuleModify');
  return (place, actions = {}) => {
    const { path, value, event } = place;
    const { narrow, narrowPaths, rule, more = [], copies = false } = actions;
    const at = place.at ?? timeOf(event);
    const isInEvent = place.isInEvent ?? true;
    const entries: MenuEntry[] = copies
      ? []
      : [
          { label: 'Copy value', onSelect: () => void copyText(textOfValue(value)) },
          ...(path.length > 0 ? [{ label: 'Copy path', onSelect: () => void copyText(pathText(path)) }] : []),
        ];
    if (maySearch && isIndicatorLike(value))
      entries.push({ label: 'Indicator Search', href: indicatorPath(value, { path, event, at }) });
    if (openPanel && mayFilter && isFilterable(value) && event && rule !== 'none' && isInEvent) {
      const { ruleId, logType } = rule ?? {
        ruleId: textIn(event, 'p_rule_id'),
        logType: textIn(event, 'p_log_type'),
      };
      const onSelect = () => openPanel('rule-filter', { ruleId, logType, path, value, event });
      entries.push({ label: 'Add to Filter', onSelect });
    }
    if (narrow) {
      entries.push(
        { kind: 'line' },
        { label: 'Add to search', onSelect: narrow.keep },
        { label: 'Exclude from search', onSelect: narrow.leaveOut },
        ...(narrow.only ? [{ label: 'Search for this only', onSelect: narrow.only }] : []),
      );
    } else if (maySearch && isPlain(value) && value !== null && path.length > 0) {
      entries.push(
        { kind: 'line' },
        { label: 'Search for this', to: searchForPath({ ...place, at }) },
        ...(narrowPaths
          ? [
              { label: 'Events of the alert with it', to: narrowPaths.keep },
              { label: 'Events of the alert without it', to: narrowPaths.leaveOut },
            ]
          : []),
      );
    }
    const field = indicatorFieldIn(event, value);
    if (maySearch && at && field !== undefined && typeof value === 'string')
      entries.push(
        { kind: 'heading', label: 'Around this event, with this value' },
        ...spans.map((minutes) => ({
          label: spanLabel(minutes),
          to: surroundingsPath(at, minutes, { field, value }),
        })),
      );
    if (more.length > 0) entries.push({ kind: 'line' }, ...more);
    return entries;
  };
}

export const spanLabel = (minutes: number) => `± ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;

/** When an event happened. */
export function timeOf(event: EventRow | undefined): Date | undefined {
  const time = event?.['p_event_time'];
  return typeof time === 'string' ? parseTime(time) : undefined;
}
