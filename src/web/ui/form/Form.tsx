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

/** What can be done next: side by side, and on a phone one under the other, as wide as the thumb's reach. */
export const Actions = ({ children, className = 'mt-7' }: { children: ReactNode; className?: string }) => (
  <div className={`flex flex-col gap-3 sm:flex-row sm:flex-wrap ${className}`}>{children}</div>
);
