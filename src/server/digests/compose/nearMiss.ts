import { worksById } from '#corpus/works/works.ts';
import { listed, quoted } from '#mail/layout/words.ts';
import type { Ranked } from '#search/core/types.ts';
import type { NearMiss } from '#shared/digests/digest.ts';
import type { DigestsApp } from '../app.ts';

/** Maximum number of the topic's phrases to name. */
const phrasesAtMost = 3;

/** For a digest without papers: the paper that came closest, and why it was left out; null if none came close. */
export async function nearMissOf(
  app: Pick<DigestsApp, 'db'>,
  nearest: Ranked | null,
  { floor, isFiltered }: { floor: number; isFiltered: boolean },
): Promise<NearMiss | null> {
  if (!nearest) return null;
  const [work] = await worksById(app, [nearest.id]);
  if (!work) return null;
  const { title, url, source, journal } = work;
  const { score, why } = nearest;
  return {
    ...{ id: String(work.id), title, url, source, journal, relevanceScore: score },
    because: [isFiltered ? 'It did not pass the filters of this topic.' : tooFar(score, floor), mentions(why)]
      .filter(Boolean)
      .join(' '),
  };
}

/** For example `It is 3% relevant; digests of this topic begin at 5%.` */
export function tooFar(score: number, floor: number): string {
  const [has, needs] = [score, floor].map((share) => Math.round(share * 100));
  return has! < needs!
    ? `It is ${has}% relevant; digests for this topic start at ${needs}%.`
    : `It is ${has}% relevant: it shares too little with the topic to be sent.`;
}

function mentions({ matched }: Ranked['why']): string {
  const phrases = matched.slice(0, phrasesAtMost).map(quoted);
  return phrases.length ? `It mentions ${listed(phrases)}.` : 'It mentions none of its words.';
}
