import type { DefaultValues } from 'react-hook-form';
import type { z } from 'zod';
import type { PasswordRule } from '#shared/site/site.ts';
import { newPasswordBy } from '#shared/values/fields.ts';
import { useSite } from '#web/api/api.ts';
import { PasswordField } from './Form.tsx';
import { type FieldOf, useZodForm } from './useZodForm.ts';

/** A new password, typed twice: part of every form that changes one. */
export const NewPasswordFields = ({ field }: { field: FieldOf<'password' | 'confirmPassword'> }) => (
  <>
    <PasswordField
      label="New Password"
      autoComplete="new-password"
      hint={usePasswordHint()}
      {...field('password')}
    />
    <PasswordField label="Confirm New Password" autoComplete="new-password" {...field('confirmPassword')} />
  </>
);

/** This site's password rule. Until it is known, the strictest rule, whose passwords every site accepts. */
const usePasswordRule = (): PasswordRule => useSite()?.signIn.passwordRule ?? 'kinds';

const hints: Record<PasswordRule, string> = {
  kinds:
    'At least 8 characters, with an uppercase letter, a lowercase letter, a number, and a special character.',
  length: 'At least 8 characters. A few words in a row are hard to guess and easy to remember.',
};

/** This site's password rule in a sentence. */
export const usePasswordHint = (): string => hints[usePasswordRule()];

/** A form with a new password, checked against this site's rule before it is sent. */
export function useNewPasswordForm<Shape extends z.ZodObject<{ password: z.ZodString }>>(
  shape: Shape,
  defaultValues: DefaultValues<z.input<Shape>>,
) {
  const password = newPasswordBy[usePasswordRule()];
  return useZodForm<z.input<Shape>, z.output<Shape>>(shape.safeExtend({ password }) as never, defaultValues);
}
