/** What a sentence does in an abstract. */
export type Role = 'background' | 'aim' | 'method' | 'result' | 'conclusion';

export interface Sentence {
  /** Stands exactly so in the abstract. */
  text: string;
  role: Role;
  /** 0 for the first sentence, 1 for the last. */
  position: number;
}

/** The abstract's sentences in order, each with its role: by its label, else by its words, else by where it stands. */
export function sentencesOf(abstract: string): Sentence[] {
  const found: { text: string; role: Role | null }[] = [];
  for (const paragraph of abstract.split(/\n+/)) {
    const label = /^\s*([A-Z][A-Za-z ,/&'’-]{2,60}?)\s*:\s+/.exec(paragraph);
    const labelled = label ? roleOfLabel(label[1]!) : null;
    const body = labelled ? paragraph.slice(label![0].length) : paragraph;
    for (const text of split(body)) found.push({ text, role: labelled });
  }
  return found.map(({ text, role }, at) => {
    const position = found.length > 1 ? at / (found.length - 1) : 1;
    return { text, position, role: role ?? roleOfWords(text) ?? roleOfPlace(position) };
  });
}

/** Abbreviations behind which a full stop ends no sentence. */
const abbreviation =
  /(?:\b(?:e\.g|i\.e|cf|vs|al|etc|approx|ca|resp|Fig|Figs|Eq|Eqs|Ref|Refs|Tab|No|Nos|Dr|Prof|St|sp|spp|subsp|var|Vol|pp|Inc|Ltd|Co|U\.S|U\.K|a\.m|p\.m)|\b[A-Z])\.\s*$/;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

function split(text: string): string[] {
  const pieces: string[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(text)) {
    open += segment;
    if (abbreviation.test(open) || openBracket(open)) continue;
    pieces.push(open.trim());
    open = '';
  }
  if (open.trim()) pieces.push(open.trim());
  return pieces.filter((piece) => piece.length > 0);
}

const openBracket = (text: string): boolean => {
  const opened = (text.match(/\(/g)?.length ?? 0) - (text.match(/\)/g)?.length ?? 0);
  return opened > 0 && text.length < 600;
};

const labels: [RegExp, Role][] = [
  [/conclu|interpret|discussion|significance|implication|meaning|summary/i, 'conclusion'],
  [/result|finding|outcome|observation/i, 'result'],
  [
    /method|design|setting|participant|patient|material|measure|approach|procedure|data|analysis|intervention/i,
    'method',
  ],
  [/aim|objective|purpose|question|hypothesis|goal/i, 'aim'],
  [/background|introduction|context|importance|rationale|motivation/i, 'background'],
];

const roleOfLabel = (label: string): Role | null =>
  labels.find(([pattern]) => pattern.test(label))?.[1] ?? null;

const cues: [RegExp, Role][] = [
  [
    /\b(?:we conclude|in conclusion|in summary|taken together|together,? these|overall,|these (?:results|findings|data|observations) (?:suggest|indicate|demonstrate|show|support|provide|establish|highlight|reveal)|our (?:results|findings|work|data|study) (?:suggest|indicate|demonstrate|highlight|establish|provide|support|open)|(?:this|our) (?:work|study) (?:provides|establishes|demonstrates|highlights|opens|suggests))/i,
    'conclusion',
  ],
  [
    /\b(?:we (?:found|find|show|showed|observed?|demonstrated?|report|identified|identify|reveal(?:ed)?|achieved?|obtained?|detected)|results? (?:show|showed|indicate|demonstrate|reveal)|(?:was|were|is|are) (?:significantly )?(?:associated|correlated|higher|lower|increased|reduced|decreased|greater)|significantly|outperform(?:s|ed)?|improv(?:es|ed)|increased|decreased|reduced|p\s*[<=≤]\s*0?\.\d|95\s?%\s?(?:CI|confidence)|hazard ratio|odds ratio|\d+(?:\.\d+)?\s?%)/i,
    'result',
  ],
  [
    /\b(?:here,? we (?:present|propose|introduce|describe|develop|report|investigate|examine)|we (?:present|propose|introduce|aim|aimed|sought|ask|asked|investigate|hypothesi[sz]ed?|set out)|this (?:paper|study|work|article|review) (?:presents|proposes|introduces|investigates|examines|aims|describes|reviews|addresses))/i,
    'aim',
  ],
  [
    /\b(?:we (?:used|use|performed|conducted|analy[sz]ed|developed|collected|measured|recruited|trained|evaluate|evaluated|applied|employed|combined?|compared?|sequenced|included|searched)|(?:was|were) (?:performed|conducted|measured|recruited|randomi[sz]ed|enrolled|collected|included|analy[sz]ed|assessed|extracted))/i,
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
