import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Spinner } from './Spinner.tsx';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'small' | 'medium' | 'large';

interface Look {
  variant?: Variant;
  size?: Size;
  className?: string;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Shows that the press is being worked on and takes no second one; keeps the focus. */
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

/** Looks like a button, goes to a page of the app. */
export function ButtonLink({ variant, size, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={buttonClass({ variant, size, className })} />;
}

/** The same for a page that is a document of its own (`/`, `/terms`, `/privacy`), a file or a mail address. */
export function ButtonAnchor({
  variant,
  size,
  className,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return <a {...rest} className={buttonClass({ variant, size, className })} />;
}

export const buttonClass = ({ variant = 'primary', size = 'medium', className = '' }: Look = {}): string =>
  `${shape} ${sizes[size]} ${variants[variant]} ${className}`;

const shape =
  'inline-flex items-center justify-center gap-2 rounded-md border font-medium text-center select-none transition-colors duration-100 disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:cursor-progress [&_svg]:shrink-0';

const sizes: Record<Size, string> = {
  small: 'min-h-8 px-3 py-1 text-sm',
  medium: 'min-h-10 px-4 py-2 text-[0.9375rem]',
  large: 'min-h-12 px-6 py-2.5 text-base',
};

const variants: Record<Variant, string> = {
  primary:
    'border-transparent bg-accent text-on-accent enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong',
  secondary:
    'border-edge bg-sheet text-ink enabled:hover:bg-wash enabled:hover:border-ink [a&]:hover:bg-wash [a&]:hover:border-ink',
  quiet: 'border-transparent text-ink enabled:hover:bg-wash [a&]:hover:bg-wash',
  danger: 'border-bad bg-sheet text-bad enabled:hover:bg-bad-wash',
};
