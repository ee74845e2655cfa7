import { encodeXML } from 'entities';

/** Text for an element or an attribute. Non-ASCII characters are numeric references, as in the services' replies. */
export const escaped = (text: string | number): string => encodeXML(String(text).replace(forbidden, ''));

/** `<name>text</name>`; empty without text. */
export const element = (name: string, text: string | number | null, attributes = ''): string =>
  text === null || text === ''
    ? ''
    : `<${name}${attributes && ` ${attributes}`}>${escaped(text)}</${name.split(' ')[0]}>`;

// Characters that XML 1.0 cannot represent (section 2.2).
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
