import { renderSVG } from 'uqr';

/** A picture of the text as an SVG data address, black on white whatever the theme: cameras want it so. */
export function qrCodeOf(text: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(renderSVG(text)).toString('base64')}`;
}
