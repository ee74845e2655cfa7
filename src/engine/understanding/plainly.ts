import type { Span } from '../core/types.ts';
import { isKnownType } from './documentKinds.ts';
import { isLinkWord, isOfWord } from './foreign.ts';
import type { Note, Token } from './lexer.ts';

/** Subjects that contain one of the words which leave something out. */
const subjects =
  /\b(?:no[- ](?:reflow|free lunch|evidence of disease|reference|till|tillage|observed|fault|touch|show|longer|one|other|code|free)|not (?:otherwise specified|reported|resuscitate|for profit|in my backyard|only|just|all|always|yet|respond)|without (?:replacement|borders|walls|loss of generality|(?:health )?insurance|a doubt)|whether or not|with or without|or not|(?:plus |[-c] )?minus (?:ends?|strands?|signs?)|(?:do|does|did|is|are|was|were|has|have|had|can|could|should|would|will|may|might|must) (?:not|no))(?![\p{L}\p{N}])/giu;

const but = '(?:(?:but|and|aber|doch|mais|pero|però|ma|mas|maar)(?: please| bitte)? )';
/** Before what no, not and their like leave out in other languages, where they also stand before an adjective. */
const before =
  '(?:bei|bij|in|im|mit|für|von|zu|nach|während|de|du|des|chez|dans|en|les|pour|con|los|las|para|nei|negli|nelle|nel|nella|per|em|com|nos|nas|na|met|voor|op|van|tijdens)';
/** Words after which something is left out, with “but” before them. */
const marker = new RegExp(
  `^${but}?(?:not|no|without|w/o|w/out|witout|withot|whithout|wihtout|except(?: for)?|exept|excepting|excluding|exluding|excludign|excl|exclude|leaving out|leave out|leave aside|omitting|omit|minus|ignoring|ignore|avoiding|avoid|skipping|skip|nothing (?:on|about|with|from|in)|none of|other than|apart from|aside from|rather than|instead of|unless|neither|with the exception of|with no interest in|not interested in|but never|(?:i |we |please )?(?:do not|don't|dont) (?:want|need|show|include|send|like|give)(?! the (?:entire|whole)| all | every)(?: (?:me|us|to see|to read|any|anything|about|on))*|(?:(?:papers|studies|articles|research) )?(?:that|which|who) (?:(?:do|does|did) not|(?:do|does|did)n'?t) (?:use|involve|include|contain|mention|discuss|cover|concern|report|require|deal with|focus on|look at|rely on|look into|address|examine|study|need|come from|target|describe)|(?:that|which) (?:(?:are|is|were|was) not|(?:are|is|were|was)n'?t)(?= (?:an? )?(?:about|on|from|in|related|reviews?|preprints?|case|editorials?|letters?|trials?|meta-analys\\S*|systematic|randomi[sz]ed|protocols?|comments?|open|animal)(?: |$))|ohne|außer|ausser|ausgenommen|abgesehen von|mit ausnahme (?:von|der|des)|keine?[nrsm]?|statt|anstatt|anstelle (?:von|der|des)|weder(?= .*noch )|nichts (?:über|zu)|(?:(?:studien|artikel|arbeiten) )?die keine|sans|sauf|hors|excepté|hormis|à l'(?:exception|exclusion) (?:de|des|du)|au lieu (?:de|du|des|d'un|d'une)|plutôt que|ni(?= .* ni )|(?:(?:études|articles) )?(?:qui|que) n(?:e |')\\S+ (?:pas|aucune?)|excepto|excluyendo|salvo|menos(?= los | las )|en (?:lugar|vez) de|(?:que|y que) no (?:usan|usen|utilizan|utilicen|incluyen|incluyan|sean|son|tratan)|senza|eccetto|tranne|salvo|esclus[oaie]|ad eccezione di|invece (?:di|del|della|dei|delle|dell)|al posto (?:di|del|della)|né(?= .* né )|che non (?:usano|usino|utilizzano|includono|includano|sono|siano|riguardano)|exceto|excluindo|salvo|em vez de|ao invés de|nem(?= .* nem )|que não (?:usam|usem|utilizam|incluem|incluam|são|sejam|tratam)|zonder|behalve|geen|uitgezonderd|met uitzondering van|in plaats van|noch(?= .* noch )|(?:(?:artikelen|studies|papers) )?(?:die|dat) geen)(?= |$)|^${but}?(?:nicht|pas|non|não|niet|no)(?= ${before} | d')|^${but}(?:nicht|pas|non|não|niet)(?= )`,
);
/** What is ruled out is the subject: markers to exclude an embolism. */
const purpose = /^(?:to|for|of|by|in|can|cannot|reliably|safely|we|i|you|they|should|people|patients|how)$/;
/** These are also other words: `sin` in English, SEM, Portuguese `no` for “in the”. */
const foreignMarker = /^(?:sin|sem)(?= |$)/;
const looksForeign =
  /[à-öø-ÿ]|(?:^|\s)(?:de|del|do|da|dos|das|con|com|el|los|las|em|pero|mas|ma|mais)(?=\s)/i;

