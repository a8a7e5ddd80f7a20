import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
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
