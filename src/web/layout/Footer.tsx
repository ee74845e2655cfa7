import { useSupportMail } from '../api/query.ts';

/** Copyright, legal pages, support, and cookies. `askForConsent.ts` listens for the last button. */
export function Footer() {
  const support = useSupportMail();
  return (
    <footer className="mt-auto border-t border-line text-sm text-muted print:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-6 sm:px-6">
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
