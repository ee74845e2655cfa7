import type { Name } from '#corpus/works/identity/nameOf.ts';
import { pmidArchive } from '#shared/papers/sources.ts';
import { splitTrimmed } from '#shared/values/trim.ts';
import { type Citation, monthName } from './citation.ts';

/**
 * BibTeX for all programs, including old ones: accents and Greek letters are commands, and TeX's special characters are
 * escaped. Characters without a command (Chinese, Arabic) stay in UTF-8.
 * Preprints are `@misc` with an archive's own fields: https://info.arxiv.org/help/hypertex/bibstyles/
 */
export async function writeBibtex(citations: Citation[]): Promise<string> {
  const tex = await texWriter();
  return citations.map((citation) => entryOf(citation, tex)).join('\n');
}

function entryOf(citation: Citation, tex: Tex): string {
  const braced = (words: string) => `{${tex.text(words)}}`;
  const { key, kind, authors, journal, server, eprint, pmid, doi, url, abstract, note, issued } = citation;
  const notes = [note, eprint && pmid && `PMID ${pmid}`].filter(Boolean);
  const fields: [name: string, value: string | null | undefined | false][] = [
    ['author', authors.length > 0 && `{${authors.map((name) => authorOf(name, tex)).join(' and ')}}`],
    ['title', `{${texTitle(citation) ?? titleOf(citation.title, tex)}}`],
    ['journal', journal && braced(journal)],
    ['volume', citation.volume && braced(citation.volume)],
    ['number', citation.issue && braced(citation.issue)],
    ['pages', citation.pages && braced(citation.pages.join('\u2013'))],
    ['issn', citation.issn && asIs(citation.issn)],
    ['howpublished', kind === 'preprint' && braced(serverOf(citation))],
    ['publisher', server && braced(server)],
    ['year', issued && `{${issued.year}}`],
    // Styles define the months by these names, which must not be in braces.
    ['month', issued?.month ? monthName(issued.month) : null],
    // Programs read a PMID as an archive's identifier. None has a field `pmid`.
    ['eprint', eprint ? asIs(eprint.id) : pmid && asIs(pmid)],
    ['archiveprefix', eprint ? asIs(eprint.archive) : pmid && asIs(pmidArchive)],
    ['primaryclass', eprint?.primaryClass && asIs(eprint.primaryClass)],
    ['doi', doi && asIs(doi)],
    ['url', url && asIs(url)],
    ['note', notes.length > 0 && braced(notes.join('. '))],
    ['abstract', abstract && braced(abstract)],
    // Fields of JabRef and Zotero, which styles ignore. Commas separate keywords.
    ['keywords', !!citation.keywords?.length && braced(citation.keywords.map(withoutComma).join(', '))],
    ['annote', citation.annotation && braced(citation.annotation)],
  ];
  const lines = fields.flatMap(([name, value]) => (value ? [`  ${name} = ${value},\n`] : []));
  return `@${kind === 'article' ? 'article' : 'misc'}{${key},\n${lines.join('')}}\n`;
}

const serverOf = ({ server, eprint }: Citation): string =>
  eprint
    ? `${eprint.archive} preprint ${eprint.archive}:${eprint.id}`
    : server
      ? `${server} preprint`
      : 'Preprint';

const withoutComma = (tag: string): string => splitTrimmed(tag, ',').join(' ');

/** The title in its authors' own TeX, in braces so that no style changes the case of a formula. */
const texTitle = ({ titleTex }: Citation): string | null =>
  titleTex && harmlessTex(titleTex) ? `{${titleTex}}` : null;

/** Styles write titles in small letters; a word with a capital inside (CRISPR, mRNA, Alzheimer) keeps its form. */
const titleOf = (title: string, tex: Tex): string =>
  title
    .split(' ')
    .map((word, at) => (/\p{Lu}/u.test(at ? word : word.slice(1)) ? `{${tex.text(word)}}` : tex.text(word)))
    .join(' ');

