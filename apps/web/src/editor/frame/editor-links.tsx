import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { ButtonAnchor } from '../../ui/inputs/button.tsx';
import { IconArrowLeft, IconCopy } from '../../ui/icons.ts';

type Anchor = ComponentProps<typeof ButtonAnchor>;

/** From an editor to the list its object is in. */
export const BackLink = createLink(({ list, ...rest }: Anchor & { list: string }) => (
  <ButtonAnchor
    {...rest}
    variant="quiet"
    size="sm"
    aria-label={`Back to ${list}`}
    icon={<IconArrowLeft size={16} stroke={1.5} aria-hidden />}
  />
));

/** From a managed object to a copy of it that can be changed. */
export const CloneLink = createLink((rest: Anchor) => (
  <ButtonAnchor {...rest} variant="primary" icon={<IconCopy size={16} stroke={1.5} aria-hidden />}>
    Clone & edit
  </ButtonAnchor>
));
