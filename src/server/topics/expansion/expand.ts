import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { searchTerms } from '#platform/db/schema.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';
import type { TopicRow } from '../topic/topic.ts';
import { chosen, readTopic, weightOfName } from './phrases.ts';

/** Whether a topic still needs an expansion. Once found, or edited by the reader, it is kept. */
export const needsExpansion = ({ expandedAt, requestedAt }: TopicRow): boolean =>
  expandedAt === null || expandedAt < requestedAt;

/**
 * Finds and stores what a topic is also searched by: at most eight phrases from PubMed's `translation` of a live search, then
 * the model's names of its parts if a model is configured. Waits at most six seconds for the model and never fails because
 * of it. May be called again in the same run with the topic it
 * returned, after a live search has added papers to the corpus. A topic that its reader has edited in the meantime is
 * left alone. Idempotent.
 */
export async function expandTerm(
  app: App,
  term: TopicRow,
  { translation = null }: { translation?: string | null } = {},
): Promise<TopicRow> {
  const names = needsExpansion(term)
    ? await readTopic(app, term.term, term.userId)
    : term.expansion.filter(({ from }) => from === 'model');
  const expansion = [...chosen(term.term, translation ? fromTranslation(translation) : []), ...names];
  const [expanded] = await app.db
    .update(searchTerms)
    .set({ expansion, expandedAt: app.now() })
    .where(
      and(
        eq(searchTerms.id, term.id),
        eq(searchTerms.requestedAt, term.requestedAt),
        needsExpansion(term)
          ? or(isNull(searchTerms.expandedAt), lt(searchTerms.expandedAt, searchTerms.requestedAt))
          : eq(searchTerms.expandedAt, term.expandedAt!),
      ),
    )
    .returning({ expansion: searchTerms.expansion, expandedAt: searchTerms.expandedAt });
  return expanded ? { ...term, ...expanded } : term;
}

/** With more headings the topic has several aspects, and none of them is a synonym for all of it. */
const headingsAtMost = 2;

/**
 * The headings under which PubMed files a topic, from its translation of a live search
 * (https://pubmed.ncbi.nlm.nih.gov/help/#automatic-term-mapping): `"neoplasms"[MeSH Terms] OR "cancer"[All Fields]`
 * gives `neoplasms`. Only if the whole topic was mapped: a heading for one of several words would mislead.
 */
export function fromTranslation(translation: string): Expansion[] {
  const [asked = ''] = alternatives(withoutDates(translation));
  if (sides(asked).length > 1) return [];
  const found = asked.matchAll(/"([^"]+)"\[(?:MeSH Terms|Supplementary Concept)\]/g);
  const headings = new Set([...found].map(([, heading = '']) => heading));
  if (headings.size > headingsAtMost) return [];
  const named = { kind: 'synonym', from: 'pubmed', weight: weightOfName } as const;
  return [...headings].map((heading) => ({ phrase: inOrder(heading), ...named }));
}

const withoutDates = (translation: string): string =>
  stripped(
    translation.replace(
      / AND \(?"?\d{4}[^[]{0,40}\[[^\]]{0,40}\](?: ?: ?"?\d{4}[^[]{0,40}\[[^\]]{0,40}\])?\)? ?$/,
      '',
    ),
  );

/** Our query is `(topic) OR ("phrase"[tiab]) …`: the part before the first title/abstract alternative is the topic's. */
const alternatives = (translation: string): string[] => {
  const at = translation.search(/ OR \(?"[^"]+"\[Title\/Abstract\]/);
  return [stripped(at < 0 ? translation : translation.slice(0, at))];
};

/** The operands of a top-level AND. */
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

/** PubMed wraps a query and its parts, a few layers in all. */
const layersAtMost = 10;

/** Without parentheses around the whole. */
function stripped(expression: string): string {
  let text = expression.trim();
  for (let layer = 0; layer < layersAtMost && isWrapped(text); layer++) text = text.slice(1, -1).trim();
  return text;
}

/** Whether the first parenthesis is closed by the last one. */
function isWrapped(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at === text.length - 1;
  }
  return true;
}

/** MeSH inverts headings (`diabetes mellitus, type 2`); papers do not. */
const inOrder = (heading: string): string => {
  const [main = '', ...rest] = heading.split(', ');
  return rest.length === 1 && rest[0]!.split(' ').length <= 2 && !/type|stage|phase/.test(rest[0]!)
    ? `${rest[0]} ${main}`
    : heading.replace(', ', ' ');
};
