import type { ReactNode } from 'react';

interface PageTitleProps {
  /** Of the browser's tab; the product's name is added. The heading's own words unless given. */
  tab?: string;
  children?: ReactNode;
  className?: string;
  /** Only the tab's title: the heading stands elsewhere. */
  hidden?: boolean;
}

/** The page's one h1 and the title of its tab. React moves <title> into the head. */
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
