import { Children, isValidElement, type ReactNode } from 'react';
import { useSite, useSupportMail } from '#web/api/api.ts';
import { login, Page, PageTitle } from '#web/layout/Page.tsx';

interface LegalPageProps {
  title: string;
  /** The page in one sentence. */
  lead: string;
  /** A `Section` each. */
  children: ReactNode;
}

/** A legal text, set to be read, with its table of contents beside it. */
export const LegalPage = ({ title, lead, children }: LegalPageProps) => (
  <Page className="grid max-w-6xl gap-x-16 py-12 sm:py-16 lg:grid-cols-[15rem_minmax(0,1fr)]" header={login}>
    <Contents titles={titlesOf(children)} />
    <div className="mx-auto w-full max-w-[38rem] lg:mx-0">
      <PageTitle>{title}</PageTitle>
      <p className="mt-3 text-sm text-muted">
        Last updated: <time dateTime="2025-08-11">August 11, 2025</time>
      </p>
      <p className="mt-6 font-serif text-xl leading-relaxed text-pretty">{lead}</p>
      <div className="prose mt-2">{children}</div>
    </div>
  </Page>
);

const titlesOf = (sections: ReactNode): string[] =>
  Children.toArray(sections).flatMap((one) => (isValidElement<SectionProps>(one) ? [one.props.title] : []));

/** Hidden in narrow windows and in print. */
const Contents = ({ titles }: { titles: string[] }) => (
  <nav
    aria-label="Contents"
    className="sticky top-8 hidden self-start border-l border-line pl-4 text-sm lg:block print:hidden"
  >
    <ol className="space-y-1">
      {titles.map((title) => (
        <li key={title}>
          <a
            href={`#${idOf(title)}`}
            className="block rounded py-0.5 text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  </nav>
);

type SectionProps = { title: string; children: ReactNode };

/** A numbered section: `title` carries its number, so that people can cite it. */
export const Section = ({ title, children }: SectionProps) => (
  <section className="mt-10 space-y-3.5 [&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:pl-6">
    <h2 id={idOf(title)} className="scroll-mt-6 text-xl leading-snug font-semibold">
      {title}
    </h2>
    {children}
  </section>
);

const idOf = (title: string): string => `section-${Number.parseInt(title, 10)}`;

/** The operator of this installation. Until it is loaded, the sentence works without the name. */
export const OperatorName = () => <>{useSite()?.operatorName ?? 'the operator of this site'}</>;

export const OperatorAddress = () => <>{useSite()?.postalAddress ?? 'the address given in every mail'}</>;

export function SupportLink() {
  const address = useSite()?.supportEmail;
  const support = useSupportMail();
  return address ? (
    <a className="link" href={support}>
      {address}
    </a>
  ) : (
    'the support address in the footer'
  );
}
