import { and, eq } from 'drizzle-orm';
import { type Work, worksById } from '#corpus/works/works.ts';
import { paperIdentifiers } from '#platform/db/schema.ts';
import { tokenize } from '#search/text/tokenize.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { identifierIn } from '#sources/record/record.ts';
import type { DigestsApp } from '../app.ts';

/** Number of titles to compare with the given one. */
const titlesAtMost = 5;
/** Minimum share of the given words that a title must have. */
const leastShared = 0.6;

type Finding = Pick<DigestsApp, 'db' | 'index'>;

/**
 * The works that a reader may mean by a DOI, an identifier of a source, a Litwatch id, or words of the title; the
 * likeliest first, empty if none is found. Titles are looked up in the search index, which limits them to its papers.
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
    // Only letters and digits, because a title may contain characters that are operators in a topic.
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
