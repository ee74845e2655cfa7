import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { PasswordField } from './TextField.tsx';

interface NewPasswordFieldsProps {
  password: UseFormRegisterReturn;
  confirmPassword: UseFormRegisterReturn;
  errors: { password?: FieldError | undefined; confirmPassword?: FieldError | undefined };
}

/** A new password, twice: part of every form that asks for one. */
export const NewPasswordFields = ({ password, confirmPassword, errors }: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      label="New Password"
      autoComplete="new-password"
      hint="At least 8 characters, with an uppercase and a lowercase letter, a number and a special character."
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
