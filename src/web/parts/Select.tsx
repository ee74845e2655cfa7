import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ReactNode, Ref } from 'react';
import { controlClass, Field } from './Field.tsx';

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  note?: string;
  options: readonly SelectOption[];
  /** Empty when nothing is chosen yet; options themselves may not be empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  disabled?: boolean;
  name?: string;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** One of a short list. For long lists (time zones) use a `TextField` with a datalist. */
export function Select({ label, hint, error, note, options, className, ref, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} note={note} className={className}>
      {(aria) => (
        <Radix.Root
          value={rest.value}
          onValueChange={rest.onChange}
          disabled={rest.disabled}
          name={rest.name}
        >
          <Radix.Trigger
            {...aria}
            ref={ref}
            onBlur={rest.onBlur}
            className={`${controlClass} flex items-center justify-between gap-2 text-left data-placeholder:text-muted`}
          >
            <Radix.Value placeholder={rest.placeholder ?? 'Choose…'} />
            <Radix.Icon>
              <ChevronDown className="size-4 text-muted" aria-hidden="true" />
            </Radix.Icon>
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content
              position="popper"
              sideOffset={4}
              className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-md border border-line bg-sheet shadow-sheet"
            >
              <Radix.Viewport className="p-1">
                {options.map(({ value, label: text }) => (
                  <Radix.Item
                    key={value}
                    value={value}
                    className="flex min-h-9 cursor-default items-center justify-between gap-4 rounded px-3 py-1.5 outline-none select-none data-highlighted:bg-accent-wash data-highlighted:text-accent"
                  >
                    <Radix.ItemText>{text}</Radix.ItemText>
                    <Radix.ItemIndicator>
                      <Check className="size-4" aria-hidden="true" />
                    </Radix.ItemIndicator>
                  </Radix.Item>
                ))}
              </Radix.Viewport>
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </Field>
  );
}
