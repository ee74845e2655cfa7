import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { usePasswordHint } from './newPassword.ts';
import { PasswordField } from './TextField.tsx';

interface NewPasswordFieldsProps {
  password: UseFormRegisterReturn;
  confirmPassword: UseFormRegisterReturn;
  errors: { password?: FieldError | undefined; confirmPassword?: FieldError | undefined };
}

/** A new password, typed twice: part of every form that changes one. */
export const NewPasswordFields = ({ password, confirmPassword, errors }: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      label="New Password"
      autoComplete="new-password"
      hint={usePasswordHint()}
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
