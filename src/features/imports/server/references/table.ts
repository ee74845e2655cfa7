import Papa from 'papaparse';
import { referencesAtMost } from '#features/imports/contract.ts';
import { type Entry, entriesOf, fieldAtMost, namesIn } from './reference.ts';

/** What columns hold, by their names in PubMed's, Zotero's, Scopus' and other exports, ours included. */
const columns = new Map(
  Object.entries({
    title: 'title,article title,document title,primary title,display name,ti,titel,titre,titulo,titolo',
    authors:
      'authors,author,author s,author names,authorships author display name,au,autor,autoren,autores,autore,autori,auteur,auteurs,verfasser',
    fullNames: 'author full names,af',
    firstAuthor: 'first author,author 1',
    kind: 'item type',
    year: 'year,publication year,published year,pubyear,py,date,publication date,date published,jahr,annee,ano,anno,jaar',
    doi: 'doi,di,doi name',
    pmid: 'pmid,pubmed id,pm,ids pmid,medline pmid',
    others: 'pmcid,pmc id,url,link,links,articleurl,arxiv,arxiv id,eprint,extra',
    tags: 'tags,manual tags',
    note: 'note,notes',
  }).flatMap(([field, names]) => names.split(',').map((name) => [name, field] as const)),
);

const fieldOf = (cell: string) =>
  columns.get(
    cell
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .replace(/[\W_]+/g, ' ')
      .trim(),
  );

/** The place of the line with the names of columns, of which one can name a work: the first or soon after; -1 without one. */
function headAt(text: string): number {
  const lines = text.slice(0, 5000).split('\n', 3);
  const head = lines.findIndex((line) => {
    const [cells = []] = Papa.parse<string[]>(line, { preview: 1 }).data;
    const fields = cells.flatMap((cell) => fieldOf(cell) ?? []);
    const isHead = fields.length > 1 || cells.every((cell) => /^[\p{L}\p{N} ./#-]{2,30}$/u.test(cell.trim()));
    return cells.length > 1 && isHead && fields.some((field) => /^(?:title|doi|pmid)$/.test(field));
  });
  return head < 0 ? -1 : lines.slice(0, head).join('\n').length;
}

export const isTable = (text: string): boolean => headAt(text) >= 0;

/** Reads a table with names of columns: CSV with commas or semicolons, or with tabs. */
export function readTable(whole: string): Promise<Entry[]> {
  const text = whole.slice(headAt(whole)).replace(/^\n/, '');
  // Told by the names of columns: guessing reads the whole text once for each sign that may separate.
  const { delimiter } = Papa.parse(text.slice(0, 5000).split('\n', 1)[0]!, { preview: 1 }).meta;
  const rowsOf = (rest: Papa.ParseConfig) => {
    const options = { delimiter, preview: referencesAtMost + 2, skipEmptyLines: 'greedy', ...rest } as const;
    return Papa.parse<string[]>(text, options);
  };
  const read = rowsOf({});
  // A quote that is never closed would take all rows below into its cell.
  const isBroken = read.errors.some(({ type }) => type === 'Quotes');
  const [head = [], ...all] = isBroken ? rowsOf({ quoteChar: '\0' }).data : read.data;
  // Markdown draws a line below the head.
  const fields = head.map(fieldOf);
  const isItem = (cells: string[]) => !/^(?:attachment|note)$/.test(cells[fields.indexOf('kind')] ?? '');
  const rows = all.filter((cells) => isItem(cells) && cells.some((cell) => /[^\s:|-]/.test(cell)));
  return entriesOf(rows, {
    textOf: (cells) => cells.join(' '),
    read: (cells) => {
      const of = (...wanted: string[]) =>
        cells.flatMap((cell, at) =>
          cell.trim() && wanted.includes(fields[at] ?? '') ? cell.trim().slice(0, fieldAtMost) : [],
        );
      const [authors = ''] = [...of('fullNames'), ...of('authors'), ...of('firstAuthor')];
      return {
        identifiers: [
          ...of('doi'),
          ...of('pmid').map((id) => `PMID ${id.replace(/\.0$|(?<=\d)[.,](?=\d{3}\b)|^PUBMED /g, '')}`),
          ...of('others'),
        ],
        title: of('title')[0]?.replace(/(?<!\w)([*_]{1,2})(?=\S)([^*_\n]{1,300})\1(?!\w)/g, '$2'),
        authors: namesIn(authors.replace(/ \(\d+\)/g, '')),
        issued: of('year').join(' '),
        tags: of('tags').flatMap((words) => words.split(/[;,]/)),
        notes: of('note'),
      };
    },
  });
}
