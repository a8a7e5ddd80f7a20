import { useNavigate } from '@tanstack/react-router';
import { countOf } from '../../lib/format-number.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import {
  IconCopy,
  IconHistory,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconSearch,
  IconTrash,
} from '../../ui/icons.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import {
  readLinkedRules,
  useDeleteSavedSearches,
  useRunSavedSearch,
  useSwitchSavedSearches,
} from './queries.ts';
import type { SavedSearch } from './queries.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** What can be done to saved searches from their list. */
export function useSavedSearchActions({
  onRuns,
  onEdit,
}: {
  onRuns: (search: SavedSearch) => void;
  onEdit: (search: SavedSearch) => void;
}) {
  const navigate = useNavigate();
  const graphql = useGraphql();
  const confirm = useConfirm();
  const remove = useDeleteSavedSearches();
  const setEnabled = useSwitchSavedSearches();
  const run = useRunSavedSearch();
  const noModify = useMissingPermission('DataAnalyticsModify');

  const open = (search: SavedSearch) =>
    void navigate({ to: '/investigate/search/', search: { savedQueryId: search.id } });

  function switchTo(search: SavedSearch, enabled: boolean) {
    setEnabled.mutate(
      { ids: [search.id], enabled },
      {
        onSuccess: () =>
          toast.success(enabled ? `${search.name} runs by its schedule` : `${search.name} is paused`),
        onError: (error) =>
          toast.error({ title: `${search.name} is unchanged`, message: failureText(error) }),
      },
    );
  }

  /** A scheduled one runs with its rules; any other opens as a search that has begun. */
  async function runNow(search: SavedSearch) {
    try {
      const id = await run.mutateAsync(search.id);
      if (search.schedule) {
        toast.success({ title: `${search.name} runs`, message: 'Its rules judge the rows.' });
        onRuns(search);
      } else void navigate({ to: '/investigate/search/', search: { savedQueryId: search.id, queryId: id } });
    } catch (error) {
      toast.error({ title: `${search.name} was not run`, message: failureText(error) });
    }
  }

  /** Says what uses them before it asks. True when they are gone. */
  async function askDelete(searches: readonly SavedSearch[]): Promise<boolean> {
    const [first] = searches;
    if (!first) return false;
    const what =
      searches.length === 1 ? first.name : countOf(searches.length, 'saved search', 'saved searches');
    const users = await usesOf(searches);
    const isSure = await confirm({
      title: searches.length === 1 ? 'Delete Saved Search' : 'Delete Saved Searches',
      message:
        users.length === 0
          ? `Are you sure you want to delete ${what}? Its runs and their history go with it.`
          : `${what} cannot be deleted while scheduled rules judge its rows: ${users.join(', ')}. Change or delete these first; searches without rules can be deleted on their own.`,
      confirmLabel: users.length === 0 ? 'Delete' : 'Try all the same',
      danger: true,
    });
    if (!isSure) return false;
    try {
      await remove.mutateAsync({ ids: searches.map(({ id }) => id) });
      toast.success(`${what} deleted`);
      return true;
    } catch (error) {
      toast.error({ title: `${what} could not be deleted`, message: failureText(error) });
      return false;
    }
  }

  async function usesOf(searches: readonly SavedSearch[]): Promise<string[]> {
    // Who may not read rules is told by the server when the deletion is refused.
    const scheduled = searches.filter((search) => search.schedule !== null);
    const lists = await Promise.all(scheduled.map(({ id }) => readLinkedRules(graphql, id).catch(() => [])));
    return lists.flatMap((rules, index) =>
      rules.map((rule) => `${scheduled[index]?.name}: ${rule.displayName ?? rule.id}`),
    );
  }

  const menuOf = (search: SavedSearch): MenuEntry[] => [
    { label: 'Open in Search', icon: <IconSearch {...icon} />, onSelect: () => open(search) },
    {
      label: 'Run now',
      icon: <IconPlayerPlay {...icon} />,
      reason: search.schedule ? noModify : undefined,
      onSelect: () => void runNow(search),
    },
    ...(search.schedule
      ? [{ label: 'See its runs', icon: <IconHistory {...icon} />, onSelect: () => onRuns(search) }]
      : []),
    {
      label: 'Edit name, tags, schedule',
      icon: <IconPencil {...icon} />,
      reason: noModify,
      onSelect: () => onEdit(search),
    },
    { label: 'Copy name', icon: <IconCopy {...icon} />, onSelect: () => void copyText(search.name) },
    { kind: 'line' },
    ...(search.schedule
      ? [
          {
            label: search.schedule.disabled ? 'Enable the schedule' : 'Pause the schedule',
            icon: search.schedule.disabled ? <IconPlayerPlay {...icon} /> : <IconPlayerStop {...icon} />,
            reason: noModify,
            onSelect: () => switchTo(search, search.schedule?.disabled === true),
          },
        ]
      : []),
    {
      label: 'Delete',
      icon: <IconTrash {...icon} />,
      danger: true,
      reason:
        noModify ??
        (search.managed ? 'A managed saved search cannot be deleted. Pause it instead.' : undefined),
      onSelect: () => void askDelete([search]),
    },
  ];
  return { menuOf, open, switchTo, runNow, askDelete, noModify, isSwitching: setEnabled.isPending };
}
