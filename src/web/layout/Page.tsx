import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { ButtonAnchor, ButtonLink } from '#web/ui/Form.tsx';
import { useSupportMail } from '../api/api.ts';
import { takeOver } from './drawn.ts';

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
export function Page({ header, nav, home, className = 'max-w-[77.5rem] py-10', children }: PageProps) {
  const content = useRef<HTMLElement>(null);
  useLayoutEffect(takeOver, []);
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
        className={`mx-auto w-full grow px-4 sm:px-6 lg:px-8 ${className}`}
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
function takeArrival(): boolean {
  const now = arriving;
  arriving = false;
  return now;
}

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

interface HeaderProps {
  home?: string;
  /** Links to the main pages: beside the name, or on a row of their own in narrow windows. */
  nav?: ReactNode;
  children?: ReactNode;
}

/** The product's name at the left, the page's own controls at the right. */
export const Header = ({ children, nav, home = '/' }: HeaderProps) => (
  <header className="border-b border-line bg-paper print:hidden [@media(width>=48rem)_and_(height>=37.5rem)]:sticky [@media(width>=48rem)_and_(height>=37.5rem)]:top-0 [@media(width>=48rem)_and_(height>=37.5rem)]:z-20">
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-sheet focus:px-4 focus:py-2"
    >
      Skip to content
    </a>
    <div className="mx-auto flex min-h-14 max-w-[77.5rem] flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-1.5 sm:px-6 lg:px-8">
      <a
        href={home}
        className="flex min-h-8 items-center gap-2 rounded font-serif text-lg font-semibold tracking-tight"
      >
        <Mark />
        Litwatch
      </a>
      {nav}
      {children && <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">{children}</div>}
    </div>
  </header>
);

const Mark = () => (
  <svg viewBox="0 0 24 24" className="size-5 text-accent" aria-hidden="true">
    <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
      <path d="M3 5h18M3 11h11M3 17h7" />
      <circle cx="18" cy="16.5" r="3" />
    </g>
  </svg>
);

/** A back link in the header. The narrowest phones have no room for its arrow. */
export const BackTo = ({ to, children }: { to: string; children: string }) => (
  <ButtonLink to={to} variant="secondary" className="max-sm:px-3 max-sm:text-sm">
    <ArrowLeft className="size-4 max-[22.5rem]:hidden" />
    {children}
  </ButtonLink>
);

/** In the header of pages that the build draws; `app/landing.ts` finds it by its mark. */
export const login = (
  <ButtonAnchor href="/auth" data-sign-in="" variant="secondary">
    Login
  </ButtonAnchor>
);

/** Copyright, legal pages, support, and cookies. `cookieBanner.ts` listens for the last button. */
function Footer() {
  const support = useSupportMail();
  return (
    <footer className="mt-auto border-t border-line text-[0.8125rem] text-muted print:hidden">
      <div className="mx-auto flex max-w-[77.5rem] flex-wrap items-center justify-between gap-x-8 gap-y-1 px-4 py-4 sm:px-6 lg:px-8">
        <p>© 2025 Litwatch. All rights reserved.</p>
        <nav aria-label="Footer" className="-mx-2 grid grid-cols-[auto_auto] gap-x-4 sm:flex">
          <a className={item} href="/terms">
            Terms &amp; Conditions
          </a>
          <a className={item} href="/privacy">
            Privacy Policy
          </a>
          <a className={item} href={support}>
            Support
          </a>
          <button type="button" data-cookie-settings className={item}>
            Cookie Settings
          </button>
        </nav>
      </div>
    </footer>
  );
}

const item =
  'inline-flex min-h-9 items-center rounded px-2 hover:text-ink hover:underline underline-offset-4';

/** The title of a page that a reader works on. */
export const deskTitle = 'font-serif text-[1.75rem] leading-tight font-semibold max-sm:text-2xl';
