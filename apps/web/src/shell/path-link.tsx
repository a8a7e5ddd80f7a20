import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { loadScreen } from './load-screen.ts';

export interface PathLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * A link to an address known only as text (navigation, breadcrumbs); features use the router's typed Link. Like that one it
 * loads the screen as soon as somebody points at it.
 */
export function PathLink({ href, onClick, children, ...rest }: PathLinkProps) {
  const router = useRouter();
  const load = () => void loadScreen(router, href);
  return (
    <a
      {...rest}
      href={href}
      onMouseEnter={load}
      onFocus={load}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)
          return;
        event.preventDefault();
        router.history.push(href);
      }}
    >
      {children}
    </a>
  );
}