/** Between a marker and what it leaves out, beside articles. */
const isLead = /^(?:in|for|of|on|the|a|an|any|with|among|from|about|während|tijdens|les|sui|sugli|sulle)$/;
/** What a kind of papers is left out by: animal studies, pediatric patients. */
const isTail = /^(?:studies|study|papers|articles|research|patients|publications|ones|please|bitte|sind)$/;

const people =
  '(?:patients|participants|people|subjects|persons|individuals|cases|volunteers|patienten|teilnehmer[n]?|probanden|sujets|pacientes|participantes|pazienti|partecipanti|patiënten|deelnehmers)';
const amount =
  '(?:(?:more|fewer|less) than|at least|at most|over|up to|mehr als|mindestens|plus de|au moins|más de|al menos|più di|almeno|mais de|pelo menos|meer dan|minstens|[<>≥≤]=?)';
const number = String.raw`\d[\d,.]*`;
const participants = new RegExp(
  `^(?:(?:studies|trials|papers|cohorts|with|in|of|on|including|from|samples?|mit|an|avec|chez|con|com|met) )*${amount} ?${number} ${people}(?= |$)|^n ?[<>≥≤=]+ ?${number}(?= |$)`,
);
/** Limits that the index does not know, behind a word for people or named as an age. */
const ages =
  /^(?:aged? )?(?:(?:over|under|above|below|older than|younger than|between|from) )?\d{1,3}(?: ?[-–] ?\d{1,3}| (?:to|and) \d{1,3})?(?: years?)?(?: old| of age)?(?: (?:and|or) (?:older|over|younger|above|under))?(?= |$)/;
const aged =
  /^(?:women|men|adults?|people|persons|patients|children|girls|boys|individuals|females|males|those|infants)$/;
/** A digest brings new papers anyway. */
const lately =
  /^(?:(?:from|in|of|within|over|during|den|der|des|dans|les|en|de|los|negli|degli|nos|dos|in|van) )*(?:the |de )?(?:(?:last|past|letzten|últimos|ultimi|laatste) \S+ (?:years?|months?|weeks?|jahren?|monaten?|años|meses|anni|mesi|anos|jaar|maanden)|\d+ dernières années)(?! of life)(?= |$)/;
const years =
  /^(?:published |publiés? |publicados? )?(?:(since|seit|ab|depuis|dès|desde|dal|sinds|vanaf|after|nach|après|después de|dopo il|após|before|vor|avant|antes de|prima del|voor|until|bis|hasta|fino al|até|tot) ((?:19|20)\d\d)(?! ?(?:to|bis|à|a|al|até|tot|-) ?20)|(?:(?:from|between|von|zwischen|de|entre|desde|dal|tra|fra|van|tussen) )?(?:il |el |o )?((?:19|20)\d\d) ?(?:[-–]|to|and|until|bis|und|à|et|a|y|hasta|e|al|até|tot|en) ?(?:il |el |o )?((?:19|20)\d\d))(?= |$)/;
