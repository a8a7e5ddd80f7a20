import { Link } from '@tanstack/react-router';
import { RestoreVersion } from '../../editor/history/restore-version.tsx';
import { usePeople } from '../../editor/history/use-people.ts';
import { useVersions } from '../../editor/history/use-versions.ts';
import { VersionHistory } from '../../editor/history/version-history.tsx';
import { PythonEditor } from '../../editor/python/python-editor.tsx';
import { Badge, ReadOnlyTag } from '../../ui/marks/badge.tsx';
import { EnabledBadge } from '../../ui/marks/status-badge.tsx';
import { ButtonLink, IconButton } from '../../ui/inputs/button.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { IconCopy, IconDots, IconPencil } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Page, PageHeader, Properties } from '../../ui/layout/page.tsx';
import { Skeleton, SkeletonLines } from '../../ui/layout/states.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Time } from '../../ui/marks/time.tsx';
import styles from './data-models.module.css';
import { modelShape } from './model-draft.ts';
import { useEnabledModels, useModel } from './queries.ts';
import type { ModelPageSearch } from './model-page-search.ts';
import type { DataModel } from './queries.ts';
import { useModelActions } from './use-model-actions.tsx';

export interface ModelPageProps {
  id: string;
  search: ModelPageSearch;
  onSearch: (change: ModelPageSearch) => void;
  onDeleted: () => void;
}

/** A data model to read: its mappings, its Python, its versions. */
export function ModelPage({ id, search, onSearch, onDeleted }: ModelPageProps) {
  const { data: model } = useModel(id);
  const versions = useVersions(id);
  const section = search.section ?? 'details';
  return (
    <Page title={model?.displayName ?? id}>
      {model ? (
        <Head model={model} onDeleted={onDeleted} />
      ) : (
        <PageHeader
          title={<Skeleton width={240} height={16} />}
          subtitle={<span className={styles.mono}>{id}</span>}
          actions={<span className={styles.actionsSkeleton} />}
        />
      )}
      <Tabs
        label="Parts of the data model"
        items={[
          { id: 'details', label: 'Details' },
          { id: 'history', label: 'History', count: versions.data?.length },
        ]}
        value={section}
        onChange={(next) => onSearch({ section: next, version: undefined, against: undefined })}
      />
      {!model && (
        <div className={styles.skeleton}>
          <SkeletonLines lines={12} label="Loading the data model" />
        </div>
      )}
      {model && section === 'details' && <Details model={model} />}
      {model && section === 'history' && (
        <VersionHistory
          shape={modelShape}
          liveVersionId={model.versionId}
          readOnlyReason={model.managed ? 'A managed data model changes with its pack.' : undefined}
          versions={versions}
          chosen={search.version}
          against={search.against}
          onChoose={(version, against) => onSearch({ version, against })}
          restore={({ definition: _shown, ...request }) => (
            <RestoreVersion key={request.versionId} {...request} id={model.id} name={model.displayName} />
          )}
        />
      )}
    </Page>
  );
}

function Head({ model, onDeleted }: { model: DataModel; onDeleted: () => void }) {
  const actions = useModelActions({ onDeleted });
  return (
    <PageHeader
      title={model.displayName}
      badges={
        <span className={styles.badges}>
          <EnabledBadge enabled={model.enabled} />
          {model.managed && <Badge>Managed</Badge>}
          {model.enabled && model.loadError !== null && <Badge tone="danger">Not used</Badge>}
        </span>
      }
      subtitle={
        <span className={styles.idLine}>
          <span className={styles.mono}>{model.id}</span>
          <CopyButton value={model.id} label="Copy ID" />
        </span>
      }
      actions={
        <div className={styles.headActions}>
          <Switch
            label="Enabled"
            checked={model.enabled}
            disabled={actions.noModify !== undefined || actions.isSwitching}
            onChange={(enabled) => actions.switchTo(model, enabled)}
          />
          {model.managed ? (
            <ButtonLink
              to="/build/data-models/new/"
              search={{ clone: model.id }}
              icon={<IconCopy size={16} stroke={1.5} aria-hidden />}
            >
              Clone & edit
            </ButtonLink>
          ) : (
            <ButtonLink
              to="/build/data-models/$modelId/edit/"
              params={{ modelId: model.id }}
              icon={<IconPencil size={16} stroke={1.5} aria-hidden />}
            >
              Edit
            </ButtonLink>
          )}
          <Menu label="More actions" position="bottom-end" entries={actions.menuOf(model)}>
            <IconButton label="More actions">
              <IconDots size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </Menu>
        </div>
      }
    />
  );
}

function Details({ model }: { model: DataModel }) {
  const people = usePeople();
  const { data: enabled = [] } = useEnabledModels(model.logTypes);
  const others = enabled.filter(({ id }) => id !== model.id);
  const nameOf = (id: string | null) => (id === null ? 'Margay' : (people.get(id) ?? 'Another person'));
  return (
    <div className={styles.details}>
      <div className={styles.main}>
        {model.enabled && model.loadError !== null && (
          <Note tone="danger" title="This data model is not used">
            {model.loadError}
          </Note>
        )}
        {others.length > 0 && (
          <Note tone={model.enabled ? 'warning' : 'info'} title="Another data model has its log types">
            {others.map((other) => (
              <span key={other.id} className={styles.rival}>
                <Link
                  className={styles.link}
                  to="/build/data-models/$modelId/"
                  params={{ modelId: other.id }}
                >
                  {other.displayName}
                </Link>
                {` is enabled for ${other.logTypes.filter((name) => model.logTypes.includes(name)).join(', ')}. Only one can be.`}
              </span>
            ))}
          </Note>
        )}
        <section>
          <h2 className={styles.head}>Mappings</h2>
          {model.mappings.length === 0 ? (
            <p className={styles.quiet}>It maps nothing.</p>
          ) : (
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Path or method</th>
                </tr>
              </thead>
              <tbody>
                {model.mappings.map(({ name, path, method }, index) => (
                  <tr key={`${name} ${index}`}>
                    <th scope="row">{name}</th>
                    <td>
                      {path ?? `${method ?? ''}()`}
                      {path === null && <Badge>Method</Badge>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
        {model.body !== null && (
          <section className={styles.codeBox}>
            <header className={styles.codeHead}>
              <h2 className={styles.head}>Python</h2>
              <ReadOnlyTag />
              <span className={styles.pushed}>
                <CopyButton value={model.body} label="Copy code" />
              </span>
            </header>
            <PythonEditor label="Python of the data model" value={model.body} readOnly />
          </section>
        )}
      </div>
      <aside className={styles.rail} aria-label="Properties">
        <Properties
          stacked
          items={[
            { label: 'Log types', value: model.logTypes.join(', ') },
            { label: 'Modified', value: <Time at={model.lastModified} format="absolute" /> },
            { label: 'Modified by', value: nameOf(model.lastModifiedBy) },
            { label: 'Created', value: <Time at={model.createdAt} format="absolute" /> },
            { label: 'Created by', value: nameOf(model.createdBy) },
          ]}
        />
      </aside>
    </div>
  );
}
