import type { FormHTMLAttributes, ReactNode } from 'react';

/** The browser's own bubbles are off: messages stand inline, beside their field. */
export const Form = ({
  children,
  ...form
}: FormHTMLAttributes<HTMLFormElement> & { children: ReactNode }) => (
  <form noValidate {...form}>
    {children}
  </form>
);
