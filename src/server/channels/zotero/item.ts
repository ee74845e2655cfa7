import { createHash } from 'node:crypto';
import type { Citation } from '#citations/citation.ts';

/** The data of one paper for Zotero. */
export interface SentPaper {
  paperId: number;
  /** Ids of works merged into it. Zotero may have it under one of them. */
  formerIds: number[];
  citation: Citation;
  /** A free copy; null if none is known. */
  pdfUrl: string | null;
  /** The topic it came with; null for an imported paper. */
  topic: string | null;
  /** The reader's own tags, from the shelf. */
  tags: string[];
  /** Markdown. */
  note: string;
}

/** Where items go. */
export interface Target {
  library: string;
  collection: string | null;
  /** ISO 8601. */
  at: string;
}

/** The characters allowed in Zotero's keys. */
const keyCharacters = '23456789ABCDEFGHIJKLMNPQRSTUVWXYZ';

/**
 * The key of our object in a library: the same for every attempt, so that none is created twice, in Zotero's format of 8 out
 * of 33 characters.
 */
export function itemKey(reader: string, library: string, paperId: number, part: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(['zotero', reader, library, paperId, part]))
    .digest();
  let rest = hash.readBigUInt64BE();
  let key = '';
  while (key.length < 8) {
    key += keyCharacters[Number(rest % 33n)];
    rest /= 33n;
  }
  return key;
}

/** Templates of items by type, with the server's fields. */
export type Templates = Map<string, Record<string, unknown>>;

/** Zotero's name for what a paper is. */
export const itemTypeOf = ({ kind }: Citation): string =>
  kind === 'preprint' ? 'preprint' : 'journalArticle';

/** What a write creates: an item, an attachment or a note. */
export type ZoteroObject = { key: string; version: 0 } & Record<string, unknown>;

/** The objects of one paper: the item, then its attachment and its note. Version 0 means that they must not exist yet. */
export function objectsOf(
  reader: string,
  paper: SentPaper,
  target: Target,
  templates: Templates,
): ZoteroObject[] {
  const { citation, paperId, pdfUrl, note } = paper;
  const key = (part: string) => itemKey(reader, target.library, paperId, part);
  const item = {
    ...filled(templates.get(itemTypeOf(citation))!, paper, target),
    key: key('item'),
    version: 0 as const,
  };
  const child = { parentItem: key('item'), version: 0 as const, tags: [], relations: {} };
  return [
    item,
    ...(pdfUrl
      ? [
          {
            itemType: 'attachment',
            linkMode: 'linked_url',
            title: 'PDF',
            url: pdfUrl,
            accessDate: target.at,
            contentType: 'application/pdf',
            charset: '',
            note: '',
            ...child,
            key: key('pdf'),
          },
        ]
      : []),
    ...(note.trim() ? [{ itemType: 'note', note: noteHtml(note), ...child, key: key('note') }] : []),
  ];
}

function filled(template: Record<string, unknown>, paper: SentPaper, target: Target) {
  const values = fieldsOf(paper.citation, target.at);
  const has = (field: string) => Object.hasOwn(template, field);
  const leftOver = paper.citation.pmid && !has('PMID') ? [`PMID: ${paper.citation.pmid}`] : [];
  const extra = [...values.extra, ...leftOver].join('\n');
  const known = Object.entries({ ...values.fields, extra }).filter(([field, value]) => value && has(field));
  return {
    ...template,
    ...Object.fromEntries(known),
    creators: paper.citation.authors.map(creatorOf),
    tags: [
      ...(paper.topic ? [{ tag: paper.topic.slice(0, 255), type: 1 }] : []),
      ...paper.tags.map((tag) => ({ tag })),
    ],
    collections: target.collection ? [target.collection] : [],
    relations: {},
  };
}

/** Fields by Zotero's names, without those missing from the template. */
function fieldsOf(citation: Citation, at: string) {
  const { title, abstract, journal, server, volume, issue, pages, issn, eprint, pmid, doi, url } = citation;
  const archived = eprint && `${eprint.archive}:${eprint.id}`;
  return {
    fields: {
      title,
      abstractNote: abstract,
      publicationTitle: journal,
      repository: server,
      volume,
      issue,
      pages: pages?.join('-'),
      ISSN: issn,
      DOI: doi,
      PMID: pmid,
      url,
      accessDate: at,
      archiveID: archived,
      genre: citation.kind === 'preprint' ? 'Preprint' : null,
      date: dateOf(citation),
      libraryCatalog: 'Litwatch',
    },
    // Articles have no field for their preprint.
    extra: [archived && citation.kind === 'article' ? archived : '', citation.note ?? ''].filter(Boolean),
  };
}

const dateOf = ({ issued }: Citation): string =>
  [issued?.year, issued?.month, issued?.day]
    .filter((part) => part !== undefined)
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

const creatorOf = (name: Citation['authors'][number]) =>
  name.literal === undefined
    ? {
        creatorType: 'author',
        firstName: [name.given, name.suffix].filter(Boolean).join(', '),
        lastName: [name.particle, name.family].filter(Boolean).join(' '),
      }
    : { creatorType: 'author', name: name.literal };

/** Zotero's notes are HTML. The Markdown stays as written, with one paragraph per line. */
const noteHtml = (note: string): string =>
  note
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((block) => `<p>${escaped(block).replaceAll('\n', '<br>')}</p>`)
    .join('\n');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
