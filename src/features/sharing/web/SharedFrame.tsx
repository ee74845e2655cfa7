import type { Frame } from '#kit/web.tsx';
import { Page, PageTitle } from '#web/layout/Page.tsx';
import { ButtonAnchor } from '#web/ui/Form.tsx';
import { sharedBlanks, sharedFrame } from '../contract.ts';

/** Styles for the content that the server inserts: the brief, then each paper as a row with what came out of it. */
const papers =
  'mt-8 border-b border-line [&_section]:mb-6 [&_section]:space-y-2 [&_article]:border-t [&_article]:border-line [&_article]:py-4 [&_h2]:font-serif [&_h2]:text-lg [&_h2]:leading-snug [&_h2]:font-semibold [&_h2]:text-pretty [&_h2]:wrap-anywhere [&_a]:underline-offset-4 [&_a:hover]:underline [&_article_p]:mt-0.5 [&_article_p]:text-[0.8125rem] [&_article_p]:text-muted [&_b]:font-medium [&_b]:text-ink [&_.what]:flex [&_.what]:flex-wrap [&_article_.prose]:my-2 [&_article_.prose]:text-[1.0625rem] [&_article_.prose]:text-ink';

/** The frame around a shared digest or tag. The server inserts the papers. */
const SharedFrame = () => (
  <Page
    className="max-w-2xl py-12 sm:py-16"
    header={
      <ButtonAnchor href="/" variant="secondary">
        What is Litwatch?
      </ButtonAnchor>
    }
  >
    <PageTitle>
      <span dir="auto" className="wrap-anywhere">
        {sharedBlanks.title}
      </span>
    </PageTitle>
    <p className="mt-4 text-muted">{sharedBlanks.lead}</p>
    <ButtonAnchor href={`/${sharedBlanks.follow}`} className="mt-5">
      {sharedBlanks.invitation}
    </ButtonAnchor>
    <div className={papers}>{sharedBlanks.body}</div>
  </Page>
);

/** It has no script: the address is a secret, and analytics must not see it. */
export const frame: Frame = { file: sharedFrame, title: sharedBlanks.title, page: <SharedFrame /> };
