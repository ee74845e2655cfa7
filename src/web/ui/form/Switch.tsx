import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}

/** A native checkbox drawn as a switch. The position of the knob shows the state, not its color alone. */
export function Switch({ label, hint, checked, onChange, disabled, className = '' }: SwitchProps) {
  const id = useId();
  return (
    <div className={`flex items-start justify-between gap-4 pointer-coarse:min-h-11 ${className}`}>
      <div>
        <label htmlFor={id} className="text-[0.9375rem] font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <input
        type="checkbox"
        role="switch"
        id={id}
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="switch"
      />
    </div>
  );
}
