import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { PasswordField } from './TextField.tsx';

interface NewPasswordFieldsProps {
  password: UseFormRegisterReturn;
  confirmPassword: UseFormRegisterReturn;
  errors: { password?: FieldError | undefined; confirmPassword?: FieldError | undefined };
}

/** The rules of `newPassword` in one sentence. */
export const passwordRules =
  'At least 8 characters, with an uppercase letter, a lowercase letter, a number, and a special character.';

/** A new password, typed twice: part of every form that changes one. */
export const NewPasswordFields = ({ password, confirmPassword, errors }: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      label="New Password"
      autoComplete="new-password"
      hint={passwordRules}
      error={errors.password?.message}
      {...password}
    />
    <PasswordField
      label="Confirm New Password"
      autoComplete="new-password"
      error={errors.confirmPassword?.message}
      {...confirmPassword}
    />
  </>
);
