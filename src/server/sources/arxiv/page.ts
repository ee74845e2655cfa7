import { failure } from '../record/failures.ts';
import { at, pageOf, parseXml, type XmlElement, XmlError, type XmlPage } from '../record/xml.ts';

/** A reply split into its records. A truncated one is requested again. */
export function readPage(body: string, record: string): XmlPage {
  try {
    return pageOf(body, record);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw failure('arxiv', error.cutOff ? 'short' : 'malformed', error.message, { cause: error });
  }
}

/** Null for a record that is not well-formed, so that the others are still read. */
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

/** The text at the end of a path, unchanged, because line breaks have a meaning in arXiv's abstracts. */
export const textIn = (element: XmlElement, ...path: string[]): string => {
  const found = at(element, ...path);
  return found ? wholeText(found) : '';
};

const wholeText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : wholeText(child))).join('');
