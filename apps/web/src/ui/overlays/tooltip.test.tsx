import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderInApp } from '../../testing/render.tsx';
import { place } from './tooltip-place.ts';
import { Tooltip, TooltipLayer } from './tooltip.tsx';

const view = { width: 1000, height: 600 };
const own = { width: 100, height: 30 };

describe('tooltip', () => {
  it('shows on hover, describes its anchor, and goes again', async () => {
    await renderInApp(
      <>
        <Tooltip label="Nov 20, 2026, 09:31:12 UTC">
          <button type="button">09:31</button>
        </Tooltip>
        <TooltipLayer />
      </>,
    );
    const button = screen.getByRole('button');
    await userEvent.hover(button);
    const tooltip = await screen.findByRole('tooltip');
    expect(tooltip.textContent).toBe('Nov 20, 2026, 09:31:12 UTC');
    expect(button.getAttribute('aria-describedby')).toBe(tooltip.id);
    await userEvent.unhover(button);
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    expect(button.getAttribute('aria-describedby')).toBeNull();
  });

  it('goes when its anchor is taken away', async () => {
    const page = (anchor: ReactNode) => (
      <>
        {anchor}
        <TooltipLayer />
      </>
    );
    const { rerender } = render(
      page(
        <Tooltip label="Delete the rule">
          <button type="button">Delete</button>
        </Tooltip>,
      ),
    );
    await userEvent.hover(screen.getByRole('button'));
    await screen.findByRole('tooltip');
    rerender(page(null));
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });

  it('does not open for an anchor that is gone before its time', async () => {
    const { unmount } = render(
      <Tooltip label="Delete the rule">
        <button type="button">Delete</button>
      </Tooltip>,
    );
    vi.useFakeTimers();
    fireEvent.mouseEnter(screen.getByRole('button'));
    unmount();
    vi.runAllTimers();
    render(<TooltipLayer />);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('lies over its anchor, or under it where there is no room', () => {
    expect(place({ left: 450, top: 300, width: 100, height: 20 }, own, 'top', view)).toEqual({
      left: 450,
      top: 264,
    });
    expect(place({ left: 450, top: 10, width: 100, height: 20 }, own, 'top', view)).toEqual({
      left: 450,
      top: 36,
    });
  });

  it('stays inside the window', () => {
    expect(place({ left: 980, top: 300, width: 20, height: 20 }, own, 'top', view)).toEqual({
      left: 894,
      top: 264,
    });
    expect(place({ left: 990, top: 300, width: 10, height: 20 }, own, 'right', view)).toEqual({
      left: 884,
      top: 295,
    });
  });
});