const kindsOfYears: [words: RegExp, range: (year: number) => string][] = [
  [/^(?:after|nach|après|después|dopo|após)/, (year) => `${year + 1}-`],
  [/^(?:before|vor|avant|antes|prima|voor)/, (year) => `-${year - 1}`],
  [/^(?:until|bis|hasta|fino|até|tot)/, (year) => `-${year}`],
  [/^/, (year) => `${year}-`],
];
/** What is asked for stands between two words, or behind one. */
const only =
  /^(?:in|for|among) (\S+(?: \S+)?) only(?= |$)|^(?:only|nur|seulement|uniquement|solo|sólo|solamente|soltanto|só|somente|apenas|alleen|enkel) (?:in|for|among|with|bei|für|mit|chez|dans|pour|en|con|nei|nelle|negli|em|com|nos|nas|bij|met|voor) (\S+(?: \S+){0,2})$/;
const kindOnly = /^only (\S+(?: \S+){0,2}) (?:of|on|about|with) |^(\S+(?: \S+){0,2}) only$/;
/** Words that a pattern may span. */
const longest = 9;

/**
 * Reads what a sentence leaves out, asks for and limits, in plain words, as operators: “but not in plants”, “without editorials”,
 * “in adults only”, “since 2024”. What is left out ends at a comma, “but”, “and” or the end. A number of participants, which the
 * index does not know, is noted and no longer a word to find.
 */
export function readPlainly(tokens: readonly Token[], text: string, notes: Note[]): Token[] {
  const kept = [...text.matchAll(subjects)].map(({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  }));
  const isSubject = ({ from, to }: Token) => kept.some((one) => one.from <= from && to <= one.to);
  const isForeign = looksForeign.test(text);
  const lineFrom = (at: number): string => {
    const words: string[] = [];
    for (const { kind, text: word } of tokens.slice(at, at + longest)) {
      if (kind !== 'word') break;
      words.push(bare(word).replace('’', "'"));
      if (endsHere(word)) break;
    }
    return words.join(' ');
  };
  const markerAt = (at: number): number => {
    const line = lineFrom(at);
    const found = marker.exec(line) ?? (isForeign ? foreignMarker.exec(line) : null);
    if (!found || (isForeign && found[0] === 'no' && !new RegExp(`^no ${before} `).test(line))) return 0;
    const size = found[0].trim().split(' ').length;
    const last = tokens[at + size - 1]!;
    if (
      /^(?:excl|leav|omit|avoid|ignor|skip)/.test(found[0]) &&
      purpose.test(bare(tokens[at - 1]?.text ?? ''))
    )
      return 0;
    return isSubject(last) ||
      isSubject(tokens[at]!) ||
      (last.text !== last.text.toLowerCase() && !/[.!?]$/.test(tokens[at - 1]?.text ?? ''))
      ? 0
      : size;
  };
  const out: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const first = tokens[at]!;
    const line = first.kind === 'word' ? lineFrom(at) : '';
    const previous = bare(tokens[at - 1]?.text ?? '');
    const isOpen = at === 0 || endsHere(tokens[at - 1]!.text);
    const some =
      isOpen || !/^(?:studies|trials|papers|cohorts|samples?) /.test(line) ? participants.exec(line) : null;
    const age = aged.test(previous) || line.startsWith('aged ') ? ages.exec(line) : null;
    const kind = isOpen ? kindOnly.exec(line) : null;
    const isKind = kind && isKnownType(kind[1] ?? kind[2]!);
    const limit =
      some ?? age ?? lately.exec(line) ?? years.exec(line) ?? only.exec(line) ?? (isKind ? kind : null);
    const size = limit ? limit[0].trim().split(' ').length : markerAt(at);
    const place = size > 0 ? { from: first.from, to: tokens[at + size - 1]!.to } : first;
    if (limit) {
      at += size;
      if (limit === kind) out.push(...typeOf(kind[1] ?? kind[2]!, place));
      else if (years.test(limit[0])) out.push(...yearsOf(limit, place));
      else if (only.test(limit[0]))
        out.push(...onlyOf(tokens.slice(at - size, at), limit[1] ? -1 : undefined));
      else
        notes.push({
          ...place,
          text: `“${text.slice(place.from, place.to)}” is no word to find: the search does not know ${some ? 'how many took part' : age ? 'ages' : 'what day it will be; a digest brings what is new'}.`,
        });
      continue;
    }
    const next = tokens[at + size];
    if (size === 0 || !next || ['close', 'and', 'or'].includes(next.kind)) {
      out.push(first);
      at++;
      continue;
    }
    if (next.kind !== 'word') {
      out.push({ ...place, kind: 'not', text: text.slice(place.from, place.to) });
      at += size;
      continue;
    }
    const { items, end } = leftOut(tokens, at + size, markerAt);
    const last = tokens[end - 1]!;
    // A topic that only leaves something out is about it: omitting radiotherapy.
    if (at === 0 && end === tokens.length) items.length = 0;
    if (items.length === 0) out.push(...tokens.slice(at, end));
    for (const [i, words] of items.entries()) {
      const from = i === 0 ? first.from : items[i - 1]!.at(-1)!.to;
      const to = i === items.length - 1 ? last.to : words.at(-1)!.to;
      const not = text.slice(place.from, place.to);
      out.push({ from, to: words[0]!.from || from, kind: 'not', text: not }, ...asOperand(words, to));
    }
    at = end;
  }
  return out;
}

