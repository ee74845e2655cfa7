import Markdown from 'markdown-to-jsx/react';
import type { AnchorHTMLAttributes, ImgHTMLAttributes, ReactNode } from 'react';
import { webAddress } from '#web/papers/paperWords.ts';

/** A note rendered from Markdown. HTML stays text, links open in a new tab, and pictures are not loaded. */
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
  // Loading a picture would reveal the reader to its server.
  img: ({ alt }: ImgHTMLAttributes<HTMLImageElement>) => <span>{alt}</span>,
  // A note's headings must not join the page's outline.
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, Strong])),
};
