import { useMemo, useState } from 'react';
import { EditorWell } from '../../../../editor/frame/editor-well.tsx';
import { queryProblem } from '../../../../editor/query-problem.ts';
import { SqlEditor } from '../../../../editor/sql/sql-editor.tsx';
import { useTableValues } from '../../../../editor/use-table-values.ts';
import { editorTables } from '../../../../lib/data-lake/editor-tables.ts';
import { useExplanation } from '../../../../lib/data-lake/explanation.ts';
import type { LakeDatabase, SearchProblem } from '../../../../lib/data-lake/queries.ts';
import { useDebounced } from '../../../../lib/use-debounced.ts';
import { toast } from '../../../../ui/overlays/toast.ts';
import { formatSql } from '@margay/query';
import { FormatButton, wellHeightKey } from '../../frame/format-button.tsx';
import { QueryFrame } from '../../frame/query-frame.tsx';
import { EstimateLine } from '../../form/estimate-line.tsx';
import { TextScope } from '../../form/text-scope.tsx';
import { useMayTakeFocus } from '../../use-may-take-focus.ts';
import type { Search } from '../../use-search.ts';
import { ProblemList } from '../problem-list.tsx';

/** A check starts this long after the last key. */
const checkDelayMs = 300;

const noRefusal: SearchProblem[] = [];

/** What the server says about the text: while it is being typed, and when it refused to run it. */
function useSqlText(text: string, refused: readonly SearchProblem[]) {
  const { data } = useExplanation(useDebounced(text, checkDelayMs));
  const explanation = text.trim() !== '' && data?.of === text ? data : undefined;
  const problems = useMemo(
    () => (refused.length > 0 ? refused : (explanation?.diagnostics ?? noRefusal)).map(queryProblem),
    [refused, explanation],
  );
  return { explanation, problems };
}

/** The form of an SQL search: the text, with its problems at their place. Where and when it looks is said by the text. */
export function SqlBar(props: { search: Search; databases: readonly LakeDatabase[]; isNarrow: boolean }) {
  const { search, databases, isNarrow } = props;
  const { form, change } = search;
  const { explanation, problems } = useSqlText(form.text, search.refusal?.problems ?? noRefusal);
  const [goTo, setGoTo] = useState<{ line: number; column: number }>();
  const tables = useMemo(() => editorTables(databases), [databases]);
  const values = useTableValues();
  const mayTakeFocus = useMayTakeFocus();
  const time = explanation && { startTime: explanation.startTime, endTime: explanation.endTime };
  const named = explanation?.tables.map(({ databaseName, name }) => `${databaseName}.${name}`);
  function format() {
    const result = formatSql(form.text);
    if ('text' in result) return change({ text: result.text });
    const { line, column, message } = result.diagnostic;
    setGoTo({ line, column });
    return toast.error({ title: 'The query was not formatted', message: `${line}:${column} ${message}` });
  }
  return (
    <QueryFrame
      search={search}
      scope={<TextScope search={search} databases={databases} tables={named} time={time} />}
      facts={{ tables: named, time, expanded: explanation?.sql }}
      isNarrow={isNarrow}
    >
      <EditorWell
        storageKey={wellHeightKey}
        framed
        foot={
          <>
            {problems.length > 0 ? (
              <ProblemList problems={problems} onGoTo={setGoTo} />
            ) : (
              <EstimateLine search={search} />
            )}
            <FormatButton isNarrow={isNarrow} isReady={form.text.trim() !== ''} onFormat={format} />
          </>
        }
      >
        {(onContentHeight) => (
          <SqlEditor
            label="SQL"
            value={form.text}
            onChange={(text) => change({ text })}
            tables={tables}
            values={values}
            onRun={() => void search.start()}
            problems={problems}
            goTo={goTo}
            autoFocus={form.text === '' && !isNarrow && mayTakeFocus}
            wraps
            onContentHeight={onContentHeight}
          />
        )}
      </EditorWell>
    </QueryFrame>
  );
}