/** `van der Berg, Jr., Maria`; braces keep a group, and an "and" inside a name, in one piece. */
function authorOf(name: Name, tex: Tex): string {
  if (name.literal !== undefined) return `{${tex.text(name.literal)}}`;
  const family = [name.particle, name.family].filter(Boolean).join(' ');
  const written = (part: string) => (/\band\b|,/i.test(part) ? `{${tex.text(part)}}` : tex.name(part));
  return [family, name.suffix, name.given]
    .flatMap((part) => {
      if (!part) return [];
      // A lower-case given name would be read as a particle.
      const hasSmall = part === name.given && /(?<=^|\s)\p{Ll}/u.test(part);
      return hasSmall ? `{${tex.text(part)}}` : written(part);
    })
    .join(', ');
}

interface Tex {
  text(words: string): string;
  /** Puts every accent in braces, as BibTeX requires in names, which it splits. */
  name(words: string): string;
}

let tex: Promise<Tex> | undefined;

/** Loads the tables on demand, because they take 50 ms, too long for the server's start. */
const texWriter = (): Promise<Tex> => {
  tex ??= import('unicode2latex').then(({ Transform }) => {
    const text = new Transform('bibtex');
    const name = new Transform('bibtex-creator');
    // The space ends a command at the end of the text, and is removed again.
    const write = (by: typeof text) => (words: string) => by.tolatex(`${words} `).trimEnd();
    return { text: write(text), name: write(name) };
  });
  return tex;
};

/** Addresses and numbers are not typeset; only what would end the field is written as in an address. */
const asIs = (words: string): string => `{${words.replace(/[{}\\\s]/g, encodeURIComponent)}}`;

/**
 * Whether a TeX title can be printed unchanged: its braces and dollar signs are balanced, and its only commands are for
 * accents, letters, fonts and formulas. Other commands could read a file, define a macro or end the field.
 */
export function harmlessTex(title: string): boolean {
  // Between dollar signs are formulas, in which `^` and `_` are allowed.
  const parts = title.replace(/\\[\\%#&_$~^]/g, '').split('$');
  if (parts.some((part, at) => (at % 2 ? /[%#&]/ : /[%#&^_]/).test(part))) return false;
  if (/[\r\n@]|\^\^/.test(title) || !isBalanced(title)) return false;
  return [...title.matchAll(/\\([A-Za-z]+|.)/g)].every(([, command = '']) => known.has(command));
}

function isBalanced(title: string): boolean {
  let depth = 0;
  let dollars = 0;
  for (const [token] of title.matchAll(/\\.|[{}$]/gs)) {
    if (token === '{') depth++;
    else if (token === '}') depth--;
    else if (token === '$') dollars++;
    if (depth < 0) return false;
  }
  return depth === 0 && dollars % 2 === 0 && !/(?<!\\)(?:\\\\)*\\$/.test(title);
}

const known = new Set([
  // Accents, escaped characters and thin spaces.
  ...'`\'^"~=.%&_#$',
  ...'{}, ;!:|-',
  ...'u v H t c d b k r ss AE ae OE oe AA aa O o L l i j'.split(' '),
  ...'alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega'.split(
    ' ',
  ),
  ...'Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega'.split(' '),
  ...'mathrm mathbf mathit mathcal mathbb mathfrak mathscr mathsf boldsymbol bf it rm em cal text textit textbf textsc textrm emph mbox'.split(
    ' ',
  ),
  ...'frac sqrt bar hat tilde vec overline underline dot ddot prime dagger ast star circ bullet cdot times pm mp div'.split(
    ' ',
  ),
  ...'le leq ge geq neq ne ll gg sim simeq approx equiv propto in notin subset cup cap to rightarrow leftarrow leftrightarrow Rightarrow mapsto'.split(
    ' ',
  ),
  ...'infty partial nabla ell hbar sum int prod langle rangle left right big Big log exp sin cos max min lim det dim ker otimes oplus wedge perp parallel'.split(
    ' ',
  ),
]);
