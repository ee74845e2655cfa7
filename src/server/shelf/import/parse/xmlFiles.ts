import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Reference, referencesAtMost } from '#shared/shelf/imports.ts';
import { readable } from '#sources/record/text.ts';
import { all, at, pageOf, parseXml, type XmlElement, XmlError } from '#sources/record/xml.ts';
import { identifiersOf, referenceOf, tooMany } from './reference.ts';

/** Characters parsed before other calls get their turn. */
const sliceCharacters = 100_000;

/** Reads EndNote's XML. @throws XmlError if it is not well-formed */
export async function readEndNoteXml(text: string): Promise<Reference[]> {
  const records = await recordsOf(text, ['record']);
  return records.flatMap((record) => fromEndNote(record) ?? []);
}

const fromEndNote = (record: XmlElement): Reference | null =>
  referenceOf({
    identifiers: identifiersOf([
      textAt(record, 'electronic-resource-num'),
      pmidIn(textAt(record, 'accession-num')),
      ...linksIn(at(record, 'urls')),
    ]),
    title: textAt(record, 'titles', 'title'),
    authors: all(at(record, 'contributors', 'authors'), 'author').map((name) => inOrder(readable(name))),
    year: Number(/\d{4}/.exec(textAt(record, 'dates', 'year'))?.[0]),
    tags: all(at(record, 'keywords'), 'keyword').map(readable),
    note: textAt(record, 'research-notes'),
  });

/** Elements of Zotero's items; a `Memo` is a note that items refer to. */
const zoteroItems = [
  'Article',
  'Book',
  'BookSection',
  'Description',
  'Document',
  'Manuscript',
  'Report',
  'Thesis',
];

/** Reads Zotero's RDF: items, and the notes they refer to. @throws XmlError if it is not well-formed */
export async function readZoteroRdf(text: string): Promise<Reference[]> {
  const records = await recordsOf(text, [...zoteroItems, 'Memo']);
  const notes = new Map(
    records
      .filter(({ name }) => name === 'Memo')
      .map((memo) => [memo.attributes['rdf:about'] ?? '', withoutTags(textAt(memo, 'value'))]),
  );
  return records.flatMap((record) => (record.name === 'Memo' ? [] : (fromZotero(record, notes) ?? [])));
}

function fromZotero(record: XmlElement, notes: ReadonlyMap<string, string>): Reference | null {
  const named = all(record, 'identifier').map((identifier) =>
    readable(at(identifier, 'URI', 'value') ?? identifier).replace(/^DOI\s+/i, ''),
  );
  return referenceOf({
    identifiers: identifiersOf([
      ...named.filter((one) => !/^IS[BS]N\b/i.test(one)),
      record.attributes['rdf:about'],
      ...textAt(record, 'description').split('\n'),
    ]),
    title: textAt(record, 'title'),
    authors: all(at(record, 'authors', 'Seq'), 'li').map((one) => {
      const person = at(one, 'Person');
      return [textAt(person, 'givenName'), textAt(person, 'surname')].filter(Boolean).join(' ');
    }),
    year: Number(/\d{4}/.exec(textAt(record, 'date'))?.[0]),
    tags: all(record, 'subject').map((subject) => readable(at(subject, 'AutomaticTag', 'value') ?? subject)),
    note: all(record, 'isReferencedBy')
      .flatMap((link) => notes.get(link.attributes['rdf:resource'] ?? '') || [])
      .join('\n\n'),
  });
}

/** The elements with these names. A broken one does not affect the others. */
async function recordsOf(text: string, names: string[]): Promise<XmlElement[]> {
  const { records } = pageOf(text, ...names);
  // A reference has an item, and at most a few notes.
  if (records.length > 10 * referencesAtMost) throw tooMany();
  const elements: XmlElement[] = [];
  let characters = 0;
  for (const { xml } of records) {
    try {
      elements.push(parseXml(xml));
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
    }
    characters += xml.length;
    if (characters < sliceCharacters) continue;
    characters = 0;
    await nextTurn();
  }
  return elements;
}

const textAt = (element: XmlElement | undefined, ...path: string[]): string => {
  const found = element && at(element, ...path);
  return found ? readable(found) : '';
};

const pmidIn = (text: string): string => (/^\d{1,9}$/.test(text) ? `PMID ${text}` : '');

const linksIn = (urls: XmlElement | undefined): string[] =>
  urls
    ? readable(urls)
        .split(/\s+/)
        .filter((url) => /^https?:/.test(url))
    : [];

/** `Okafor, Ada` is Ada Okafor. */
const inOrder = (name: string): string => name.split(',').reverse().join(' ').trim();

const withoutTags = (html: string): string =>
  html
    .replace(/&lt;[^&]{0,200}&gt;|<[^<>]{0,200}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
