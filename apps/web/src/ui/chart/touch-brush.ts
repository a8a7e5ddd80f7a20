import type uPlot from 'uplot';

/**
 * A finger chooses a part of the chart: a tap one bar, a drag to the side several; up and down scrolls the page. `choose`
 * gets the part in values of the time axis. Goes with the plot.
 */
export function addTouchBrush(plot: uPlot, choose: (from: number, to: number) => void): void {
  const { over } = plot;
  let start: number | undefined;
  const placeOf = ({ clientX }: PointerEvent) =>
    Math.max(0, Math.min(over.clientWidth, clientX - over.getBoundingClientRect().left));
  const show = (left: number, width: number) =>
    plot.setSelect({ left, top: 0, width, height: over.clientHeight }, false);
  over.style.touchAction = 'pan-y';
  over.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch' && event.isPrimary) start = placeOf(event);
  });
  over.addEventListener('pointermove', (event) => {
    if (start === undefined || event.pointerType !== 'touch') return;
    const place = placeOf(event);
    show(Math.min(start, place), Math.abs(place - start));
  });
  over.addEventListener('pointerup', (event) => {
    if (start === undefined || event.pointerType !== 'touch') return;
    const ends = [start, placeOf(event)].toSorted((a, b) => a - b);
    start = undefined;
    show(0, 0);
    choose(plot.posToVal(ends[0] ?? 0, 'x'), plot.posToVal(ends[1] ?? 0, 'x'));
  });
  // The page scrolls instead.
  over.addEventListener('pointercancel', () => {
    start = undefined;
    show(0, 0);
  });
}
