import { VersionHistory } from '../../editor/history/version-history.tsx';
import type { Rule, useRuleVersions } from './queries.ts';
import { RestoreModal } from './restore-modal.tsx';
import { ruleShape } from './rule-definition.ts';

export interface RuleHistoryProps {
  rule: Rule;
  versions: ReturnType<typeof useRuleVersions>;
  chosen: number | undefined;
  against: number | undefined;
  onChoose: (version: number, against: number | undefined) => void;
}

/** The versions of a rule; a restore runs the old tests first. */
export function RuleHistory({ rule, ...rest }: RuleHistoryProps) {
  return (
    <VersionHistory
      {...rest}
      shape={ruleShape}
      liveVersionId={rule.versionId}
      readOnlyReason={rule.managed ? 'A managed detection changes with its pack.' : undefined}
      restore={({ versionId, ...request }) => <RestoreModal key={versionId} {...request} rule={rule} />}
    />
  );
}
