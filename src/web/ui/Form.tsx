import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import {
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type FormHTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  useId,
  useState,
} from 'react';
import { buttonClass, type Look } from './buttonClass.ts';
import { Link, type LinkProps } from './Link.tsx';
import { Spinner } from './Spinner.tsx';

/** A form without the browser's error bubbles: messages are inline, beside their field. It never loads a page. */
export const Form = ({
  onSubmit,
  ...form
}: FormHTMLAttributes<HTMLFormElement> & { children: ReactNode }) => (
  <form
    noValidate
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit?.(event);
    }}
  />
);

/** A row of buttons; on a phone, one below the other at full width. */
export const Actions = ({ children, className = 'mt-7' }: { children: ReactNode; className?: string }) => (
  <div className={`flex flex-col gap-3 sm:flex-row sm:flex-wrap ${className}`}>{children}</div>
);

/** What is around a control. */
interface FieldWords {
  label: ReactNode;
  hint?: ReactNode;
  /** One sentence, read out as soon as it appears. */
  error?: string | undefined;
  /** Shown beside the label, such as “optional”. */
  note?: string;
}

interface FieldProps extends FieldWords {
  className?: string;
  children: (aria: FieldAria) => ReactNode;
}

/** Attributes that tie label, hint, and error message to the control inside. */
type FieldAria = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

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

/** Works alone and with a form of `useZodForm`: `<TextField label="Email" {...form.field('email')} />`. */
interface TextFieldProps extends FieldWords, InputHTMLAttributes<HTMLInputElement> {
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
export function PasswordField(props: Omit<TextFieldProps, 'type'>) {
  const { label, hint, error, note, className, ...input } = props;
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
            <Icon className="size-4.5" />
          </button>
        </div>
      )}
    </Field>
  );
}

type SelectOption = { value: string; label: string };

/** Options under a heading. */
export type SelectGroup = { label: string; options: readonly SelectOption[] };

interface SelectBoxProps extends SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly (SelectOption | SelectGroup)[];
  /** Label of the empty choice; there is none without it. */
  empty?: string;
  /** Without an edge. */
  isQuiet?: boolean;
  ref?: Ref<HTMLSelectElement>;
}

/** A native select: a wheel on a phone, type-ahead on a keyboard, familiar to screen readers, and 26 kB less script. */
export function Select({ label, hint, error, note, className, ...select }: FieldWords & SelectBoxProps) {
  return (
    <Field label={label} hint={hint} error={error} note={note} className={className}>
      {(aria) => <SelectBox {...select} {...aria} />}
    </Field>
  );
}

/** The select itself, for one that is named by `aria-label`. */
export const SelectBox = ({ options, empty, isQuiet, className = '', ...select }: SelectBoxProps) => (
  <div className={`relative ${className}`}>
    <select
      {...select}
      className={`appearance-none ${isQuiet ? 'min-h-8 rounded-md bg-transparent pr-7 pl-2 text-sm hover:bg-wash' : `${controlClass} pr-9`}`}
    >
      {empty !== undefined && <option value="">{empty}</option>}
      {options.map((one) =>
        'options' in one ? (
          <optgroup key={one.label} label={one.label}>
            {one.options.map(option)}
          </optgroup>
        ) : (
          option(one)
        ),
      )}
    </select>
    <ChevronDown
      className={`pointer-events-none absolute top-1/2 size-4 -translate-y-1/2 text-muted ${isQuiet ? 'right-2' : 'right-3'}`}
    />
  </div>
);

const option = ({ value, label }: SelectOption) => (
  <option key={value} value={value}>
    {label}
  </option>
);

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** A native checkbox: it works with every form library and assistive technology. */
export function Checkbox({ label, error, className = '', ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="check mt-0.5"
        />
        <label htmlFor={id} className="text-[0.9375rem] leading-6">
          {label}
        </label>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A native checkbox drawn as a switch. The position of the knob shows the state, not its color alone. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className={`flex ${hint ? 'items-start' : 'items-center'} justify-between gap-4`}>
      <div>
        <label
          htmlFor={id}
          className="block text-[0.9375rem] font-medium pointer-coarse:min-h-11 pointer-coarse:content-center"
        >
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

/** The button that sends its form. @param props.doing what it says meanwhile */
export const Submit = ({ label, doing = label, wide, ...button }: SubmitProps) => (
  <Button type="submit" {...button} {...(wide && { className: 'w-full' })}>
    {button.pending ? doing : label}
  </Button>
);

type SubmitProps = ButtonProps & { label: string; doing?: string; wide?: boolean };

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
