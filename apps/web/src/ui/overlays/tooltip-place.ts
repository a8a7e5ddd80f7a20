export type Side = 'top' | 'bottom' | 'left' | 'right';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Px between the anchor and its tooltip, and between the tooltip and the edge of the window. */
const gap = 6;

const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

function at(anchor: Box, own: { width: number; height: number }, side: Side) {
  const middleX = anchor.left + anchor.width / 2 - own.width / 2;
  const middleY = anchor.top + anchor.height / 2 - own.height / 2;
  const places: Record<Side, { left: number; top: number }> = {
    top: { left: middleX, top: anchor.top - own.height - gap },
    bottom: { left: middleX, top: anchor.top + anchor.height + gap },
    left: { left: anchor.left - own.width - gap, top: middleY },
    right: { left: anchor.left + anchor.width + gap, top: middleY },
  };
  return places[side];
}

/** Where a box of this size goes beside its anchor: on the wanted side, else on the opposite one, inside the window. */
export function place(
  anchor: Box,
  own: { width: number; height: number },
  side: Side,
  view: { width: number; height: number },
) {
  const wanted = at(anchor, own, side);
  const fits =
    wanted.top >= gap &&
    wanted.left >= gap &&
    wanted.top + own.height <= view.height - gap &&
    wanted.left + own.width <= view.width - gap;
  const isAcross = side === 'top' || side === 'bottom';
  const overflows = isAcross ? wanted.top < gap || wanted.top + own.height > view.height - gap : !fits;
  const chosen = overflows ? at(anchor, own, opposite[side]) : wanted;
  return {
    left: Math.max(gap, Math.min(chosen.left, view.width - own.width - gap)),
    top: Math.max(gap, Math.min(chosen.top, view.height - own.height - gap)),
  };
}
