import { useVersions } from '../../editor/history/use-versions.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Badge, KindBadge } from '../../ui/marks/badge.tsx';
import { EnabledBadge } from '../../ui/marks/status-badge.tsx';
import { Button, ButtonLink, IconButton } from '../../ui/inputs/button.tsx';
import { Switch } from '../../ui/inputs/choice.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { IconCopy, IconDots, IconPencil, IconRefresh } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { SeverityLabel } from '../../ui/marks/severity.tsx';
import { Skeleton, SkeletonLines } from '../../ui/layout/states.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import styles from './policies.module.css';
import { nameOf, usePolicyActions } from './policy-actions.tsx';
import { PolicyDetails } from './policy-details.tsx';
import { PolicyHistory } from './policy-history.tsx';
import type { PolicyPageProps } from './policy-page-search.ts';
import { PolicyResources } from './policy-resources.tsx';
import { usePolicy } from './queries.ts';
import type { Policy } from './queries.ts';

/** A policy to read: what it says of which resource, what it is, its versions. */
export function PolicyPage({ id, search, onSearch, onDeleted }: PolicyPageProps) {
  const { data: policy } = usePolicy(id);
  const versions = useVersions(id);
  const section = search.section ?? 'resources';
  return (
    <Page title={policy ? nameOf(policy) : id}>
      {policy ? (
        <Head policy={policy} onDeleted={onDeleted} />
      ) : (
        <PageHeader
          title={<Skeleton width={240} height={16} />}
          subtitle={<span className={styles.mono}>{id}</span>}
        />
      )}
      <Tabs
        label="Parts of the policy"
        items={[
          { id: 'resources', label: 'Resources', count: policy && pairCount(policy) },
          { id: 'details', label: 'Details' },
          { id: 'history', label: 'History', count: versions.data?.length },
        ]}
        value={section}
        onChange={(next) =>
          onSearch({
            section: next === 'resources' ? undefined : next,
            show: undefined,
            search: undefined,
            page: 1,
            version: undefined,
            against: undefined,
          })
        }
      />
      {!policy && (
        <div className={styles.skeletonPane}>
          <SkeletonLines lines={12} label="Loading the policy" />
        </div>
      )}
      {policy && section === 'resources' && (
        <PolicyResources policy={policy} search={search} onSearch={onSearch} />
      )}
      {policy && section === 'details' && <PolicyDetails policy={policy} />}
      {policy && section === 'history' && (
        <PolicyHistory
          policy={policy}
          versions={versions}
          chosen={search.version}
          against={search.against}
          onChoose={(version, against) => onSearch({ version, against })}
        />
      )}
    </Page>
  );
}

function pairCount({ compliance: { active, suppressed } }: Policy): number {
  return [active, suppressed].reduce((sum, counts) => sum + counts.error + counts.fail + counts.pass, 0);
}

function Head({ policy, onDeleted }: { policy: Policy; onDeleted: () => void }) {
  const actions = usePolicyActions(onDeleted);
  const noModify = useMissingPermission('PolicyModify');
  return (
    <PageHeader
      title={nameOf(policy)}
      badges={
        <span className={styles.badges}>
          <KindBadge kind="POLICY" />
          <SeverityLabel severity={policy.severity} />
          <EnabledBadge enabled={policy.enabled} />
          {policy.managed && <Badge>Managed</Badge>}
          {policy.loadError !== null && <Badge tone="danger">Does not run</Badge>}
        </span>
      }
      subtitle={
        <span className={styles.idLine}>
          <span className={styles.mono}>{policy.id}</span>
          <CopyButton value={policy.id} label="Copy ID" />
        </span>
      }
      actions={
        <div className={styles.actions}>
          <Switch
            label="Enabled"
            checked={policy.enabled}
            disabled={noModify !== undefined || actions.isSwitching}
            onChange={(enabled) => actions.switchTo(policy, enabled)}
          />
          <Button
            icon={<IconRefresh size={16} stroke={1.5} aria-hidden />}
            loading={actions.isTesting || policy.scan !== null}
            disabledReason={noModify ?? (policy.enabled ? undefined : 'The policy is disabled.')}
            onClick={() => actions.testAll(policy)}
          >
            Test all again
          </Button>
          {policy.managed ? (
            <Button
              icon={<IconCopy size={16} stroke={1.5} aria-hidden />}
              disabledReason={noModify}
              onClick={() => actions.openClone(policy)}
            >
              Clone & edit
            </Button>
          ) : (
            <ButtonLink
              to="/build/detections/policies/$policyId/edit/"
              params={{ policyId: policy.id }}
              icon={<IconPencil size={16} stroke={1.5} aria-hidden />}
            >
              {noModify === undefined ? 'Edit' : 'Open editor'}
            </ButtonLink>
          )}
          <Menu label="More actions" position="bottom-end" entries={actions.menuOf(policy)}>
            <IconButton label="More actions" variant="default">
              <IconDots size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </Menu>
        </div>
      }
    />
  );
}
