import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

export interface PathLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to an address known only as text (navigation, breadcrumbs); features use the router's typed Link. */
export function PathLink({ href, onClick, children, ...rest }: PathLinkProps) {
  const router = useRouter();
  return (
    <a
      {...rest}
      href={href}
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
