import Markdown from 'markdown-to-jsx/react';
import type { AnchorHTMLAttributes, ImgHTMLAttributes, ReactNode } from 'react';
import { webAddress } from '#web/papers/paperWords.ts';

/** A note as its Markdown says. HTML in it stays text, links open elsewhere, and no picture is loaded. */
export const MarkdownNote = ({ note }: { note: string }) => (
  <Markdown
    className="space-y-2 [&_ol]:list-decimal [&_ol]:pl-5 [&_pre]:overflow-x-auto [&_ul]:list-disc [&_ul]:pl-5"
    options={{ disableParsingRawHTML: true, forceBlock: true, forceWrapper: true, overrides }}
  >
    {note}
  </Markdown>
);

const Elsewhere = ({ href, children }: AnchorHTMLAttributes<HTMLAnchorElement>) => {
  const address = webAddress(href);
  return address ? (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" className="link rounded">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
};

const Strong = ({ children }: { children?: ReactNode }) => <p className="font-semibold">{children}</p>;

const overrides = {
  a: Elsewhere,
  // A picture would tell its server who reads.
  img: ({ alt }: ImgHTMLAttributes<HTMLImageElement>) => <span>{alt}</span>,
  // The headings of a note are none of the page's.
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, Strong])),
};
