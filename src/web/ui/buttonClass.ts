/** A button's CSS classes, for buttons, links, and pages without React. */
export const buttonClass = ({ variant = 'primary', size, className = '' }: Look = {}): string =>
  `${shape} ${sizes[size ?? (variant === 'quiet' ? 'small' : 'medium')]} ${variants[variant]} ${className}`;

const shape =
  'inline-flex items-center justify-center gap-2 rounded-md border font-medium text-center select-none transition-colors duration-100 disabled:cursor-not-allowed disabled:border-line disabled:bg-wash disabled:text-muted aria-disabled:cursor-progress [&_svg]:shrink-0';

const sizes: Record<Size, string> = {
  small: 'min-h-8 px-3 py-1 text-sm',
  medium: 'min-h-10 px-4 py-2 text-[0.9375rem]',
  large: 'min-h-12 px-6 py-2.5 text-base',
};

const variants: Record<Variant, string> = {
  primary:
    'border-transparent bg-button text-on-button enabled:hover:bg-button-strong [a&]:hover:bg-button-strong',
  secondary:
    'border-edge bg-sheet text-ink enabled:hover:bg-wash enabled:hover:border-ink [a&]:hover:bg-wash [a&]:hover:border-ink',
  quiet:
    'border-transparent text-ink disabled:border-transparent! disabled:bg-transparent! enabled:hover:bg-wash [a&]:hover:bg-wash',
  danger: 'border-bad bg-sheet text-bad enabled:hover:bg-bad-wash',
};

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'small' | 'medium' | 'large';

export interface Look {
  variant?: Variant;
  /** Medium, or small for a quiet button. */
  size?: Size;
  className?: string;
}
