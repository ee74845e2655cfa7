import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react';
import { controlClass, Field } from './Field.tsx';

/** Works alone and with react-hook-form: `<TextField label="Email" error={errors.email?.message} {...register('email')} />`. */
interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  note?: string;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, note, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} note={note} className={className}>
      {(aria) => <input type="text" {...input} {...aria} className={controlClass} />}
    </Field>
  );
}

/** A password field with a button to show it; pasting and password managers work. */
export function PasswordField({
  label,
  hint,
  error,
  note,
  className,
  ...input
}: Omit<TextFieldProps, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error} note={note} className={className}>
      {(aria) => (
        <div className="relative">
          <input
            autoComplete="current-password"
            {...input}
            {...aria}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${controlClass} pr-12`}
          />
          <button
            type="button"
            onClick={() => setShown(!shown)}
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-controls={aria.id}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-md text-muted hover:text-ink"
          >
            <Icon className="size-4.5" aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
