import { documentation } from '../../lib/documentation.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { usePermission } from '../../lib/session/session-context.tsx';
import { Page, PageBody, PageHeader } from '../../ui/layout/page.tsx';
import { FailedState } from '../../ui/layout/states.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { groupParts } from './group-parts.ts';
import { MainSettings } from './main-settings.tsx';
import { useSettingGroups } from './queries.ts';
import { SettingGroupForm } from './setting-group-form.tsx';

const main = 'main';

/** What holds for everybody here, a tab for each group of settings that the server has. */
export function GeneralSettings({ tab, onTab }: { tab: string; onTab: (tab: string) => void }) {
  const mayRead = usePermission(['GeneralSettingsRead']);
  const groups = useSettingGroups(mayRead);
  const shown = groups.data?.find(({ id }) => id === tab);
  return (
    <Page title="General settings" scroll>
      <PageHeader title="General settings" docHref={documentation.generalSettings} />
      {groups.data !== undefined && groups.data.length > 0 && (
        <Tabs
          label="Groups of settings"
          items={[
            { id: main, label: 'General' },
            ...groups.data.map(({ id, title }) => ({ id, label: title })),
          ]}
          value={shown?.id ?? main}
          onChange={(id) => onTab(id === main ? '' : id)}
        />
      )}
      <PageBody width="form">
        {groups.error && (
          <FailedState
            title="The settings could not be loaded"
            message={failureText(groups.error)}
            onRetry={() => void groups.refetch()}
          />
        )}
        {shown ? <SettingGroupForm key={shown.id} group={shown} /> : <MainSettings />}
        {shown && groupParts[shown.id]?.(shown)}
      </PageBody>
    </Page>
  );
}
