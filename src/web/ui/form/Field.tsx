import { type ReactNode, useId } from 'react';

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** One sentence, read out as soon as it appears. */
  error?: string | undefined;
  /** Shown beside the label, such as “optional”. */
  note?: string;
  className?: string;
  children: (aria: FieldAria) => ReactNode;
}

/** Attributes that tie label, hint, and error message to the control inside. */
export interface FieldAria {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, control, hint, and error message. The label is never only a placeholder. */
export function Field({ label, hint, error, note, className = '', children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
        {note && <span className="ml-1.5 font-normal text-muted">({note})</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

export const FieldError = ({ id, children }: { id: string; children: string | undefined }) => (
  <div aria-live="polite">
    {children && (
      <p id={id} className="mt-1.5 flex gap-1.5 text-sm text-bad">
        <span aria-hidden="true">▲</span>
        {children}
      </p>
    )}
  </div>
);

export const controlClass =
  'block w-full min-h-10 rounded-md border border-edge bg-sheet px-3 py-2 text-base text-ink placeholder:text-muted hover:border-ink focus-visible:outline-offset-0 aria-invalid:border-bad aria-invalid:outline-bad disabled:opacity-60';
