import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { blocksOf, Prose } from './prose.tsx';

const page = `## What it costs

| Mode | Example |
|---|---|
| SQL | \`a \\| b\` and [limits](limits.md#rows) |
`;

it('draws a table with its head, and bars that belong to a cell', () => {
  render(<Prose text={page} />);
  const table = within(screen.getByRole('table'));
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Mode', 'Example']);
  expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    'SQL',
    'a | b and [limits](limits.md#rows)',
  ]);
});

it('leaves links within a documentation to whoever shows it, and gives headings the names links use', () => {
  render(<Prose text={page} headings link={(href, label) => <a href={`/own/${href}`}>{label}</a>} />);
  expect(screen.getByRole('link', { name: 'limits' }).getAttribute('href')).toBe('/own/limits.md#rows');
  expect(screen.getByRole('heading', { level: 2 }).id).toBe('what-it-costs');
});

it('takes a line with one bar for text', () => {
  expect(blocksOf('a | b')).toEqual([{ kind: 'paragraph', text: 'a | b' }]);
});
