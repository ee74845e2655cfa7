import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
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

interface ElsewhereProps {
  address: string | null;
  before?: string;
  /** Without an address: the words alone instead of nothing. */
  orText?: boolean;
  children: ReactNode;
}

/** A link that opens in a new tab. */
export const Elsewhere = ({ address, before, orText, children }: ElsewhereProps) =>
  address ? (
    <>
      {before}
      <a {...elsewhere} href={address} className="link rounded">
        {children}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  ) : (
    orText && children
  );

export const elsewhere = { target: '_blank', rel: 'noopener noreferrer' } as const;
