import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';

/**
 * A form validated by a contract's schema. The first field with an error gets the focus. `field` gives the props of a control:
 * `<TextField label="Email" {...form.field('email')} />`.
 */
export function useZodForm<Input extends FieldValues, Output extends FieldValues>(
  shape: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
) {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(shape as never) as never,
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });
  const { errors } = form.formState;
  const field = (name: Path<Input>) => ({
    ...form.register(name),
    error: (get(errors, name) as FieldError | undefined)?.message,
  });
  return { ...form, field };
}

/** What gives the props of the controls that forms share. */
export type FieldOf<Name extends string> = (
  name: Name,
) => UseFormRegisterReturn & { error: string | undefined };

/** Puts the server's messages beside their fields and focuses the first. False if the error names no field of this form. */
export function showFieldErrors<T extends FieldValues>(
  form: UseFormReturn<T, unknown, FieldValues>,
  error: Error,
): boolean {
  const fields = error instanceof AppError ? Object.entries(error.details.fields ?? {}) : [];
  const known = fields.filter(([name]) => name in form.getValues());
  for (const [index, [name, message]] of known.entries())
    form.setError(name as Path<T>, { type: 'server', message }, { shouldFocus: index === 0 });
  return known.length > 0;
}
