import { html as escaping, raw } from 'hono/html';

/** Text that is HTML already, and is not escaped again. */
export type Html = ReturnType<typeof raw>;

/** Something that a mail says, in both of its parts. */
export interface Part {
  html: Html;
  text: string;
}

/** Words are escaped in HTML. Parts stay as they are, and what is false or missing says nothing. */
export type Said = Part | string | number | false | null | undefined | readonly Said[];

type Value = Html | string | number | boolean | null | undefined | readonly Value[];

/**
 * HTML from a template, with every value escaped that is no HTML itself; `true`, `false` and nothing print nothing. Line breaks
 * of the source are not sent: beside a tag or a value they go, elsewhere they become spaces.
 */
export const html = (source: TemplateStringsArray, ...values: Value[]): Html =>
  escaping(onOneLine(source), ...values) as Html;

/** HTML that is written in the code: nothing in it comes from outside. */
export const constant = (text: string): Html => raw(text);

const known = new WeakMap<TemplateStringsArray, TemplateStringsArray>();

function onOneLine(source: TemplateStringsArray): TemplateStringsArray {
  const tight = known.get(source) ?? (source.map(withoutBreaks) as unknown as TemplateStringsArray);
  known.set(source, tight);
  return tight;
}

const withoutBreaks = (text: string): string =>
  text
    .replace(/(?<=>|^)\n */g, '')
    .replace(/\n *(?=<|$)/g, '')
    .replace(/\n */g, ' ');
