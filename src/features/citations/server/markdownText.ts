import { plain } from '#shared/values/plainText.ts';

/** One line in which no character is markup (https://spec.commonmark.org/0.31.2/#backslash-escapes). */
export const markdownLine = (written: string): string =>
  oneLine(written)
    .replace(/[\\`*_{}[\]<>#|~$^&@]/g, String.raw`\$&`)
    // Most dialects turn bare addresses into links.
    .replace(/:\/\//g, String.raw`:\/\/`)
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`)
    // At the start, these would begin a list, a heading's underline or a rule.
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
    .replace(/^[-+=]/, String.raw`\$&`);

/** Text with single blanks in place of line breaks. */
export const oneLine = (written: string): string => plain(written).replace(/\s+/g, ' ').trim();

/** Front matter in YAML; JSON's strings and numbers are YAML's too. */
export const frontMatter = (fields: Record<string, string | number>): string =>
  ['---', ...Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`), '---'].join(
    '\n',
  );

/** An address for the web, without the characters that would end it in Markdown; null for any other. */
export const markdownAddress = (url: string | null | undefined): string | null =>
  /^https?:\/\//i.test(url ?? '') && URL.canParse(url!)
    ? new URL(url!).href.replace(/[<>]/g, (one) => (one === '<' ? '%3C' : '%3E'))
    : null;

/** A paper's escaped heading, linked if it has an address. */
export function markdownTitle({ title, url, retracted }: TitledPaper): string {
  const heading = markdownLine(title) || 'Untitled';
  const address = markdownAddress(url);
  return `${retracted ? 'RETRACTED: ' : ''}${address ? `[${heading}](<${address}>)` : heading}`;
}

interface TitledPaper {
  title: string;
  url?: string | null | undefined;
  retracted?: boolean | undefined;
}
