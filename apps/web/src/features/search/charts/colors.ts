import { seriesTokens } from '../../../ui/chart/series.ts';

export interface PaletteColor {
  /** Name of the token. */
  token: string;
  /** Its value in the scheme of the page, such as `#7aa7fb`. */
  hex: string;
  name: string;
}

const names = ['Blue', 'Green', 'Purple', 'Yellow', 'Orange', 'Rose', 'Cyan', 'Leaf', 'Violet', 'Pink'];

/** The palette in the scheme of the page. Charts keep colours as values, so the tokens are looked up. */
export function paletteOf(element: HTMLElement): PaletteColor[] {
  const style = getComputedStyle(element);
  return seriesTokens.map((token, rank) => ({
    token,
    hex: style.getPropertyValue(`--mg-${token}`).trim().toLowerCase(),
    name: names[rank] ?? token,
  }));
}
