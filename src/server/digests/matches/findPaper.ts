import { and, eq } from 'drizzle-orm';
import { type Work, worksById } from '#corpus/works/works.ts';
import { paperIdentifiers } from '#platform/db/schema.ts';
import { tokenize } from '#search/text/tokenize.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { identifierIn } from '#sources/record/identifierIn.ts';
import type { DigestsApp } from '../app.ts';

/** Titles that are compared with the one asked for. */
const titlesAtMost = 5;
/** Share of the words asked for that a title must have. */
const leastShared = 0.6;

type Finding = Pick<DigestsApp, 'db' | 'index'>;

/**
 * The works that a reader may mean by a DOI, a number of a source, our own id, or a title in so many words; the likeliest
 * first, empty where there is none. Titles are looked up in the search index, so only among the papers it holds.
 */
export async function findPapers(app: Finding, asked: string): Promise<Work[]> {
  const named = identifierIn(asked);
  if (named) {
    const [row] = await app.db
      .select({ id: paperIdentifiers.paperId })
      .from(paperIdentifiers)
      .where(and(eq(paperIdentifiers.kind, named.kind), eq(paperIdentifiers.value, named.value)));
    if (row) return worksById(app, [row.id]);
    return named.kind === 'pmid' ? worksById(app, [Number(named.value)]) : [];
  }
  return byTitle(app, asked);
}

async function byTitle(app: Finding, asked: string): Promise<Work[]> {
  const wanted = new Set(tokenize(asked).map(({ stem }) => stem));
  if (!wanted.size) return [];
  const index = await app.index.current();
  const found = await index.rank(
    // Letters and digits alone: a title may hold what a topic reads as an operator.
    {
      ...{ text: asked.replace(/[^\p{L}\p{N}]+/gu, ' ').toLowerCase(), expansion: [] },
      ...{ liked: [], disliked: [], vector: null },
    },
    { sources: new Set(sourceNames) },
    { limit: titlesAtMost, floor: 0 },
  );
  const works = await worksById(
    app,
    found.map(({ id }) => id),
  );
  const shareOf = ({ title }: Work): number => {
    const own = new Set(tokenize(title).map(({ stem }) => stem));
    return [...wanted].filter((stem) => own.has(stem)).length / wanted.size;
  };
  return works
    .map((work) => ({ work, share: shareOf(work) }))
    .filter(({ share }) => share >= leastShared)
    .sort((one, other) => other.share - one.share)
    .map(({ work }) => work);
}
