import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { Button, ButtonAnchor } from './button.tsx';
import { IconPlus } from '../icons.ts';

type Props = ComponentProps<typeof ButtonAnchor> & {
  /** The permission a person lacks to create one. */
  missing: string | undefined;
};

/** The way to a new object of a list; who may not create one sees why. */
export const CreateLink = createLink(({ missing, children, ...rest }: Props) => {
  const icon = <IconPlus size={16} stroke={1.5} aria-hidden />;
  return missing === undefined ? (
    <ButtonAnchor {...rest} variant="primary" icon={icon}>
      {children}
    </ButtonAnchor>
  ) : (
    <Button variant="primary" icon={icon} disabledReason={missing}>
      {children}
    </Button>
  );
});
