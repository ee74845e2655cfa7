import type { Frame } from '#kit/web.tsx';
import { Page, PageTitle } from '#web/layout/Page.tsx';
import { ButtonAnchor } from '#web/ui/Button.tsx';
import { sharedBlanks, sharedFrame } from '../contract.ts';

/** Styles for the content that the server inserts: titles, lines about papers, and takeaways. */
const papers =
  'mt-8 leading-relaxed [&_h2]:mt-9 [&_h2]:font-serif [&_h2]:text-xl [&_h2]:leading-snug [&_h2]:font-semibold [&_h2]:wrap-anywhere [&_a]:underline [&_a]:decoration-line [&_a]:underline-offset-4 [&_a:hover]:decoration-current [&_h2+p]:mt-1.5 [&_h2+p]:text-sm [&_h2+p]:text-muted [&_p]:mt-2.5 [&_strong]:font-normal';

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
      Follow this topic
    </ButtonAnchor>
    <div className={papers}>{sharedBlanks.body}</div>
  </Page>
);

/** It has no script: the address is a secret, and analytics must not see it. */
export const frame: Frame = { file: sharedFrame, title: sharedBlanks.title, page: <SharedFrame /> };
