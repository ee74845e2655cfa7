import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';

/** A form validated by a contract's schema. The first field with an error gets the focus. */
export const useZodForm = <Input extends FieldValues, Output extends FieldValues>(
  shape: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> =>
  useForm<Input, unknown, Output>({
    resolver: zodResolver(shape as never) as never,
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  });

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
