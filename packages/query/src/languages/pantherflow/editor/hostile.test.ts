import { describe, expect, it } from 'vitest';
import { flowKnowledge } from '../../../testing/flow-knowledge.ts';
import { formatPantherFlow } from '../format.ts';
import { parsePantherFlow } from '../parse.ts';
import { completionsAt } from './completions.ts';
import { hoverAt } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { queryInfo } from './query-info.ts';
import { setSource, setTime } from './query-text.ts';
import { resultColumns } from './result-columns.ts';
import { signatureHelpAt } from './signature-help.ts';
import { getVisualize, setVisualize } from './visualize.ts';

const longest = 99_000;
/** As often as fits into the longest text that is read. */
const filled = (piece: string, start = '') => start + piece.repeat((longest - start.length) / piece.length);

const texts: Record<string, string> = {
  'a text of a megabyte': 'x'.repeat(1_000_000),
  semicolons: filled(';'),
  pipes: filled('|'),
  'opening brackets': filled('(', 't | where '),
  'brackets of all kinds': filled('([{', 't | where '),
  'closing brackets': filled(')', 't | where '),
  stages: filled('\n| limit 1', 't'),
  'stages that grow': filled(' | extend a.b=1', 't'),
  variables: filled('let a=1;'),
  'variables built on each other': Array.from({ length: 5000 }, (_, at) => `let a${at + 1}=a${at};`).join(''),
  'tables of a union': filled('aws_alb, ', 'union '),
  'patterns with many stars': filled('*a', 'union '),
  'operators in a row': filled(' and a', 't | where a'),
  'wide arrays': filled('1,', 't | where a in ['),
  'objects in a row': filled('{},', 'datatable ['),
  'times in a row': filled(' and p_event_time>time.ago(1d)', 't | where a'),
  comments: filled('//\n', 't'),
  'nested queries': filled('toscalar(t | where ', 't | where '),
  'zero bytes': filled('\0'),
  'halves of characters': filled('\ud800'),
  minuses: filled('-', 't | where a'),
  dots: filled('.', 't | where a'),
  quotes: filled("'", 't | where a == '),
  backslashes: filled('\\', "t | where a == '"),
};

describe('hostile texts get answers', () => {
  for (const [name, text] of Object.entries(texts))
    it(name, () => {
      expect(parsePantherFlow(text).diagnostics.length).toBeLessThan(101);
      const at = [Math.floor(text.length / 2), text.length];
      for (const offset of at) {
        completionsAt(text, offset, flowKnowledge);
        hoverAt(text, offset, flowKnowledge);
        signatureHelpAt(text, offset, flowKnowledge);
      }
      inlayHints(text, flowKnowledge);
      resultColumns(text, flowKnowledge);
      queryInfo(text, new Date(0), flowKnowledge.catalog);
      getVisualize(text);
      setVisualize(text, { chart: 'bar' });
      setSource(text, { databases: [], tables: [] });
      setTime(text, { kind: 'last', count: 1, unit: 'hours' });
      expect(formatPantherFlow(text).length).toBeGreaterThan(0);
    });
});
