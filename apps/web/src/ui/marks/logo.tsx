import type { ReactNode } from 'react';

const strokes = (
  <>
    <path d="M3.06 14.9A9.4 9.4 0 0 1 14.9 3.06" />
    <path d="M18.6 5.3a9.4 9.4 0 0 1 2.3 9.8" />
    <path d="M18.3 18.95a9.4 9.4 0 0 1-12.1.45" />
  </>
);
const pupil = 'M12 6.2c2.9 3.4 2.9 8.2 0 11.6-2.9-3.4-2.9-8.2 0-11.6z';

/** The mark: three strokes round a slit pupil, in the colour of the text. At least 16 px. */
export function Logo({ size = 22, title }: { size?: number; title?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      <g stroke="currentColor" strokeWidth="3.1" strokeLinecap="round">
        {strokes}
      </g>
      <path d={pupil} fill="currentColor" />
    </svg>
  );
}

/** The mark as a quiet picture that fills its box. */
export function LogoBackdrop() {
  return (
    <svg viewBox="0 0 1040 1000" preserveAspectRatio="xMidYMid slice" fill="none" aria-hidden>
      <g transform="translate(168 -104) scale(50)">
        <g stroke="currentColor" strokeWidth="3.1" strokeLinecap="round">
          {strokes}
        </g>
        <path d={pupil} fill="currentColor" />
      </g>
    </svg>
  );
}

function EyeLids(): ReactNode {
  return (
    <g stroke="var(--mg-text-strong)" strokeWidth="1.9" strokeLinecap="round">
      <path d="M7.6 12.2c2.9-.9 5.9-.9 8.8 0" />
      <path d="M42.4 12.2c2.9-.9 5.9-.9 8.8 0" />
    </g>
  );
}

function Pupils(): ReactNode {
  return (
    <g fill="var(--mg-text-strong)">
      <path d={pupil} />
      <path d="M46.8 6.2c2.9 3.4 2.9 8.2 0 11.6-2.9-3.4-2.9-8.2 0-11.6z" />
    </g>
  );
}

/** The pair of eyes of the empty (asleep) and error (awake) pages. */
export function Eyes({ asleep = false, height = 76 }: { asleep?: boolean; height?: number }) {
  return (
    <svg
      width={(height * 58.8) / 24}
      height={height}
      viewBox="0 0 58.8 24"
      fill="none"
      aria-hidden
      style={{ color: 'var(--mg-text-3)' }}
    >
      <g stroke="currentColor" strokeWidth="2.2" strokeLinecap="round">
        {strokes}
        <g transform="translate(58.8 0) scale(-1 1)">{strokes}</g>
      </g>
      {asleep ? <EyeLids /> : <Pupils />}
    </svg>
  );
}
