import { failure } from '../record/failures.ts';
import { at, pageOf, parseXml, type XmlElement, XmlError, type XmlPage } from '../record/xml.ts';

/** A reply with its records cut out; one that ends early is asked for again. */
export function readPage(body: string, record: string): XmlPage {
  try {
    return pageOf(body, record);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw failure('arxiv', error.cutOff ? 'short' : 'malformed', error.message, { cause: error });
  }
}

/** Null for a record that is not well-formed: it costs no other. */
export function recordOrNull<T>(xml: string, read: (element: XmlElement) => T | null): T | null {
  let element: XmlElement;
  try {
    element = parseXml(xml);
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
  return read(element);
}

/** The text at the end of a path, as it stands: line breaks mean something in arXiv's abstracts. */
export const textIn = (element: XmlElement, ...path: string[]): string => {
  const found = at(element, ...path);
  return found ? wholeText(found) : '';
};

const wholeText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : wholeText(child))).join('');
