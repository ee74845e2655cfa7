import { SaxesParser } from 'saxes';

/** An element with its name and attributes as written, but for the namespace prefix of the name. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
}

/** A document with its records cut out: a record that cannot be read then costs itself and nothing else. */
export interface XmlPage {
  /** Everything around the records; it parses only when the document came whole. */
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

/** No reply of a source is nested deeper than MathML in an abstract: some thirty levels. */
const deepest = 200;

/** Characters of one record. The longest real ones, of papers with thousands of authors, have about one million. */
const longest = 5_000_000;

/**
 * Cuts the elements called by one of `names`, which never hold each other, out of a document.
 * @throws XmlError when what is around them is not well-formed.
 */
export function pageOf(document: string, ...names: string[]): XmlPage {
  const opening = new RegExp(`<((?:[\\w.-]+:)?(${names.join('|')}))[\\s>]`, 'g');
  const found = [...document.matchAll(opening)];
  const records: XmlPage['records'] = [];
  const around: string[] = [];
  let after = 0;
  // Where the next closing tag of a name stands: looked for once, not again for each record that lacks one.
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
 * Parses one document or one element strictly. The five predefined entities and character references
 * are all that is expanded: what a document type declares is not read, so nothing can be blown up with it.
 * (saxes, which jsdom parses by: strict, and six times as fast on PubMed's records as fast-xml-parser.)
 * @throws XmlError when it is not well-formed.
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
