import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: To;
  replace?: boolean;
  state?: unknown;
  /** Loads the page from the server. */
  reloadDocument?: boolean;
}

/** A link to another page of the app. React Router’s own also prefetches for its framework, which weighs 4 kB more. */
export function Link({ to, replace, state, reloadDocument, target, onClick, ...anchor }: LinkProps) {
  const href = useHref(to);
  const go = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target });
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented && !reloadDocument) go(event);
  };
  return <a {...anchor} href={href} target={target} onClick={click} />;
}
