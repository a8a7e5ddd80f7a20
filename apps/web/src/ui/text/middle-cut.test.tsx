import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MiddleCut } from './middle-cut.tsx';

describe('a name cut in the middle', () => {
  it.each([
    ['arn:aws:iam::123456789012:user/mira', 'mira'],
    ['arn:aws:sts::123456789012:assumed-role/admin/session-of-yesterday-morning', 'ay-morning'],
    ['AWS.CloudTrail.Created.Root.AccessKey', 'AccessKey'],
  ])('%s keeps its end', (text, tail) => {
    const { container } = render(<MiddleCut text={text} />);
    expect(container.textContent).toBe(text);
    expect(container.querySelector('span > span:last-child')?.textContent).toBe(tail);
  });

  it('stays one piece when it is short', () => {
    expect(render(<MiddleCut text="GetObject" />).container.innerHTML).toBe('GetObject');
  });
});
