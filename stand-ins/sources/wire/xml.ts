import { encodeXML } from 'entities';

/** Text for an element or an attribute, other letters than ASCII as numbers, as the services write them. */
export const escaped = (text: string | number): string => encodeXML(String(text).replace(forbidden, ''));

/** `<name>text</name>`; nothing at all where there is no text. */
export const element = (name: string, text: string | number | null, attributes = ''): string =>
  text === null || text === ''
    ? ''
    : `<${name}${attributes && ` ${attributes}`}>${escaped(text)}</${name.split(' ')[0]}>`;

// What XML 1.0 has no way to write (section 2.2).
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
