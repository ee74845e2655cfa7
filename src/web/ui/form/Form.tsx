import type { FormHTMLAttributes, ReactNode } from 'react';

/** A form without the browser's error bubbles: messages are inline, beside their field. */
export const Form = ({
  children,
  ...form
}: FormHTMLAttributes<HTMLFormElement> & { children: ReactNode }) => (
  <form noValidate {...form}>
    {children}
  </form>
);

/** A row of buttons; on a phone, one below the other at full width. */
export const Actions = ({ children, className = 'mt-7' }: { children: ReactNode; className?: string }) => (
  <div className={`flex flex-col gap-3 sm:flex-row sm:flex-wrap ${className}`}>{children}</div>
);
