import { useMemo, useState } from 'react';
import { flowCatalog } from '../../../../editor/pantherflow/flow-catalog.ts';
import { FlowEditor } from '../../../../editor/pantherflow/flow-editor.tsx';
import { useFlowEngine } from '../../../../editor/pantherflow/load-engine.ts';
import { Switch } from '../../../../ui/inputs/choice.tsx';
import { IconAlertTriangle, IconCheck } from '../../../../ui/icons.ts';
import styles from './flow-bar.module.css';
import { EditorWell } from '../../../../editor/frame/editor-well.tsx';
import { useTimeZone } from '../../../../lib/time-zone.tsx';
import { FormatButton, wellHeightKey } from '../../frame/format-button.tsx';
import { QueryFrame } from '../../frame/query-frame.tsx';
import { EstimateLine } from '../../form/estimate-line.tsx';
import { overrideText, syncErrorText } from './flow-sync.ts';
import { flowFacts, textTimeLabel } from './flow-facts.ts';
import { ProblemList } from '../problem-list.tsx';
import type { LakeDatabase } from '../../../../lib/data-lake/queries.ts';
import { SearchScope } from '../../form/form-parts.tsx';
import shared from '../../search.module.css';
import { useFlowProblems, useFlowSurroundings, useShownHints } from './use-flow-editor.ts';
import { useFlowSync } from './use-flow-sync.ts';
import { useMayTakeFocus } from '../../use-may-take-focus.ts';
import type { Search } from '../../use-search.ts';

/** The form of a PantherFlow search: where and when beside the text, and the text with its problems at their place. */
export function FlowBar(props: { search: Search; databases: readonly LakeDatabase[]; isNarrow: boolean }) {
  const { search, databases, isNarrow } = props;
  const { form } = search;
  const engine = useFlowEngine();
  const catalog = useMemo(() => flowCatalog(databases), [databases]);
  const sync = useFlowSync(search, { engine, catalog, databases });
  const problems = useFlowProblems(engine, search, catalog);
  const surroundings = useFlowSurroundings(engine, search, databases, catalog);
  const [goTo, setGoTo] = useState<{ line: number; column: number }>();
  const [showsHints, setShowsHints] = useShownHints();
  const mayTakeFocus = useMayTakeFocus();
  const errorOf = (kind: string) => {
    const error = sync.info?.errors.find((entry) => entry.kind === kind);
    return error && syncErrorText(error.message);
  };
  const marks = sync.info && {
    databases: <ScopeMark isOverridden={sync.info.fixesTables} error={errorOf('database')} />,
    tables: <ScopeMark isOverridden={sync.info.fixesTables} error={errorOf('table')} />,
  };
  const zone = useTimeZone();
  const timeNote = errorOf('time');
  const note = errorOf('other') ?? timeNote;
  const timeOfText =
    timeNote === undefined ? undefined : { label: textTimeLabel(sync.info, zone), note: timeNote };
  const formatted = () => engine && search.change({ text: engine.formatPantherFlow(form.text) });
  return (
    <QueryFrame
      search={search}
      scope={
        <SearchScope
          search={{ form, change: sync.choose, faults: search.faults }}
          databases={databases}
          timeOfText={timeOfText}
          {...(marks ? { marks } : {})}
        />
      }
      facts={flowFacts(sync.info, databases, form)}
      isNarrow={isNarrow}
      narrowNote={sync.info?.fixesTables ? overrideText : undefined}
    >
      <EditorWell
        storageKey={wellHeightKey}
        framed
        foot={
          <>
            {problems.length > 0 && <ProblemList problems={problems} onGoTo={setGoTo} />}
            {note !== undefined && (
              <span className={styles.note} role="status" aria-label="Query text and form" title={note}>
                {note}
              </span>
            )}
            {problems.length === 0 && <EstimateLine search={search} />}
            <span className={shared.push} />
            <Switch label="Inlay hints" checked={showsHints} onChange={setShowsHints} />
            <FormatButton
              isNarrow={isNarrow}
              isReady={engine !== undefined && form.text.trim() !== ''}
              onFormat={formatted}
            />
          </>
        }
      >
        {(onContentHeight) => (
          <FlowEditor
            options={{ ...surroundings, showsHints, onRun: () => void search.start() }}
            label="PantherFlow"
            value={form.text}
            onChange={(text) => search.change({ text })}
            problems={problems}
            goTo={goTo}
            autoFocus={!isNarrow && mayTakeFocus}
            wraps
            onContentHeight={onContentHeight}
          />
        )}
      </EditorWell>
    </QueryFrame>
  );
}

/** Inside a dropdown: whether what it holds is in use. */
function ScopeMark({ isOverridden, error }: { isOverridden: boolean; error: string | undefined }) {
  const text = error ?? (isOverridden ? overrideText : undefined);
  const label = text ?? 'Dropdown selection in use';
  return (
    <span role="img" aria-label={label} title={label} className={text ? styles.warning : styles.check}>
      {text ? (
        <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
      ) : (
        <IconCheck size={14} stroke={2} aria-hidden />
      )}
    </span>
  );
}
