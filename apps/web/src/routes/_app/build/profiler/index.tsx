import { createFileRoute } from '@tanstack/react-router';
import { BuildTabs } from '../../../../features/detections/build-tabs.tsx';
import { ProfileList } from '../../../../features/profiler/profile-list.tsx';
import {
  profileSorts,
  profileStates,
  profileWindows,
} from '../../../../features/profiler/profile-list-search.ts';
import type { ProfileWindow } from '../../../../features/profiler/profile-list-search.ts';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import {
  listOf,
  listOfText,
  oneOfOr,
  listChange,
  readLinkSearch,
  text,
  whole,
} from '../../../../lib/search-params.ts';
import { Page, PageHeader } from '../../../../ui/layout/page.tsx';

const readWindow = (value: unknown): ProfileWindow => {
  const hours = whole()(value);
  return profileWindows.find((window) => window === hours) ?? 24;
};

const readParams = readLinkSearch({
  hours: readWindow,
  sortBy: oneOfOr(profileSorts, 'coreShare'),
  sortDir: oneOfOr(['ascending', 'descending'], 'descending'),
  search: text(),
  state: listOf(profileStates),
  logTypes: listOfText(),
  detection: text(),
});

export const Route = createFileRoute('/_app/build/profiler/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="Profiler">
      <PageHeader title="Profiler" docHref={documentation.detections} />
      <BuildTabs />
      <ProfileList search={search} onSearch={(change) => void navigate(listChange(change))} />
    </Page>
  );
}
