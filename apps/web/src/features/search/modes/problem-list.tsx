import type { EditorProblem } from '../../../editor/code-editor-props.ts';
import { IconAlertTriangle, IconCircleX } from '../../../ui/icons.ts';
import styles from './problem-list.module.css';

const shown = 3;

/** The first problems of a text, each a way to its place. */
export function ProblemList(props: {
  problems: readonly EditorProblem[];
  onGoTo: (place: { line: number; column: number }) => void;
}) {
  const { problems, onGoTo } = props;
  return (
    <div className={styles.problems} role="status">
      {problems.slice(0, shown).map((problem, index) => (
        <button
          key={index}
          type="button"
          className={problem.severity === 'error' ? styles.problemError : styles.problemWarning}
          onClick={() => onGoTo({ line: problem.line, column: problem.column })}
        >
          {problem.severity === 'error' ? (
            <IconCircleX size={14} stroke={1.5} aria-hidden />
          ) : (
            <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
          )}
          <span>
            {problem.line}:{problem.column} {problem.message}
          </span>
        </button>
      ))}
    </div>
  );
}
