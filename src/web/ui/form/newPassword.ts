import type { DefaultValues } from 'react-hook-form';
import type { z } from 'zod';
import type { PasswordRule } from '#shared/site/site.ts';
import { newPasswordBy } from '#shared/values/fields.ts';
import { useSite } from '#web/api/query.ts';
import { useZodForm } from './useZodForm.ts';

/** The rule of this site; until that is known, the stricter one, by which no site refuses a password. */
const usePasswordRule = (): PasswordRule => useSite()?.signIn.passwordRule ?? 'kinds';

const hints: Record<PasswordRule, string> = {
  kinds:
    'At least 8 characters, with an uppercase letter, a lowercase letter, a number, and a special character.',
  length: 'At least 8 characters. A few words in a row are hard to guess and easy to remember.',
};

/** The rule of this site in a sentence. */
export const usePasswordHint = (): string => hints[usePasswordRule()];

/** A form in which somebody chooses a password, held to the rule of this site before it is sent. */
export function useNewPasswordForm<Shape extends z.ZodObject<{ password: z.ZodString }>>(
  shape: Shape,
  defaultValues: DefaultValues<z.input<Shape>>,
) {
  const password = newPasswordBy[usePasswordRule()];
  return useZodForm<z.input<Shape>, z.output<Shape>>(shape.safeExtend({ password }) as never, defaultValues);
}