/** The words that are left out from a place on, in groups, and where they end. */
function leftOut(
  tokens: readonly Token[],
  from: number,
  markerAt: (at: number) => number,
): { items: Token[][]; end: number } {
  const items: Token[][] = [[]];
  let end = from;
  for (; end < tokens.length; end++) {
    const token = tokens[end]!;
    const word = bare(token.text);
    if (token.kind !== 'word' || word === 'and' || word === 'but' || markerAt(end) > 0) break;
    if (participants.test(word) || years.test(`${word} ${bare(tokens[end + 1]?.text ?? '')}`)) break;
    if (/^(?:or|nor|oder|noch|ou|ni|né|nem)$/.test(word)) items.push([]);
    else if (items.at(-1)!.length > 0 || !(isLead.test(word) || isLinkWord(word) || isOfWord(word)))
      items.at(-1)!.push({ ...token, text: token.text.replace(/[,;.]$/, '') });
    if (endsHere(token.text)) {
      end++;
      break;
    }
  }
  const named = items.filter((words) => words.length > 0);
  for (const words of named) if (words.length > 1 && isTail.test(bare(words.at(-1)!.text))) words.pop();
  return { items: named, end };
}

/** A kind of document, or words in parentheses. */
function asOperand(words: readonly Token[], to: number): Token[] {
  const { from } = words[0]!;
  const text = words.map((one) => one.text).join(' ');
  return isKnownType(text) ? typeOf(text, { from, to }) : group(words, to);
}

const typeOf = (text: string, place: Span): Token[] => [
  { ...place, kind: 'field', text: 'type' },
  { ...place, kind: 'phrase', text },
];

function group(words: readonly Token[], to: number): Token[] {
  const { from } = words[0]!;
  return [
    { from, to: from + 1, kind: 'open', text: '(' },
    ...words.map((one, i) => (i === words.length - 1 ? { ...one, to } : one)),
    { from: to - 1, to, kind: 'close', text: ')' },
  ];
}

/** “in adults only” and “only in adults” ask for adults. */
function onlyOf(words: readonly Token[], end: number | undefined): Token[] {
  const named = words.slice(end ? 1 : 2, end);
  const asked = named.length > 1 && isLinkWord(named[0]!.text) ? named.slice(1) : named;
  const { from } = words[0]!;
  return [{ from, to: asked[0]!.from, kind: 'only', text: 'only' }, ...group(asked, words.at(-1)!.to)];
}

function yearsOf([, word = '', year, from, to]: RegExpExecArray, place: Span): Token[] {
  const [, range] = kindsOfYears.find(([words]) => words.test(word))!;
  return [
    { ...place, kind: 'field', text: 'year' },
    { ...place, kind: 'phrase', text: from && to ? `${from}-${to}` : range(Number(year)) },
  ];
}

const bare = (word: string): string => word.toLowerCase().replace(/[,;.:]$/, '');
const endsHere = (word: string): boolean => /[,;:]$|[^.]{2}\.$/.test(word);
