import { type ReactNode, useEffect, useRef } from 'react';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

interface PageProps {
  /** Controls at the right of the header. */
  header?: ReactNode;
  /** Links to the main pages, beside the product's name. */
  nav?: ReactNode;
  home?: string;
  /** Width and spacing of the content. */
  className?: string;
  children: ReactNode;
}

/** Header, content, and footer. The content takes the focus when the page changes. */
export function Page({ header, nav, home, className = 'max-w-6xl py-10', children }: PageProps) {
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takeArrival()) content.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="flex min-h-dvh flex-col">
      <Header home={home} nav={nav}>
        {header}
      </Header>
      <main
        ref={content}
        id="content"
        tabIndex={-1}
        className={`mx-auto w-full grow px-4 sm:px-6 ${className}`}
      >
        {children}
      </main>
      <Footer />
    </div>
  );
}

/**
 * After a change of page the focus goes to the new content. The page may still be loading when the
 * address changes, so the change is remembered until there is content to focus.
 */
let arriving = false;

export const beginArrival = (): void => {
  arriving = true;
};

/** True once for each change of page. */
export function takeArrival(): boolean {
  const now = arriving;
  arriving = false;
  return now;
}
