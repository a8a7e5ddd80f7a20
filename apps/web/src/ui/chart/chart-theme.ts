/** Colours and font of the current scheme, read from the tokens: a canvas knows no CSS variables. */
export interface ChartTheme {
  axis: string;
  grid: string;
  base: string;
  ground: string;
  font: string;
  colorOf: (token: string) => string;
}

export function chartTheme(element: HTMLElement): ChartTheme {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(`--mg-${name}`).trim();
  return {
    axis: read('axis'),
    grid: read('grid'),
    base: read('line-3'),
    ground: read('bg'),
    font: `11px ${read('font')}`,
    colorOf: (color) => (color.startsWith('#') ? color : read(color)),
  };
}
