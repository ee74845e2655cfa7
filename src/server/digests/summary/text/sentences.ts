/** What a sentence does in an abstract. */
export type Role = 'background' | 'aim' | 'method' | 'result' | 'conclusion';

export interface Sentence {
  /** `abstract.slice(from, to)`: it stands exactly so in the abstract. */
  text: string;
  from: number;
  to: number;
  role: Role;
  /** The label or the words say so; else it is a guess by place. */
  sure: boolean;
  /** 0 for the first sentence, 1 for the last. */
  position: number;
}

/** The abstract's sentences in order, each with its role: by its label, else by its words, else by where it stands. */
export function sentencesOf(abstract: string): Sentence[] {
  const spans = sections(abstract).flatMap(({ from, to, role }) =>
    split(abstract, from, to).map((span) => ({ ...span, labeled: role })),
  );
  return spans.map(({ from, to, labeled }, at) => {
    const text = abstract.slice(from, to);
    const position = spans.length > 1 ? at / (spans.length - 1) : 1;
    const said = labeled ?? roleOfWords(text);
    return { text, from, to, position, role: said ?? roleOfPlace(position), sure: said !== null };
  });
}

interface Section {
  from: number;
  to: number;
  /** By its label; null where there is none. */
  role: Role | null;
}

/**
 * Labels stand in front of paragraphs, in the running text, or glued to it: sources that take the structure out of
 * an abstract leave `…years.ResultsWe found`.
 */
function sections(abstract: string): Section[] {
  const cuts: { from: number; to: number; role: Role | null }[] = [];
  for (const { 0: line, index } of abstract.matchAll(/[^\n]+/g)) {
    cuts.push({ from: index, to: index, role: null });
    const free = freeLabel.exec(line);
    const role = free && roleOfLabel(free[1]!);
    if (role) cuts.push({ from: index, to: index + free[0].length, role });
    for (const { 0: label, 1: name, 2: plain, index: at } of line.matchAll(knownLabel)) {
      const before = line.slice(0, at).trimEnd();
      if (before && !/[.!?:;)\]]$/.test(before)) continue;
      cuts.push({ from: index + at, to: index + at + label.length, role: roleOfLabel(name ?? plain ?? '') });
    }
  }
  cuts.sort((a, b) => a.from - b.from || a.to - b.to);
  return cuts.map(({ to, role }, at) => ({ from: to, to: cuts[at + 1]?.from ?? abstract.length, role }));
}

const freeLabel = /^\s*([A-Z][A-Za-z ,/&'’-]{2,60}?)\s*:\s+/;

/** With a colon behind it, glued to a capital, or before a word that begins sentences. */
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

/** Abbreviations behind which a full stop ends no sentence. */
const abbreviation =
  /(?:\b(?:e\.g|i\.e|cf|vs|al|etc|approx|ca|resp|Fig|Figs|Eq|Eqs|Ref|Refs|Tab|No|Nos|Dr|Prof|St|sp|spp|subsp|var|Vol|pp|Inc|Ltd|Co|U\.S|U\.K|a\.m|p\.m|[Nn]\.b|w\.r\.t|s\.d|S\.D)|\b[A-Z])\.\s*$/;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A stop without a space behind it, where a source dropped it: `was found.We then`. */
const tightStop = /(?<=[\p{Ll}\d)%\]])\.(?=\p{Lu}\p{Ll}* \p{Ll})/gu;

function split(abstract: string, from: number, to: number): { from: number; to: number }[] {
  const body = abstract.slice(from, to);
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
    for (const { index: at } of open.matchAll(tightStop)) ends.push(start + at + 1);
    ends.push(end);
    start = end;
  }
  return ends.flatMap((end, at) => {
    const begin = ends[at - 1] ?? 0;
    const text = body.slice(begin, end);
    const trimmed = text.trim();
    if (!trimmed) return [];
    const lead = text.length - text.trimStart().length;
    return [{ from: from + begin + lead, to: from + begin + lead + trimmed.length }];
  });
}

/** A small word behind a full stop is no beginning; `mRNA` and `p53` may be. */
const goesOn = (rest: string): boolean => /^\p{Ll}{2,}(?=[\s,;.)])/u.test(rest);

/** What is longer than this, in characters, ends at the next stop, whatever it looks like. */
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

/** Null for a heading that is no part of an abstract's argument; `funding` and the like are filtered by their words. */
const roleOfLabel = (label: string): Role | null =>
  labels.find(([pattern]) => pattern.test(label))?.[1] ?? null;

const cues: [RegExp, Role][] = [
  [
    /\b(?:we conclude|in conclusion|in summary|taken together|together,? these|overall,|these (?:results|findings|data|observations) (?:suggest|indicate|demonstrate|show|support|provide|establish|highlight|reveal)|our (?:results|findings|work|data|study) (?:suggest|indicate|demonstrate|highlight|establish|provide|support|open)|(?:this|our) (?:work|study) (?:provides|establishes|demonstrates|highlights|opens|suggests))/i,
    'conclusion',
  ],
  [
    /\b(?:(?:here,? )?we (?:present|propose|introduce|describe|develop|investigate|examine|aim|aimed|sought|ask|asked|set out|hypothesi[sz]ed?)|this (?:paper|study|work|article|review|survey|report) (?:presents|proposes|introduces|investigates|examines|aims|describes|reviews|addresses|discusses|explores|summari[sz]es)|we (?:discuss|review|summari[sz]e|explore|outline|consider))\b/i,
    'aim',
  ],
  [
    /\b(?:we (?:found|find|show|showed|observed?|demonstrated?|report|identified|identify|reveal(?:ed)?|achieved?|obtained?|detected)|results? (?:show|showed|indicate|demonstrate|reveal)|(?:was|were|is|are) (?:significantly )?(?:associated|correlated|higher|lower|increased|reduced|decreased|greater)|significantly|outperform(?:s|ed|ing)?|improv(?:es|ed)|increased|decreased|reduced|p\s*[<=≤]\s*0?\.\d|95\s?%\s?(?:CI|confidence)|hazard ratio|odds ratio|\d+(?:\.\d+)?\s?%)/i,
    'result',
  ],
  [
    /\b(?:we (?:also |then |further |next |first )?(?:used|use|performed|perform|assess|assessed|estimate|estimated|test|tested|model|modelled|modeled|study|studied|derive|derived|implement|implemented|quantif(?:y|ied)|compare|conducted|analy[sz]ed|developed|collected|measured|recruited|trained|evaluate|evaluated|applied|employed|combined?|compared?|sequenced|included|searched)|(?:was|were) (?:performed|conducted|measured|recruited|randomi[sz]ed|enrolled|collected|included|analy[sz]ed|assessed|extracted))/i,
    'method',
  ],
  [
    /\b(?:however|remains? (?:unclear|unknown|elusive|poorly|challenging|limited)|little is known|despite|recent(?:ly)? (?:advances|years)|has been (?:widely|extensively)|have been (?:widely|extensively)|is (?:a|one of the) (?:major|leading|common|key))/i,
    'background',
  ],
];

const roleOfWords = (text: string): Role | null => cues.find(([pattern]) => pattern.test(text))?.[1] ?? null;

const roleOfPlace = (position: number): Role =>
  position < 0.25 ? 'background' : position < 0.5 ? 'method' : position < 0.85 ? 'result' : 'conclusion';
