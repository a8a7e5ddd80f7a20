import { useEffect, useMemo, useState } from 'react';
import { cx } from '../../lib/class-names.ts';
import { countOf } from '../../lib/format-number.ts';
import { VisuallyHidden } from '../../ui/layout/states.tsx';
import styles from './diff.module.css';
import { diffLines, hunksOf, sideBySide } from './line-diff.ts';
import type { DiffLine } from './line-diff.ts';
import type { CodePiece } from '../python/highlight-python.ts';

const signs = { same: '', add: '+', del: '−' } as const;
const words = { same: '', add: 'added: ', del: 'removed: ' } as const;

/** One column with signs, or the older text beside the newer one. */
export type DiffLayout = 'unified' | 'split';

type PiecesOf = (line: DiffLine) => readonly CodePiece[];

export interface DiffViewProps {
  before: string;
  after: string;
  layout?: DiffLayout;
}

/** Two texts of Python, changed lines with some lines around them; gaps open on a click. */
export function DiffView({ before, after, layout = 'unified' }: DiffViewProps) {
  const [isWhole, setWhole] = useState(false);
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  const { hunks, skippedBelow } = useMemo(
    () => (isWhole ? { hunks: [{ skipped: 0, lines }], skippedBelow: 0 } : hunksOf(lines)),
    [lines, isWhole],
  );
  const beforePieces = useHighlight(before);
  const afterPieces = useHighlight(after);
  const piecesOf: PiecesOf = (line) => {
    const pieces =
      line.after === undefined ? beforePieces?.[(line.before ?? 0) - 1] : afterPieces?.[line.after - 1];
    return pieces ?? [{ text: line.text }];
  };
  if (lines.every((line) => line.kind === 'same'))
    return <p className={styles.equal}>The code is the same.</p>;
  return (
    <div className={styles.diff} role="region" aria-label="Changes of the code" tabIndex={0}>
      {hunks.map((hunk, index) => (
        <div key={index}>
          <Gap count={hunk.skipped} where={index === 0 ? 'above' : 'between'} onOpen={() => setWhole(true)} />
          {layout === 'split' ? (
            <SplitLines lines={hunk.lines} piecesOf={piecesOf} />
          ) : (
            hunk.lines.map((line) => (
              <div
                key={`${line.before ?? ''}:${line.after ?? ''}`}
                className={cx(styles.line, line.kind !== 'same' && styles[line.kind])}
              >
                <span className={styles.number}>{line.before}</span>
                <span className={styles.number}>{line.after}</span>
                <Code line={line} piecesOf={piecesOf} />
              </div>
            ))
          )}
        </div>
      ))}
      <Gap count={skippedBelow} where="below" onOpen={() => setWhole(true)} />
    </div>
  );
}

function SplitLines({ lines, piecesOf }: { lines: readonly DiffLine[]; piecesOf: PiecesOf }) {
  return sideBySide(lines).map(([older, newer], at) => (
    <div key={at} className={styles.row}>
      {[older, newer].map((line, side) => (
        <div
          key={side}
          className={cx(styles.half, line ? line.kind !== 'same' && styles[line.kind] : styles.none)}
        >
          <span className={styles.number}>{side === 0 ? line?.before : line?.after}</span>
          {line && <Code line={line} piecesOf={piecesOf} />}
        </div>
      ))}
    </div>
  ));
}

function Code({ line, piecesOf }: { line: DiffLine; piecesOf: PiecesOf }) {
  return (
    <>
      <span className={styles.sign} aria-hidden>
        {signs[line.kind]}
      </span>
      <code className={styles.text}>
        {line.kind !== 'same' && <VisuallyHidden>{words[line.kind]}</VisuallyHidden>}
        {piecesOf(line).map((piece, at) => (
          <span key={at} className={piece.className}>
            {piece.text}
          </span>
        ))}
      </code>
    </>
  );
}

function Gap({ count, where, onOpen }: { count: number; where: string; onOpen: () => void }) {
  if (count === 0) return null;
  return (
    <button type="button" className={styles.gap} onClick={onOpen}>
      {`${countOf(count, 'unchanged line')} ${where}`}
    </button>
  );
}

/** Coloured pieces by line, once the highlighter is loaded. */
function useHighlight(code: string): readonly (readonly CodePiece[])[] | undefined {
  const [pieces, setPieces] = useState<{ of: string; lines: CodePiece[][] }>();
  useEffect(() => {
    let isCurrent = true;
    void import('../python/highlight-python.ts').then(({ highlightPython }) => {
      if (isCurrent) setPieces({ of: code, lines: highlightPython(code) });
    });
    return () => {
      isCurrent = false;
    };
  }, [code]);
  return pieces?.of === code ? pieces.lines : undefined;
}
