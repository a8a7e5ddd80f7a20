import { useQueryClient } from '@tanstack/react-query';
import { RestoreVersion } from '../../editor/history/restore-version.tsx';
import { useVersions } from '../../editor/history/use-versions.ts';
import { VersionHistory } from '../../editor/history/version-history.tsx';
import { complianceKey } from '../../lib/compliance/queries.ts';
import { nameOf } from './policy-actions.tsx';
import { policyShape } from './policy-shape.ts';
import type { Policy } from './queries.ts';

export interface PolicyHistoryProps {
  policy: Policy;
  versions: ReturnType<typeof useVersions>;
  chosen: number | undefined;
  against: number | undefined;
  onChoose: (version: number, against: number | undefined) => void;
}

/** The versions of a policy; an earlier one can be made the newest. */
export function PolicyHistory({ policy, ...rest }: PolicyHistoryProps) {
  const cache = useQueryClient();
  return (
    <VersionHistory
      {...rest}
      shape={policyShape}
      permission="PolicyModify"
      liveVersionId={policy.versionId}
      readOnlyReason={policy.managed ? 'A managed policy changes with its pack.' : undefined}
      restore={({ definition: _shown, onRestored, ...request }) => (
        <RestoreVersion
          key={request.versionId}
          {...request}
          id={policy.id}
          name={nameOf(policy)}
          onRestored={() => {
            onRestored();
            void cache.invalidateQueries({ queryKey: [complianceKey] });
          }}
        />
      )}
    />
  );
}
