import { Tooltip as MantineTooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import styles from './tooltip.module.css';

export interface TooltipProps {
  label: ReactNode;
  /** One element that takes a ref. */
  children: ReactElement;
  position?: 'top' | 'bottom' | 'left' | 'right';
  /** Keep the text on one line up to the edge of the window. */
  wide?: boolean;
}

/** A short text after 400 ms of hover, at once on focus. */
export function Tooltip({ label, children, position = 'top', wide = false }: TooltipProps) {
  return (
    <MantineTooltip
      label={label}
      position={position}
      openDelay={400}
      transitionProps={{ duration: 80 }}
      events={{ hover: true, focus: true, touch: false }}
      multiline={!wide}
      maw={wide ? undefined : 320}
      w={wide ? undefined : 'max-content'}
      zIndex={500}
      classNames={{ tooltip: styles.tooltip }}
    >
      {children}
    </MantineTooltip>
  );
}
