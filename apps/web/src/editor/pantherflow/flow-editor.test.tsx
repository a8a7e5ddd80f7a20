import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '../../testing/render.tsx';
import { fieldValues } from '../field-values.ts';
import { flowCatalog } from './flow-catalog.ts';
import { FlowEditor } from './flow-editor.tsx';

vi.mock('../code-mirror.tsx', () => {
  throw new Error('the file is gone');
});

const options = {
  catalog: flowCatalog([]),
  callerColumns: [],
  values: fieldValues(() => Promise.resolve([])),
  showsHints: false,
  onRun: () => undefined,
};

function Editor() {
  const [text, setText] = useState('aws_alb');
  return <FlowEditor label="PantherFlow" value={text} onChange={setText} options={options} />;
}

it('is a plain field when the editor cannot be loaded, which is only logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await renderInApp(<Editor />);
  const field = await screen.findByRole('textbox', { name: 'PantherFlow' });
  await userEvent.type(field, ' | limit 1');
  expect(screen.getByDisplayValue('aws_alb | limit 1')).toBeDefined();
  expect(log).toHaveBeenCalled();
  log.mockRestore();
});
