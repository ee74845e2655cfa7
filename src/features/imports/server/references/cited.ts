import { inOrder, namesApart } from '#sources/record/names.ts';
import type { Found } from './reference.ts';

const year = String.raw`(?:19|20)\d\d`;
const family = String.raw`(?:\p{Ll}[\p{L}'’]{0,6} ){0,3}\p{Lu}[\p{L}\p{M}'’-]{1,30}(?: (?:\p{Ll}{1,4} ){0,2}\p{Lu}[\p{L}\p{M}'’-]{1,30}){0,2}`;
/** `Okafor, A. B.`, `Okafor AB`, `Okafor A.B.` or `A. B. Okafor`, and what parts it from the next. */
const person = new RegExp(
  String.raw`(?:(?:and|&|y|et) )?(?:${family}(?:, (?:\p{Lu}\.[ -]?){1,4}| \p{Lu}(?:-?\p{Lu}){0,2}(?!\p{L}|\.[\p{L},;:-])| (?:\p{Lu}\.-?){1,4}(?=[,;: ]))(?:,? ?(?:Jr|Sr|2nd|3rd|I{2,3})\b\.?)?|(?:\p{Lu}\.[ -]?){1,4}${family})(?:[,;]? (?:(?:and|&) )?|(?=[.:]|\s?\(|$))`,
  'yu',
);
const others = /(?:et al\b\.?|(?:\. ?){3}|… ?)[,;]? ?/y;
const group =
  /^[^.?!"“”]{0,150}\b(?:Group|Consortium|Investigators?|Collaborat(?:ion|ors)|Committee|Team|Network|Society|Association|Organi[sz]ation|Initiative)\b[^.?!()"“”]{0,40}/;
/** Names in any form, before a title in quotes or the year. */
const before = /^[^"“”()\d]{4,400}(?<=[.,:] )(?=["“][^"“”]{3,400}(?:[.,?!]["”]|["”][.,])|(?:19|20)\d\d\. )/;
const dated = new RegExp(
  String.raw`^(?:\((?:(${year})[a-z]?\b[^()]{0,30}|in press|n\.d\.)\)[.,:]?|(${year})[a-z]?[.,:])\s`,
  'i',
);
const inQuotes = /^[‘'“"](.{3,400}?)[.,]?[’'”"](?=[,.;]|\s|$)/;
const beforeJournal =
  /^(.{10,300}), \p{Lu}[^,]{2,80} \d{1,4}(?: ?\([^()]{1,9}\)|, [\w–-]{1,12})? \((?:19|20)\d\d\)/u;
/** Not at `E. coli`, `vs.` or `St. Gallen`. */
const ends = /(?<!\b(?:\p{Lu}|vs|St|Dr|cf|spp?|subsp|var|ca|No|e\.g|i\.e|et al))[.?!]["”’)]?(?= |$)/gu;

/** What a reference in prose says in the styles of journals and of Google Scholar; null if it follows none. */
export function citedIn(line: string): Required<Pick<Found, 'title' | 'authors' | 'issued'>> | null {
  const text = line
    .slice(0, 2000)
    .replace(/^(?:[[(]?\d{1,4}[\].):]{1,2}\s*|[¹²³⁰-⁹•*·–-]+\s+)|\u00ad/g, '')
    .replace(/(?<=\p{Ll})- (?=\p{Ll}{2,})/gu, '')
    .normalize('NFKC')
    .trim();
  const end = authorsEnd(text);
  const rest = text.slice(end).replace(/^[.,:;\s]+/, '');
  const [head = '', year1, year2] = dated.exec(rest) ?? [];
  const title = end ? titleAt(rest.slice(head.length).trim()) : null;
  if (!title) return null;
  const after = rest.slice(rest.indexOf(title) + title.length).replace(/https?:\S+|10\.\d{4,9}\/\S+/g, '');
  const [, printed] = /\(((?:19|20)\d\d)\b/.exec(after) ?? /\b((?:19|20)\d\d)\b/.exec(after) ?? [];
  const issued = head ? (year1 ?? year2 ?? '') : printed;
  const names = text.slice(0, end).replace(/(?:\. ?){3}|…|(?<=\p{L}\p{Ll})\. ?$/gu, '');
  return issued === undefined ? null : { title, authors: namesApart(names).map(inOrder), issued };
}

/** The place behind the authors; 0 if the text does not begin with authors. */
function authorsEnd(text: string): number {
  let end = 0;
  for (;;) {
    person.lastIndex = others.lastIndex = end;
    if (person.test(text)) end = person.lastIndex;
    else if (end && others.test(text)) end = others.lastIndex;
    else return end || (group.exec(text) ?? before.exec(text))?.[0].length || 0;
  }
}

/** A title is in quotes, or before a journal with volume and year, or ends with a stop, or a question mark before the journal. */
function titleAt(text: string): string | null {
  const [, named] = inQuotes.exec(text) ?? beforeJournal.exec(text) ?? [];
  if (named) return named;
  for (const { 0: sign, index } of text.matchAll(ends)) {
    const isStop = sign.startsWith('.');
    if (!isStop && !/^ ?[^.?!]{2,60}[.,]? \(?(?:19|20)\d\d/.test(text.slice(index + sign.length))) continue;
    const title = text.slice(0, index + (isStop ? 0 : sign.length));
    return title.length >= 12 && title.includes(' ') ? title : null;
  }
  return null;
}
