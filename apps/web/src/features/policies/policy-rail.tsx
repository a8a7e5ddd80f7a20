import { useState } from 'react';
import { useSuppress } from '../../lib/compliance/queries.ts';
import { useDestinations } from '../../lib/destination-overrides/queries.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { IconPlus, IconX } from '../../ui/icons.ts';
import { Properties } from '../../ui/layout/page.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import styles from './policies.module.css';
import type { Policy } from './queries.ts';
import { SuppressModal } from './suppress-modal.tsx';

/** Beside the resources: what is suppressed, and what the policy is. */
export function PolicyRail({ policy }: { policy: Policy }) {
  return (
    <aside className={styles.rail} aria-label="Suppressions and properties">
      <Suppressions policy={policy} />
      <h2 className={styles.railTitle}>Properties</h2>
      <PolicyFacts policy={policy} />
    </aside>
  );
}

function Suppressions({ policy }: { policy: Policy }) {
  const [isOpen, setOpen] = useState(false);
  const suppress = useSuppress();
  const noModify = useMissingPermission('PolicyModify');
  const remove = (pattern: string) =>
    suppress.mutate(
      { policyIds: [policy.id], resourcePatterns: [pattern], remove: true },
      {
        onSuccess: () => toast.success(`${pattern} alerts again`),
        onError: (error) => toast.error({ title: `${pattern} is kept`, message: failureText(error) }),
      },
    );
  return (
    <section className={styles.suppressions}>
      <header className={styles.railHead}>
        <h2 className={styles.railTitle}>Suppressions</h2>
        <Button
          size="sm"
          icon={<IconPlus size={14} stroke={1.5} aria-hidden />}
          disabledReason={noModify}
          onClick={() => setOpen(true)}
        >
          Suppress pattern
        </Button>
      </header>
      {policy.suppressions.length === 0 ? (
        <p className={styles.hint}>Every failing resource alerts.</p>
      ) : (
        <ul className={styles.patterns}>
          {policy.suppressions.map((pattern) => (
            <li key={pattern}>
              <code title={pattern}>{pattern}</code>
              <IconButton
                label={`Remove the suppression ${pattern}`}
                size="xs"
                disabled={noModify !== undefined || suppress.isPending}
                onClick={() => remove(pattern)}
              >
                <IconX size={14} stroke={1.5} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <SuppressModal policy={policy} isOpen={isOpen} onClose={() => setOpen(false)} />
    </section>
  );
}

/** What a policy is, as label and value. */
export function PolicyFacts({ policy }: { policy: Policy }) {
  const { data: destinations = [] } = useDestinations();
  const nameOf = (id: string) =>
    destinations.find((destination) => destination.outputId === id)?.displayName ?? 'Deleted destination';
  const lines = (values: readonly string[], none: string) =>
    values.length === 0 ? none : values.map((value) => <div key={value}>{value}</div>);
  return (
    <Properties
      items={[
        { label: 'Resource types', value: lines(policy.resourceTypes, 'All types') },
        { label: 'Destinations', value: lines(policy.outputIds.map(nameOf), 'By severity') },
        ...policy.reports.map(({ key, values }) => ({ label: key, value: lines(values, '–') })),
        {
          label: 'Tags',
          value:
            policy.tags.length === 0 ? (
              '–'
            ) : (
              <span className={styles.tags}>
                {policy.tags.map((tag) => (
                  <Badge key={tag}>{tag}</Badge>
                ))}
              </span>
            ),
        },
        { label: 'Created', value: <Time at={policy.createdAt} format="absolute" /> },
        { label: 'Modified', value: <Time at={policy.lastModified} format="absolute" /> },
      ]}
    />
  );
}
