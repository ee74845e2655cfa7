import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}

/** On or off, at once. The knob's place says it, not its colour alone. */
export function Switch({ label, hint, checked, onChange, disabled, className = '' }: SwitchProps) {
  const id = useId();
  return (
    <div className={`flex items-start justify-between gap-4 ${className}`}>
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
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-6 w-11 shrink-0 rounded-full border border-edge bg-wash transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-55"
      >
        <Radix.Thumb className="block size-4.5 translate-x-0.5 rounded-full bg-edge transition-transform data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-on-accent" />
      </Radix.Root>
    </div>
  );
}
