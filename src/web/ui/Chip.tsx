import { X } from 'lucide-react';
import type { ReactNode } from 'react';

/** A rounded box around a word. */
export const chip =
  'inline-flex max-w-full min-w-0 items-center rounded-full bg-wash text-[0.8125rem] ring-1 ring-line ring-inset';

interface RemovalProps {
  of: string;
  onRemove: () => void;
  /** Keeps the focus, but ignores a press. */
  disabled?: boolean;
}

/** The cross of a chip. */
export const Removal = ({ of, onRemove, disabled }: RemovalProps) => (
  <button
    type="button"
    aria-label={`Remove ${of}`}
    aria-disabled={disabled || undefined}
    onClick={() => disabled || onRemove()}
    className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
  >
    <X className="size-3" />
  </button>
);

/** A word of a list that can be removed from it; more about it follows in `children`. */
export const Chip = ({
  children,
  title,
  ...removal
}: RemovalProps & { title?: string; children?: ReactNode }) => (
  <li className={chip} title={title}>
    <span dir="auto" className="truncate py-0.5 pl-2.5">
      {removal.of}
    </span>
    {children}
    <Removal {...removal} />
  </li>
);
