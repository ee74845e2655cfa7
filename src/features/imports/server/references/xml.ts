import { decodeHTMLStrict } from 'entities';
import { readArticle } from '#sources/pubmed/article.ts';
import { readable } from '#sources/record/text.ts';
import { all, at, isElement, orNull, parseXml, type XmlElement, XmlError } from '#sources/record/xml.ts';
import { type Entry, entriesOf, type Found, isPubmed, namesIn, valuesAtMost } from './reference.ts';

/** Maximum characters of an element. Longer ones are listed as unread. */
const elementAtMost = 500_000;

/** Reads EndNote's XML: each `<record>`, wherever it stands. */
export const readEndNoteXml = (text: string): Promise<Entry[]> =>
  entriesOf(
    elementsIn(text, ({ name }) => name === 'record'),
    { textOf: withoutTags, read: (xml) => ifRead(xml, ofEndNote) },
  );

/** Reads PubMed's own XML. */
export const readPubmedXml = (text: string): Promise<Entry[]> =>
  entriesOf(
    elementsIn(text, ({ name }) => /^Pubmed(?:Book)?Article$/.test(name)),
    { textOf: withoutTags, read: ofPubmed },
  );

function ofPubmed(xml: string): Found | string {
  const article = orNull(() => readArticle(withEntities(xml)));
  if (!article)
    return xml.startsWith('<PubmedBook') ? 'It is a book or a part of one.' : 'Its XML is broken.';
  const { doi, sourceId, title, authors, publicationDate, bibliography } = article;
  const identifiers = [doi ?? undefined, `PMID ${sourceId}`, bibliography?.pmcid];
  return { identifiers, title, authors, issued: publicationDate ?? undefined };
}

/** Reads Zotero's RDF: its items, and the notes that they refer to. */
export function readZoteroRdf(text: string): Promise<Entry[]> {
  const notes = new Map<string, string>();
  const items: string[] = [];
  for (const xml of elementsIn(text, ({ depth }) => depth === 1)) {
    const memo = /^<(?:[\w-]+:)?Memo\b/.test(xml) && parsed(xml);
    if (memo) notes.set(memo.attributes['rdf:about'] ?? '', textAt(memo, 'value'));
    // Attachments, collections and journals are no references.
    else if (/<(?:[\w-]+:)?itemType\b[^<>]{0,200}>(?!\s*(?:attachment|note)\b)/.test(xml)) items.push(xml);
  }
  return entriesOf(items, {
    textOf: withoutTags,
    read: (xml) => ifRead(xml, (record) => ofZotero(record, notes)),
  });
}

const withoutTags = (xml: string): string => xml.slice(0, 2000).replace(/<[^<>]*>/g, ' ');

/**
 * The outermost elements that are wanted, in order; depth 1 is below the document's element. An element that is not closed
 * ends where its parent does, or where the next of its name begins.
 */
function* elementsIn(
  written: string,
  isWanted: (tag: { name: string; depth: number }) => boolean,
): Generator<string> {
  const open: string[] = [];
  let [from, outer] = [-1, -1];
  const text = [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
  ].reduce((xml, [opening = '', closing = '']) => {
    // Each that is never closed would be read to the end.
    const last = xml.lastIndexOf(closing) + 1;
    return xml.slice(0, last) + xml.slice(last).replaceAll(opening, '');
  }, written);
  const tags = /<!--.*?-->|<!\[CDATA\[.*?\]\]>|<(\/?)((?:[\w.-]+:)?([\w.-]+))(?:\s[^<>]*?)?(\/?)>/gs;
  for (const { 0: tag, 1: closing, 2: whole, 3: name, 4: empty, index } of text.matchAll(tags)) {
    if (!whole || !name) continue;
    if (closing) {
      const level = open.lastIndexOf(whole);
      if (level < 0) continue;
      open.length = level;
      if (from < 0 || level > outer) continue;
      yield text.slice(from, level === outer ? index + tag.length : index);
      from = -1;
      continue;
    }
    if (from >= 0 && open[outer] === whole) {
      yield text.slice(from, index);
      [open.length, from] = [outer, -1];
    }
    if (from < 0 && isWanted({ name, depth: open.length })) {
      [from, outer] = [index, open.length];
      if (empty) yield tag;
      if (empty) from = -1;
    }
    if (!empty && open.length < 1000) open.push(whole);
  }
  if (from >= 0) yield text.slice(from);
}

