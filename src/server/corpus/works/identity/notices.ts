import type { PaperKind } from '#shared/papers/paper.ts';
import type { SourceRecord } from '#sources/record/source.ts';
import { publicationStage } from './identifiers.ts';

/**
 * Texts about another work. A `notice` is never a paper; it belongs to the work it names. A `response` (comment, reply,
 * letter) and an `editorial` are shown with that label.
 */
export type PieceKind =
  | 'correction'
  | 'retraction'
  | 'withdrawal'
  | 'concern'
  | 'publisher-note'
  | 'response'
  | 'editorial';

/**
 * The kind of a record about another work; null for a paper. Decides by PubMed's publication types, then by the start or
 * end of the title, because a notice is listed as an article on its first day and from journals outside MEDLINE. The text
 * after the word distinguishes papers about errors, retraction or withdrawal.
 */
export function pieceKind(record: {
  title: string;
  publicationTypes?: readonly string[] | null;
}): PieceKind | null {
  for (const type of record.publicationTypes ?? []) {
    const kind = byType.get(type.toLowerCase());
    if (kind) return kind;
  }
  return titleKind(record.title);
}

const byType = new Map<string, PieceKind>([
  ['published erratum', 'correction'],
  ['retraction of publication', 'retraction'],
  ['retraction notice', 'retraction'],
  ['expression of concern', 'concern'],
  ['comment', 'response'],
  ['letter', 'response'],
  ['editorial', 'editorial'],
]);

