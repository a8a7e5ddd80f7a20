import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { flowCatalog } from '../../../../editor/pantherflow/flow-catalog.ts';
import { FlowEditor } from '../../../../editor/pantherflow/flow-editor.tsx';
import { useFlowEngine } from '../../../../editor/pantherflow/load-engine.ts';
import { Button } from '../../../../ui/inputs/button.tsx';
import { Switch } from '../../../../ui/inputs/choice.tsx';
import { IconAlertTriangle, IconCheck, IconCode, IconFilter } from '../../../../ui/icons.ts';
import { SideSheet } from '../../../../ui/overlays/side-sheet.tsx';
import styles from './flow-bar.module.css';
import { overrideText, syncErrorText } from './flow-sync.ts';
import { ProblemList } from '../problem-list.tsx';
import type { LakeDatabase } from '../../../../lib/data-lake/queries.ts';
import { FormArea, RunButton, SearchScope } from '../../form/form-parts.tsx';
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
  const timeError = errorOf('time');
  const otherError = errorOf('other');
  const formatted = () => engine && search.change({ text: engine.formatPantherFlow(form.text) });
  const scope = (
    <SearchScope
      search={{
        form,
        change: sync.choose,
        faults: { ...search.faults, ...(timeError === undefined ? {} : { time: timeError }) },
      }}
      databases={databases}
      {...(marks ? { marks } : {})}
    />
  );
  return (
    <FormArea>
      {!isNarrow && (
        <div className={styles.scope}>
          {scope}
          <span className={shared.push} />
          <RunButton search={search} />
        </div>
      )}
      {otherError && (
        <div className={styles.messages} role="status" aria-label="Query text and form">
          {otherError}
        </div>
      )}
      <div className={styles.editor}>
        <div className={styles.text}>
          <FlowEditor
            options={{ ...surroundings, showsHints, onRun: () => void search.start() }}
            label="PantherFlow"
            value={form.text}
            onChange={(text) => search.change({ text })}
            problems={problems}
            goTo={goTo}
            autoFocus={!isNarrow && mayTakeFocus}
          />
        </div>
        <div className={styles.foot}>
          <ProblemList problems={problems} onGoTo={setGoTo} />
          <Switch label="Inlay hints" checked={showsHints} onChange={setShowsHints} />
          <Button
            size="sm"
            variant="quiet"
            icon={<IconCode size={16} stroke={1.5} aria-hidden />}
            {...(isNarrow ? {} : { keys: 'shift+alt+F' })}
            disabled={!engine || form.text.trim() === ''}
            onClick={formatted}
          >
            Format
          </Button>
        </div>
      </div>
      {isNarrow && (
        <NarrowRow search={search}>
          {scope}
          {/* A touch shows no tooltip. */}
          {sync.info?.fixesTables && <p className={styles.override}>{overrideText}</p>}
        </NarrowRow>
      )}
    </FormArea>
  );
}

/** On phones the dropdowns stand in a sheet of their own. */
function NarrowRow({ search, children }: { search: Search; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.narrow}>
      <Button
        size="lg"
        icon={<IconFilter size={16} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Tables and time
      </Button>
      <RunButton search={search} size="lg" />
      <SideSheet isOpen={isOpen} onClose={() => setOpen(false)} title="Tables and time" overlay>
        <div className={styles.sheet} data-stacked>
          {children}
        </div>
      </SideSheet>
    </div>
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
