import type { ReactNode } from 'react';
import { Page } from './Page.tsx';
import { PageTitle } from './PageTitle.tsx';

interface NarrowProps {
  title: string;
  tab?: string;
  lead?: ReactNode;
  /** Above the title, such as a way back. */
  above?: ReactNode;
  children?: ReactNode;
}

/** A page that asks for one thing. */
export const Narrow = ({ title, tab, lead, above, children }: NarrowProps) => (
  <Page className="max-w-md py-10 sm:py-16">
    {above}
    <PageTitle tab={tab} className="font-serif text-3xl leading-tight font-semibold">
      {title}
    </PageTitle>
    {lead && <p className="mt-2.5 leading-relaxed text-muted">{lead}</p>}
    {children}
  </Page>
);
