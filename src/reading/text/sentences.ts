import { LRUCache } from 'lru-cache';
import { wordsOf } from './words.ts';

/** Roles of sentences in an abstract. */
export const roles = ['background', 'aim', 'method', 'result', 'conclusion'] as const;
export type Role = (typeof roles)[number];

export interface Sentence {
  /** `abstract.slice(from, to)`, exactly as in the abstract. */
  text: string;
  from: number;
  to: number;
  /** The role named by the label of its section; null without a label. */
  label: Role | null;
  /** 0 for the first sentence, 1 for the last. */
  position: number;
  /** Set by `wordsOfSentence` on its first call. */
  words: readonly string[] | undefined;
}

/** A sentence's `position`: 0 for the first of several, 1 for the last and for a single one. */
export const placeAmong = (at: number, count: number): number => (count > 1 ? at / (count - 1) : 1);

/** More than the number of papers in a digest; about 20 kB each. */
const rememberedAtMost = 16;

const remembered = new LRUCache<string, readonly Sentence[]>({
  max: rememberedAtMost,
  memoMethod: splitAbstract,
});

/**
 * The abstract's sentences in order, each with the role named by the label of its section. Shared by the code that
 * chooses sentences and the code that reads facts, so do not modify them.
 */
export const sentencesOf = (abstract: string): readonly Sentence[] => remembered.memo(abstract);

/** The words of a sentence. Splits it only once. */
export const wordsOfSentence = (sentence: Sentence): readonly string[] =>
  (sentence.words ??= wordsOf(sentence.text));

function splitAbstract(abstract: string): readonly Sentence[] {
  const spans = sections(abstract).flatMap(({ from, to, role }) =>
    split(abstract, from, to).map((span) => ({ ...span, label: role })),
  );
  return spans.map(({ from, to, label }, at) => ({
    text: abstract.slice(from, to),
    from,
    to,
    label,
    position: placeAmong(at, spans.length),
    words: undefined,
  }));
}

interface Section {
  from: number;
  to: number;
  /** Named by its label; null without one. */
  role: Role | null;
}

/**
 * Labels are at the start of paragraphs, in the running text, or attached to it: sources that remove the structure of an
 * abstract leave `…years.ResultsWe found`.
 */
function sections(abstract: string): Section[] {
  const cuts: { from: number; to: number; role: Role | null }[] = [];
  for (const { 0: line, index } of abstract.matchAll(/[^\n]+/g)) {
    if (!/\S/.test(line)) continue;
    cuts.push({ from: index, to: index, role: null });
    const free = freeLabel.exec(line);
    const role = free && roleOfLabel(free[1]!);
    if (role) cuts.push({ from: index, to: index + free[0].length, role });
    for (const { 0: label, 1: name, 2: plain, index: at } of line.matchAll(knownLabel)) {
      const last = line.slice(0, at).trimEnd().at(-1);
      if (last && !'.!?:;)]'.includes(last)) continue;
      cuts.push({ from: index + at, to: index + at + label.length, role: roleOfLabel(name ?? plain ?? '') });
    }
  }
  cuts.sort((a, b) => a.from - b.from || a.to - b.to);
  return cuts.map(({ to, role }, at) => ({ from: to, to: cuts[at + 1]?.from ?? abstract.length, role }));
}

const freeLabel = /^\s*([A-Z][A-Za-z ,/&'’-]{2,60}?)\s*:\s+/;

/** A label before a colon, attached to a capital, or before a word that begins sentences. */
const knownLabel = (() => {
  const names = [
    ...['Background', 'Introduction', 'Context', 'Importance', 'Rationale', 'Motivation'],
    ...['Objectives?', 'Aims?', 'Purpose', 'Hypothesis'],
    ...[
      '(?:Materials?|Patients|Subjects) (?:and|&) Methods?',
      'Methods?(?: and [Ff]indings)?',
      'Methodology',
    ],
    ...[
      '(?:Study )?Design(?:,? Setting(?:,? and Participants)?)?',
      'Setting',
      'Participants',
      'Interventions?',
    ],
    ...['Main Outcomes?(?: and Measures?)?', 'Measurements?', 'Data Sources?', 'Data Synthesis'],
    ...['(?:Main |Key )?Results?(?: and Discussion)?', '(?:Main |Key )?Findings'],
    ...['Conclusions?(?: and Relevance)?', 'Interpretation', 'Discussion', 'Significance', 'Implications'],
    ...['Funding', 'Trial Registration', 'Registration', 'Keywords?'],
  ];
  const both = names.flatMap((name) => [name, name.toUpperCase()]);
  const plain = 'Background|Introduction|Objectives?|Methods|Results|Conclusions?';
  const starts =
    'The|We|A|An|In|This|These|To|Here|Among|Of|Our|It|There|For|With|From|Between|Using|All|Both|At|After|During|While|Although|As|Since|On|By|Patients|Participants|Over|Out|One|Two|Three|Data|Overall|Compared|When|Despite|Most|Many|Several';
  return new RegExp(
    `(?<![\\p{L}\\p{N}-])(?:(${both.join('|')})(?:\\s*[:–—]\\s+|[.\\s]\\s*(?=(?:${starts})\\b)|(?=[A-Z][a-z]|[A-Z] ))|(${plain})\\s+(?=\\p{Lu}))`,
    'gu',
  );
})();

/** Abbreviations whose full stop does not end a sentence. */
const abbreviation =
  /(?:\b(?:e\.g|i\.e|cf|vs|al|etc|approx|ca|resp|Fig|Figs|Eq|Eqs|Ref|Refs|Tab|No|Nos|Dr|Prof|St|sp|spp|subsp|var|Vol|pp|Inc|Ltd|Co|U\.S|U\.K|a\.m|p\.m|[Nn]\.b|w\.r\.t|s\.d|S\.D)|(?<![/\d·°º]\s?)\b[A-Z])\.\s*$/;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A full stop whose following space was dropped by a source: `was found.We then`. */
const tightStop = /(?<=[\p{Ll}\d)%\]])\.(?=\p{Lu}\p{Ll}* \p{Ll})/gu;