/** The kind by the title alone. */
export function titleKind(title: string): PieceKind | null {
  const plain = apart(title.slice(0, 1000))
    .replace(/<[^<>]{1,200}>/g, '')
    .replace(/^[\s[("'\u201c\u00ab*]+/, '')
    .replace(/\s{2,}|[^\S ]/g, ' ');
  const [hasStart, hasEnd] = [mayStart.test(plain) && !isSubject(plain), mayEnd.test(plain)];
  if (!hasStart && !hasEnd) return null;
  const labeled = hasEnd && isLabeled.exec(plain);
  if (labeled) return labeled[1] ? 'retraction' : labeled[2] ? 'correction' : 'response';
  if (hasEnd && isPlaced.test(plain)) return 'correction';
  for (const [kind, starts, end] of patternsOf)
    if ((hasStart && starts.some((pattern) => pattern.test(plain))) || (hasEnd && end?.test(plain)))
      return kind;
  return null;
}

/** `Retraction: Moss on roofs` for `Retraction-Moss on roofs`, as the Lancet prints it; not in `Retraction-Free Surgery`. */
const apart = (title: string): string =>
  title.replace(
    /^(Retraction|Expression of concern|Erratum|Corrigendum|Correction)--?(?=\p{Lu}[^\s,]*,? \p{Ll})/u,
    '$1: ',
  );

/** `Retraction: a review of …`: a word that is the subject has a subtitle, and the title of another work begins with a capital. */
const isSubject = (title: string): boolean =>
  /^[Ee]xpressions? of concern about \p{Ll}/u.test(title) ||
  (/^(?:retract(?:ion|ed)|withdrawal|removal|letters?|correspondence|comment(?:s|ary)?|corrections?)\s?[:\u2013\u2014]/i.test(
    title,
  ) &&
    /^[^:\u2013\u2014]{3,20}[:\u2013\u2014]\s?(?:an?|the|how|what|why|its|their|towards?)\s\p{Ll}/u.test(
      title,
    ));

/** The end of a word used as a label: a colon, a dash, a stop, the title's end, or a quotation. White space must be collapsed. */
const label = String.raw`\s?(?:[:\u2013\u2014\uff1a]|-\s|--|[.\]]\s|\.?\s?\]?\.?$|["'\u201c\u201e\u2018\u00ab\[(])`;
/** `… to: "`, `… for Smith et al.`, `… to Lancet 2023; 12:` */
const about = String.raw`\s+(?:to|for|on|of|in|regarding|a|à|al|del|zu|zum|zur|de|di|do|da|van|till|til|för)(?:\s*:|\s+["'\u201c\u201e\u2018\u00ab\[(]|\s+(?:the\s+)?(?:article|paper|manuscript|supporting information|supplement)\b|\s+[^:]{1,80}\bet al\b|\s+doi\b|\s+[^:;]{2,80}\s(?:19|20)\d\d\s?;)`;

/** `Erratum; Title`, `Erratum to Title`, `Erratum 12`. */
const after = String.raw`;\s|,?\s+(?:vol\b|\(?\d)|\s+(?:to|for|regarding|concerning|about|entitled|in re(?:sponse|ply)|by|à|aux?|a|al|zu|de)\b`;

const start = (words: string, after: string): RegExp => new RegExp(`^(?:${words})(?:${after})`, 'iu');
/** What every `end` has. Most titles have neither brackets nor a dash there, and need not be searched for each. */
const mayEnd = /[\])]\.?$| [-\u2013\u2014][\p{L} ]+\.?$|(?:[:.] |\u2014)\p{Lu}[\p{L}'\u2019 ]{4,20}\.?$/u;
/** `Title [Corrigendum]`, `Title - ERRATUM`. */
const end = (words: string): RegExp =>
  new RegExp(
    `(?:[\\[(]\\s*(?:${words})(?: (?:of|to) vol[^()]{1,40})?\\s*[\\])]|\\s[-\\u2013\\u2014]\\s*(?:${words}))\\.?$`,
    'iu',
  );
/** `Title: Retraction`, with a capital: refractive error has a correction, too. */
const isLabeled =
  /(?:[:.] |\u2014)(?:(Retraction)|(Correction|Erratum|Corrigendum)|(Reply|Authors?['\u2019]?s?['\u2019]? [Rr](?:eply|esponse)))\.?$/u;
/** `Title (vol 12, pg 3, 2020)` */
const isPlaced = /\(vol\.? ?\w{1,6}, p[gp]?\.? ?[\w-]{1,12}, (?:19|20)\d\d\)\.?$/i;

/** The parts of an article. Some journals name in which of them an error was. */
const part = String.raw`(?:figures?|tables?|box|byline|(?:authors?|group)(?:['\u2019]s?)? (?:names?|affiliations?|order|degrees?)|affiliations?|abstract|text|title|methods?|results?|discussion|introduction|acknowledge?ments?|supplement|references?|key points|funding|conflicts? of interest|disclosures?)`;
const inPart = String.raw`\s(?:(?:the|an?|\p{L}{3,12})\s){0,3}?${part}(?:$|\s(?:e?s?\d|[a-z]$)|,? (?:section|legend|caption|statement|error|and|disclosures?)\b|, ${part}\b)`;

/** How titles of each kind start, and how they end. */
const patternsOf: [kind: PieceKind, starts: RegExp[], end?: RegExp][] = [
  [
    'concern',
    [
      start(
        "(?:editorial |editors?['\\u2019]?s? |publisher['\\u2019]?s? |notice of |statement of )?expressions? of (?:editorial )?concern(?: and (?:correction|erratum|retraction))?",
        `${label}|${about}|${after}`,
      ),
      start('editorial note of concern|notice of concern', '\\b'),
      start('(?:expresi[oó]n|manifestaci[oó]n) de preocupaci[oó]n|expression de pr[eé]occupation', '\\b'),
    ],
    end('(?:editorial )?expression of concern'),
  ],
  [
    'retraction',
    [
      start('retracted(?: article| paper| manuscript| chapter)?', label),
      start(
        '(?:article |partial )?retraction(?: notice| note| statement| and (?:replacement|republication))?',
        `${label}|${about}`,
      ),
      start(
        'retraction (?:notice|note|statement)|(?:notice|statement|note) of (?:partial )?retraction(?: and (?:replacement|republication))?',
        `${label}|${about}|${after}`,
      ),
      start(
        'retractaci[oó]n|retrata[cç][aã]o|(?:avis de )?r[eé]tractation|retraktion|ritrattazione|zur[uü]ckziehung|r[uü]cknahme',
        `${label}|${about}`,
      ),
      start('zur[uü]ckgezogen|retractad[oa]|retir[eé]', label),
      /^(?:撤稿|撤回|論文撤回|철회|ретракция|отзыв статьи|отозван)/iu,
    ],
    end('retracted(?: article)?|retraction'),
  ],
  [
    'withdrawal',
    [
      start('withdrawn(?: article| paper)?|article withdrawn|(?:temporary )?(?:removal|removed)', label),
      start(
        '(?:article |notice of |statement of )?withdrawal(?: notice| note| statement)?',
        `${label}|\\s+(?:to|of)(?:\\s*:|\\s+["'\\u201c\\u2018\\u00ab])`,
      ),
      start('withdrawal (?:notice|statement)|notice of (?:withdrawal|removal)|removal notice', '\\b'),
    ],
    end('withdrawn(?: article)?|withdrawal'),
  ],
  [
    'correction',
    [
      start(
        "(?:(?:author|publisher|editor)['\\u2019]?s?\\s+)?(?:erratum|corrigendum|addendum)",
        `${label}|${about}|${after}`,
      ),
      start('amendments?|clarifications?', label),
      start('notice of (?:corrections?|errors?)', '\\b'),
      start(
        '(?:data |numerical |typographical |unit |wording )?errors? in|corrections? (?:in|of)|(?:incorrect|missing|omitted|inaccurate)(?: \\p{L}{2,15}){0,3} in|incorrect|misspelled|omission of|changes? (?:in|to)',
        inPart,
      ),
      start('(?:missing|omitted)(?: \\p{L}+){1,4} (?:statements?|disclosures?|affiliations?)', '\\.?$'),
      start('typographical errors?', '\\s+in\\b'),
      // Papers tell of these words too: `Errata in drug labels`, `Addenda to reports`.
      start('(?:errata|corrigenda|addenda)', `${label}|${about}`),
      start(
        "(?:(?:author|publisher|editorial|editor)(?:['\\u2019]?s?)?\\s+)?corrections?(?: notice| and clarifications?)?",
        `${label}|${about}`,
      ),
      start('author correction|publisher correction', '\\s+to\\b'),
      start('additions? (?:and|&) corrections?', `${label}|${about}`),
      /^Additions? (?:and|&) [Cc]orrections? to \p{Lu}/u,
      start('department of error|fe de (?:err?atas?|errores)|nota de corre(?:cci[oó]n|[cç][aã]o)', '\\b'),
      start(
        '(?:druckfehler)?berichtigung|korrektur|korrigendum|correcci[oó]n|rectificaci[oó]n|corre[cç][aã]o|correctif|rectificatif|correzione|errata corrige|rectificatie|correctie|r[aä]ttelse|rettelse|oikaisu|sprostowanie|korekta|oprava|d[uü]zeltme|hibaigaz[ií]t[aá]s|helyesb[ií]t[eé]s|helyreigaz[ií]t[aá]s|isprav(?:ak|ka)|popravek',
        `${label}|${about}`,
      ),
      /^(?:исправлени[ея]|виправлення|опечатк[аи]|поправк[аи])(?:\s*[:.]|\s+(?:к|в)\s)/iu,
      /^(?:勘误|更正|訂正|正誤表|정정|정오표)/u,
    ],
    end('erratum|corrigendum|correction|author correction|publisher correction|addendum'),
  ],
  [
    'publisher-note',
    [
      start("(?:publisher|editor)['\\u2019]?s?['\\u2019]?\\s+note", `${label}|${about}`),
      start('notice of (?:duplicate|redundant) publication|notice of plagiarism', '\\b'),
    ],
  ],
  [
    'response',
    [
      // A name or a title begins with a capital: readers also study `replies to comments on videos`.
      /^(?:(?:[Tt]he )?[Aa]uthors?['\u2019]?s?['\u2019]? )?(?:[Ii]n )?(?:[Rr]epl(?:y|ies)|REPLY|[Rr]ejoinder|[Rr]ebuttal) (?:to|TO)(?:\s?:| (?:the |an? )?(?:["'\u201c\u201e\u2018\u00ab(\p{Lu}]|(?:letter|comment|commentary|critique|correspondence|discussion|editor)\b|comments (?:by|from)\b|comments on ["'\u201c\u201e\u2018\u00ab]))/u,
      start('rejoinder|matters arising', label),
      start('reader response', '\\s?:'),
      start('regarding|concerning|zu|closure to', '\\s?:|\\s+["\\u201c\\u201e\\u2018\\u00ab]'),
      start('discussion', '\\s+(?:of|on)\\s?(?::|["\\u201c\\u2018\\u00ab])'),
      start(
        "(?:the )?authors?['\\u2019]?s?['\\u2019]?\\s+(?:repl(?:y|ies)|response|rejoinder)",
        `${label}|${about}|${after}`,
      ),
      /^(?:in )?reply(?:\.|:|$)/iu,
      start(
        'response',
        String.raw`\s+(?:to|from)(?:\s*:|\s+["'\u201c\u2018].{25,400}["'\u201d\u2019][.,]?\s?(?:$|[:(\[]|by\b)|\s+(?:the\s+|a\s+)?(?:letter|comments?|commentary|correspondence|critique|editor|reviewers?|discussion|authors?)\b(?!-)|\s+[^:]{1,60}\bet al\b|\s+(?:drs?\.?|prof\.?)\s)`,
      ),
      /^response to \p{Lu}[\p{L}'\u2019-]+(?:,? (?:and|&) \p{Lu}[\p{L}'\u2019-]+)?\s*:/u,
      start('(?:a |invited |technical )?comment(?:ary)?', `${label}|\\s+on\\b|\\s+to\\s?:`),
      start(
        'comments',
        `\\s+on(?:\\s*:|\\s+["'\\u201c\\u2018]|\\s+(?:(?:the|an?) )?(?:article|paper|letter)\\b|\\s+[^:]{1,60}(?:\\bet al\\b|\\((?:19|20)\\d\\d\\) ?\\d))`,
      ),
      /^R[eE]\s*:\s*["\u201c\u2018\u00ab\p{Lu}]/u,
      /^(?:response|letter) by \p{Lu}[^:"\u201c]{1,80} (?:to letter|regarding (?:the )?article)\b/iu,
      start('letters?(?: to the editor)?|correspondence', label),
      start('letters? to the editor', `${label}|${about}|${after}`),
      start(
        'kommentar zu|antwort auf|leserbrief|r[eé]ponse [aà]|lettre [aà]|respuesta a|carta al|comentario (?:a|sobre)|resposta a|risposta a',
        '(?!\\p{L})',
      ),
    ],
    end('letter|response to letter|reply|author(?:s)? reply|comment'),
  ],
  ['editorial', [start('(?:guest )?editorial(?: comment(?:ary)?)?', label)], end('editorial')],
];

/** Every start in one pattern, in either case: most titles have none, which it finds out sooner than one for each. */
const starts = patternsOf.flatMap(([, starts]) => starts.map(({ source }) => source));
const mayStart = new RegExp(starts.join('|'), 'iu');

/** The title of the work that a notice refers to, if the notice repeats it. A title without a label stays. */
export function withoutLabel(title: string): string {
  const rest = apart(title.slice(0, 1000))
    .replace(
      /(?: ?[[(]|\s[-\u2013\u2014]\s)(?:retraction|corrigendum|erratum|correction|expression of concern)[\])]? ?\.?$/iu,
      '',
    )
    .trim();
  if (titleKind(rest) === null) return rest;
  return rest
    .replace(
      /^(?:[^:\u2013\u2014"\u201c\u201e\u00ab\uff1a.\]]|\.(?!\s+\p{Lu})){2,60}(?:[:\u2013\u2014\uff1a]\s*|[.\]]\s+|(?=["\u201c\u201e\u00ab]))/u,
      '',
    )
    .replace(/^[^:."\u201c\u201e\u00ab]{2,60}\bet al\.?,?\s+/u, '')
    .replace(/^["\u201c\u201e\u00ab](.{10,900}?)["\u201c\u201d\u00bb].*$/su, '$1')
    .trim();
}

/** The fields that distinguish notices of one kind about one work. */
export interface ToldNotice {
  source: string;
  /** The notice's own identifier at its source. */
  sourceId: string;
  doi: string | null;
}

/**
 * The known notice that equals this one; undefined for a new notice. A DOI identifies it across sources. A notice without a
 * DOI may equal a notice of another source, if no other notice of its own source does already. A notice named without any
 * identifier may equal any other.
 */
export function sameNotice(notice: ToldNotice, known: readonly ToldNotice[]): ToldNotice | undefined {
  const identified = known.find(
    ({ sourceId, doi }) => sourceId === notice.sourceId || (doi !== null && doi === notice.doi),
  );
  return (
    identified ??
    known.find((other) => isCounterpart(notice, other, known)) ??
    (isUnidentified(notice) ? known[0] : known.find(isUnidentified))
  );
}

/** PubMed names some errata only by their printed location: `12345678 corrected`. */
export const isUnidentified = ({ sourceId, doi }: ToldNotice): boolean =>
  doi === null && sourceId.includes(' ');

function isCounterpart(notice: ToldNotice, other: ToldNotice, known: readonly ToldNotice[]): boolean {
  if (notice.source === other.source || isUnidentified(notice) || isUnidentified(other)) return false;
  if (notice.doi !== null && other.doi !== null) return false;
  const isTaken = known.some(({ source, doi }) => source === notice.source && doi && doi === other.doi);
  return !isTaken;
}

const letters = /^\W*(?:letters?\b|correspondence\b|leserbrief|lettre|carta)|\bletter\W*$/iu;

/** What a work is, by its publication types first, then by how its title begins or ends. */
export function paperKind(
  work: Pick<SourceRecord, 'source' | 'title' | 'publicationTypes' | 'doi'>,
): PaperKind {
  const types = work.publicationTypes.map((type) => type.toLowerCase());
  const piece = pieceKind(work);
  if (piece === 'editorial') return 'editorial';
  if (piece !== 'response') return publicationStage(work);
  const isLetter = !types.includes('comment') && (types.includes('letter') || letters.test(work.title));
  return isLetter ? 'letter' : 'comment';
}
