import type { ReactNode } from 'react';

interface PageTitleProps {
  /** Title of the browser tab, to which the product's name is added. By default the heading's text. */
  tab?: string;
  children?: ReactNode;
  className?: string;
  /** Sets only the tab's title; the heading is elsewhere. */
  hidden?: boolean;
}

/** The page's only h1 and the title of its tab. React moves `<title>` into the head. */
export const PageTitle = ({ tab, children, className = '', hidden }: PageTitleProps) => {
  const words = tab ?? (typeof children === 'string' ? children : null);
  return (
    <>
      <title>{words ? `${words} · Litwatch` : 'Litwatch'}</title>
      {!hidden && (
        <h1 className={className || 'font-serif text-3xl leading-tight font-semibold sm:text-4xl'}>
          {children}
        </h1>
      )}
    </>
  );
};
