import type { Expansion } from '#shared/topics/searchTerm.ts';
import { weights } from './phrases.ts';

/** More headings than this mean that the topic has several sides, and no heading is another word for all of it. */
const headingsAtMost = 2;

/**
 * The headings under which PubMed files a topic, from its translation of a live search
 * (https://pubmed.ncbi.nlm.nih.gov/help/#automatic-term-mapping): `"neoplasms"[MeSH Terms] OR "cancer"[All Fields]`
 * gives `neoplasms`. Only where the whole topic was mapped: a heading for one of several words would lead away.
 */
export function fromTranslation(translation: string): Expansion[] {
  const [asked = ''] = alternatives(withoutDates(translation));
  if (sides(asked).length > 1) return [];
  const headings = new Set(
    [...asked.matchAll(/"([^"]+)"\[(?:MeSH Terms|Supplementary Concept)\]/g)].map(
      ([, heading = '']) => heading,
    ),
  );
  if (headings.size > headingsAtMost) return [];
  return [...headings].map((heading) => ({
    phrase: inOrder(heading),
    kind: 'synonym',
    from: 'pubmed',
    weight: weights.synonym,
  }));
}

const withoutDates = (translation: string): string =>
  stripped(
    translation.replace(/\s+AND\s+\(?"?\d{4}[^[]*\[[^\]]*\](?:\s*:\s*"?\d{4}[^[]*\[[^\]]*\])?\)?\s*$/, ''),
  );

/**
 * Our query is `(topic) OR ("phrase"[tiab]) …`: what stands before the first alternative in title and abstract is the
 * topic's part.
 */
const alternatives = (translation: string): string[] => {
  const at = translation.search(/\s+OR\s+\(?"[^"]+"\[Title\/Abstract\]/);
  return [stripped(at < 0 ? translation : translation.slice(0, at))];
};

/** The parts that all have to hold: what stands between ANDs outside brackets. */
function sides(expression: string): string[] {
  let depth = 0;
  let quoted = false;
  const cuts: number[] = [];
  for (let at = 0; at < expression.length; at++) {
    const sign = expression[at];
    if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === '(') depth++;
    else if (!quoted && sign === ')') depth--;
    else if (!quoted && depth === 0 && expression.startsWith(' AND ', at)) cuts.push(at);
  }
  return cuts.length
    ? [expression.slice(0, cuts[0]), ...cuts.map((at) => expression.slice(at + 5))]
    : [expression];
}

/** Without brackets around the whole. */
function stripped(expression: string): string {
  const text = expression.trim();
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0 && at < text.length - 1) return text;
  }
  return stripped(text.slice(1, -1));
}

/** `diabetes mellitus, type 2` is filed that way and written the other. */
const inOrder = (heading: string): string => {
  const [main = '', ...rest] = heading.split(', ');
  return rest.length === 1 && rest[0]!.split(' ').length <= 2 && !/type|stage|phase/.test(rest[0]!)
    ? `${rest[0]} ${main}`
    : heading.replace(', ', ' ');
};
