import { createHash } from 'node:crypto';
import type { Citation } from '#citations/citation.ts';

/** What goes to Zotero of one paper. */
export interface SentPaper {
  paperId: number;
  /** Those of works that were merged into it: it may be there under one of them. */
  formerIds: number[];
  citation: Citation;
  /** A copy that anybody may read; null where none is known. */
  pdfUrl: string | null;
  /** The topic that brought it; null for an imported paper. */
  topic: string | null;
  /** The reader's own, from the shelf. */
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

/** Zotero's characters of keys. */
const keyCharacters = '23456789ABCDEFGHIJKLMNPQRSTUVWXYZ';

/**
 * The key of an object of ours in a library: the same for every try, so that none is made twice, and 8 of 33 characters as
 * Zotero wants it.
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

/** Templates of items by type: the fields that the server has. */
export type Templates = Map<string, Record<string, unknown>>;

/** Zotero's name for what a paper is. */
export const itemTypeOf = ({ kind }: Citation): string =>
  kind === 'preprint' ? 'preprint' : 'journalArticle';

/** What a write creates: an item, an attachment or a note. */
export type ZoteroObject = { key: string; version: 0 } & Record<string, unknown>;

/** The objects of one paper, the item first, its attachment and its note behind it. Version 0: none may be there yet. */
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
            ...{ itemType: 'attachment', linkMode: 'linked_url', title: 'PDF', url: pdfUrl },
            ...{ accessDate: target.at, contentType: 'application/pdf', charset: '', note: '' },
            ...child,
            key: key('pdf'),
          },
        ]
      : []),
    ...(note.trim() ? [noteObject(key('note'), key('item'), note)] : []),
  ];
}

/** A note that is to be made, under its item. */
export const noteObject = (key: string, parentItem: string, note: string): ZoteroObject => ({
  ...{ itemType: 'note', note: noteHtml(note), parentItem, tags: [], relations: {} },
  ...{ key, version: 0 },
});

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

/** Fields by Zotero's names; of both types, those that the template does not have are left out. */
function fieldsOf(citation: Citation, at: string) {
  const { title, abstract, journal, server, volume, issue, pages, issn, eprint, pmid, doi, url } = citation;
  const archived = eprint && `${eprint.archive}:${eprint.id}`;
  return {
    fields: {
      ...{ title, abstractNote: abstract, publicationTitle: journal, repository: server, volume, issue },
      ...{ pages: pages?.join('-'), ISSN: issn, DOI: doi, PMID: pmid, url, accessDate: at },
      archiveID: archived,
      genre: citation.kind === 'preprint' ? 'Preprint' : null,
      date: dateOf(citation),
      libraryCatalog: 'Litwatch',
    },
    // An article has no field for its preprint.
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

/** Zotero's notes are HTML: the Markdown stays as it was written, a paragraph a line. */
export const noteHtml = (note: string): string =>
  note
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((block) => `<p>${escaped(block).replaceAll('\n', '<br>')}</p>`)
    .join('\n');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