function split(abstract: string, from: number, to: number): { from: number; to: number }[] {
  const body = abstract.slice(from, to);
  const ends = /\p{Sentence_Terminal}/u.test(body) ? endsOf(body) : [body.length];
  return ends.flatMap((end, at) => {
    const begin = ends[at - 1] ?? 0;
    const text = body.slice(begin, end);
    const trimmed = text.trim();
    if (!trimmed) return [];
    const lead = text.length - text.trimStart().length;
    return [{ from: from + begin + lead, to: from + begin + lead + trimmed.length }];
  });
}

/** Ends of the sentences of a text with full stops, including the white space after them. */
function endsOf(body: string): number[] {
  const ends: number[] = [];
  let start = 0;
  for (const { segment, index } of segmenter.segment(body)) {
    const end = index + segment.length;
    const open = body.slice(start, end);
    const mayGoOn = end < body.length && open.length < longest;
    if (
      mayGoOn &&
      (abbreviation.test(open.slice(-12)) || openBracket(open) || goesOn(body.slice(end, end + 30)))
    )
      continue;
    for (const at of stopsWithin(open)) ends.push(start + at);
    ends.push(end);
    start = end;
  }
  return ends;
}

/** Ends of sentences that the segmenter does not see, in order. */
function stopsWithin(text: string): number[] {
  const tight = [...text.matchAll(tightStop)].map(({ index }) => index + 1);
  const lower = [...text.matchAll(beforeSymbol)].flatMap(({ index }) => {
    const before = text.slice(0, index + 1);
    return abbreviation.test(before.slice(-12)) || openBracket(before) ? [] : [index + 1];
  });
  return lower.length ? [...tight, ...lower].sort((a, b) => a - b) : tight;
}

/** A full stop before a symbol that begins in lower case: `mTOR`, `p53`, `miR-21`. */
const beforeSymbol = /(?<=[\p{L}\d)%\]])\.(?=\s\p{Ll}{1,4}-?[\p{Lu}\d][\p{L}\d-]{0,20}\s)/gu;

/** A lower-case word after a full stop does not begin a sentence, except for `mRNA` and `p53`. */
const goesOn = (rest: string): boolean => /^\p{Ll}{2,}(?=[\s,;.)])/u.test(rest);

/** A sentence longer than this, in characters, ends at the next full stop of any kind. */
const longest = 600;

const openBracket = (text: string): boolean => {
  const opened = (text.match(/\(/g)?.length ?? 0) - (text.match(/\)/g)?.length ?? 0);
  return opened > 0;
};

const labels: [RegExp, Role][] = [
  [/conclu|interpret|discussion|significance|implication|meaning|summary/i, 'conclusion'],
  [/result|finding|outcomes? of|observation/i, 'result'],
  [
    /method|design|setting|participant|patient|material|measure|approach|procedure|data|analysis|intervention|outcome/i,
    'method',
  ],
  [/aim|objective|purpose|question|hypothesis|goal/i, 'aim'],
  [/background|introduction|context|importance|rationale|motivation/i, 'background'],
];

/** Null for a heading that is not part of the abstract's argument, such as `funding`. */
const roleOfLabel = (label: string): Role | null =>
  labels.find(([pattern]) => pattern.test(label))?.[1] ?? null;

/** The sentence at a position of a text. */
export function sentenceAround(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('. ', at), text.lastIndexOf('\n', at)) + 1;
  const stop = text.indexOf('. ', at);
  return text.slice(start, stop < 0 ? text.length : stop + 1).trim();
}
