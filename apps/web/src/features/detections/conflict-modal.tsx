import { SaveConflict } from '../../editor/history/save-conflict.tsx';
import type { Rule } from './queries.ts';
import { ruleShape } from './rule-definition.ts';
import { inputOf } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';

export interface ConflictModalProps {
  /** The version somebody else saved; undefined while there is no conflict. */
  theirs: Rule | undefined;
  draft: RuleDraft;
  isSaving: boolean;
  onReload: (theirs: Rule) => void;
  onOverwrite: (theirs: Rule) => void;
  onClose: () => void;
}

/** Somebody else saved the rule first. */
export function ConflictModal({ draft, ...rest }: ConflictModalProps) {
  return (
    <SaveConflict {...rest} shape={ruleShape} mine={inputOf(draft, { isNew: false })} before={rest.theirs} />
  );
}
