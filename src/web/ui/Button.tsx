import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react';
import { buttonClass, type Look } from './buttonClass.ts';
import { Link, type LinkProps } from './Link.tsx';
import { Spinner } from './Spinner.tsx';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Shows that the action is running and ignores a second press; keeps the focus. */
  pending?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant, size, className, pending, children, onClick, type, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={buttonClass({ variant, size, className })}
      aria-disabled={pending || undefined}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
    >
      {pending && <Spinner label={null} />}
      {children}
    </button>
  );
}

/** A link to a page of the app that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={buttonClass({ variant, size, className })} />;
}

/** The same for a separate document (`/`, `/terms`, `/privacy`), a file, or an email address. */
export function ButtonAnchor({
  variant,
  size,
  className,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return <a {...rest} className={buttonClass({ variant, size, className })} />;
}
