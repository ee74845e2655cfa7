import type { ReactNode } from 'react';
import { ButtonAnchor } from '../../parts/Button.tsx';
import { Page } from '../../parts/Page.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';

interface LegalPageProps {
  title: string;
  /** One sentence that says what the page says. */
  lead: string;
  children: ReactNode;
}

/** A legal text, set to be read. Both carry the date of the specification (§1). */
export const LegalPage = ({ title, lead, children }: LegalPageProps) => (
  <Page
    className="max-w-3xl py-12 sm:py-16"
    header={
      <ButtonAnchor href="/auth" data-sign-in="" variant="secondary">
        Login
      </ButtonAnchor>
    }
  >
    <PageTitle>{title}</PageTitle>
    <p className="mt-3 text-sm text-muted">
      Last updated: <time dateTime="2025-08-11">August 11, 2025</time>
    </p>
    <p className="mt-6 font-serif text-xl leading-relaxed">{lead}</p>
    <div className="prose mt-2">{children}</div>
  </Page>
);

/** A numbered section: `title` carries its number, so that people can cite it. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-9 space-y-3.5 [&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:pl-6">
    <h2 className="font-sans text-lg font-semibold">{title}</h2>
    {children}
  </section>
);
