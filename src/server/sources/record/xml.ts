import { SaxesParser } from 'saxes';
import type { SourceName } from '#shared/papers/sources.ts';
import { failure } from './source.ts';

/** An element with its name, without namespace prefix, and its attributes as written. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
}

/** A document split into its records, so that an unreadable record does not affect the others. */
export interface XmlPage {
  /** Everything around the records; it parses only if the document is complete. */
  frame: XmlElement;
  /** The records as text, in order, with the name of their element. */
  records: { name: string; xml: string }[];
}

export class XmlError extends Error {
  /** The text ends before its elements do. */
  readonly cutOff: boolean;

  constructor(message: string, cutOff: boolean) {
    super(message);
    this.name = 'XmlError';
    this.cutOff = cutOff;
  }
}

/** What `read` makes of a reply. One that is cut off is requested again. @throws SourceFailure if it is not well-formed */
export function ofReply<T>(source: SourceName, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw failure(source, error.cutOff ? 'short' : 'malformed', error.message, { cause: error });
  }
}

/** Null for a record that is not well-formed, so that the others are still read. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

/** The deepest nesting in replies is MathML in abstracts, about thirty levels. */
const deepest = 200;

/** Maximum characters per record. The longest real ones, of papers with thousands of authors, have about a million. */
const longest = 5_000_000;

/**
 * Cuts the elements with one of these names out of a document, which a server's warning may precede. They must not be nested.
 * @throws XmlError if the rest of the document is not well-formed.
 */
export function pageOf(reply: string, ...names: string[]): XmlPage {
  const document = reply.slice(Math.max(0, reply.indexOf('<?xml ')));
  const opening = new RegExp(`<((?:[\\w.-]+:)?(${names.join('|')}))[\\s>]`, 'g');
  const found = [...document.matchAll(opening)];
  const records: XmlPage['records'] = [];
  const around: string[] = [];
  let after = 0;
  // The position of a name's next closing tag, searched once instead of for every record that lacks one.
  const closes = new Map<string, number>();
  for (const [i, match] of found.entries()) {
    const closing = `</${match[1]}>`;
    let close = closes.get(closing) ?? 0;
    if (close >= 0 && close < match.index) close = document.indexOf(closing, match.index);
    closes.set(closing, close);
    const next = found[i + 1]?.index;
    if (close < 0 && next === undefined) throw new XmlError(`no end of the last ${match[2]}`, true);
    const end = close < 0 || (next !== undefined && next < close) ? next! : close + closing.length;
    around.push(document.slice(after, match.index));
    records.push({ name: match[2]!, xml: document.slice(match.index, end) });
    after = end;
  }
  around.push(document.slice(after));
  return { frame: parseXml(around.join('')), records };
}

/**
 * Parses one document or element strictly. Expands only the five predefined entities and character references, and ignores
 * document type declarations, so entity expansion attacks are impossible.
 * (saxes, which jsdom parses by: strict, and six times as fast on PubMed's records as fast-xml-parser.)
 * @throws XmlError if it is not well-formed.
 */
export function parseXml(text: string): XmlElement {
  if (text.length > longest) throw new XmlError(`longer than ${longest} characters`, false);
  const top: XmlElement = { name: '', attributes: {}, children: [] };
  const open = [top];
  const parser = new SaxesParser<{ xmlns?: false; position: boolean }>({ position: false });
  parser.on('opentag', (tag) => {
    if (open.length > deepest) throw new XmlError(`nested deeper than ${deepest} elements`, false);
    const element = { name: localName(tag.name), attributes: tag.attributes, children: [] };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (words) => open.at(-1)!.children.push(words));
  parser.on('cdata', (words) => open.at(-1)!.children.push(words));
  parser.on('closetag', () => open.pop());
  parser.on('error', (error) => {
    throw new XmlError(error.message, /unclosed tag|unexpected end|must contain a root/i.test(error.message));
  });
  parser.write(text.trimStart()).close();
  return top.children.find((child) => typeof child !== 'string')!;
}

const localName = (name: string): string => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};

/** The first element at the end of a path of names below `element`. */
export function at(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let here = element;
  for (const name of path) here = here && childNamed(here, name);
  return here;
}

function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of element.children) if (typeof child !== 'string' && child.name === name) return child;
  return undefined;
}

/** All children of that name. */
export const all = (element: XmlElement | undefined, name: string): XmlElement[] =>
  (element?.children ?? []).filter((child): child is XmlElement => isElement(child) && child.name === name);

/** Whether a child is an element, not text. */
export const isElement = (child: XmlElement | string): child is XmlElement => typeof child !== 'string';