function ifRead(xml: string, read: (record: XmlElement) => Found): Found | string {
  if (xml.length > elementAtMost) return 'It is longer than any reference.';
  const record = parsed(xml);
  return record ? read(record) : 'Its XML is broken.';
}

/** An element, also with characters, entities or signs that XML does not allow. */
function parsed(xml: string): XmlElement | null {
  for (const repaired of [withoutControls, withEntities]) {
    try {
      return parseXml(repaired(xml));
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
    }
  }
  return null;
}

/** Without the control characters that XML refuses. Word processors break lines by one of them. */
const withoutControls = (xml: string): string =>
  xml
    .replace(/&#(?:0{0,6}(?:[0-8]|1[1245-9]|2\d|3[01])|x0{0,6}(?:[0-8bcef]|1[\da-f]));/gi, '')
    .replace(/\v/g, ' ')
    .replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '');

const withEntities = (xml: string): string =>
  withoutControls(xml).replace(/&(?!(?:lt|gt|amp|quot|apos);|#x?[\da-f]{1,6};)(\w{1,31};)?/gi, (whole) => {
    const sign = decodeHTMLStrict(whole);
    return sign === whole ? `&amp;${whole.slice(1)}` : sign;
  });

const textAt = (element: XmlElement | undefined, ...path: string[]): string => {
  const found = element && at(element, ...path);
  return found ? readable(found) : '';
};

const ofEndNote = (record: XmlElement): Found => ({
  identifiers: [
    textAt(record, 'electronic-resource-num').replace(/\s+/g, ''),
    ...numberOf(record),
    ...['custom1', 'custom2'].map((name) => textAt(record, name)).filter((text) => /^PMC\d/i.test(text)),
    ...(at(record, 'urls') ? readable(at(record, 'urls')).split(/\s+/).slice(0, valuesAtMost) : []),
  ],
  title: textAt(record, 'titles', 'title'),
  authors: some(at(record, 'contributors', 'authors'), 'author').flatMap((name) => namesIn(readable(name))),
  issued: textAt(record, 'dates', 'year'),
  others: [textAt(record, 'titles', 'secondary-title'), ...othersIn(record)],
  tags: some(at(record, 'keywords'), 'keyword').map(readable),
  notes: [textAt(record, 'research-notes')],
});

/** An accession number is another database's, unless the record says that it is PubMed's. */
function numberOf(record: XmlElement): string[] {
  const number = textAt(record, 'accession-num');
  if (!/^\d*$/.test(number)) return [number];
  const databases = ['remote-database-name', 'remote-database-provider'].map((name) => textAt(record, name));
  return databases.some(isPubmed) ? [`PMID ${number}`] : [];
}

const some = (element: XmlElement | undefined, name: string): XmlElement[] =>
  all(element, name).slice(0, valuesAtMost);

const othersIn = ({ children }: XmlElement): string[] =>
  children
    .filter(isElement)
    .filter(
      ({ name }) => !/^(?:titles?|abstract|description|keywords|notes|research-notes|subject)$/.test(name),
    )
    .slice(0, valuesAtMost)
    .map(readable);

function ofZotero(record: XmlElement, notes: ReadonlyMap<string, string>): Found {
  const named = some(record, 'identifier').map((identifier) =>
    readable(at(identifier, 'URI', 'value') ?? identifier),
  );
  return {
    identifiers: [
      ...named.filter((one) => !/^IS[BS]N\b/i.test(one)),
      record.attributes['rdf:about'],
      ...textAt(record, 'description').split('\n').slice(0, valuesAtMost),
    ],
    title: textAt(record, 'title'),
    authors: some(at(record, 'authors', 'Seq'), 'li').map((one) => {
      const person = at(one, 'Person');
      return [textAt(person, 'givenName'), textAt(person, 'surname')].filter(Boolean).join(' ');
    }),
    issued: textAt(record, 'date'),
    others: othersIn(record),
    tags: some(record, 'subject').map((subject) => readable(at(subject, 'AutomaticTag', 'value') ?? subject)),
    notes: some(record, 'isReferencedBy').flatMap(
      (link) => notes.get(link.attributes['rdf:resource'] ?? '') || [],
    ),
  };
}
