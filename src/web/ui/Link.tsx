import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of this site, with its query. */
  to: string;
  /** Loads the page from the server. */
  reloadDocument?: boolean;
}

/** A link to another page of the app. The browser handles presses that open another tab or window. */
export function Link({ to, reloadDocument, target, onClick, ...anchor }: LinkProps) {
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || reloadDocument || target || !isPlain(event)) return;
    event.preventDefault();
    // A link to the current page replaces its history entry, as native links do.
    navigate(to, { replace: event.currentTarget.href === location.href });
  };
  return <a {...anchor} href={to} target={target} onClick={click} />;
}

/** Whether a press follows the link here; others open another tab or window. */
export const isPlain = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);
