import { type ReactNode, useEffect } from 'react';

interface PageTitleProps {
  /** Title of the browser tab, to which the product's name is added. By default the heading's text. */
  tab?: string;
  children?: ReactNode;
  className?: string;
  /** Sets only the tab's title; the heading is elsewhere. */
  hidden?: boolean;
}

/** The page's only h1 and the title of its tab. */
export const PageTitle = ({ tab, children, className = '', hidden }: PageTitleProps) => {
  const words = tab ?? (typeof children === 'string' ? children : null);
  useEffect(() => {
    document.title = words ? `${words} · Litwatch` : 'Litwatch';
  }, [words]);
  if (hidden) return null;
  return (
    <h1 className={className || 'font-serif text-3xl leading-tight font-semibold sm:text-4xl'}>{children}</h1>
  );
};
