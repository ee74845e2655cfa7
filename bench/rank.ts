import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import { buildIndex } from '../src/server/ranking/index.ts';
import type { IndexPaper } from '../src/server/ranking/ranked.ts';
import { sourceNames } from '../src/shared/paper.ts';
import { corpusPapers } from './corpusPapers.ts';

const wanted = 40_000;
const seconds = 4;

/**
 * Topics ranked a second with the full score over 40,000 papers, beside two search engines for Node on the same
 * papers and topics in the same run (any of the words, as a topic is meant). One core each.
 */
export default async function run(): Promise<void> {
  const real = corpusPapers();
  if (!real) {
    console.log('rank: skipped, there are no real records beside the project.');
    return;
  }
  const papers = multiplied(real, wanted);
  const topics = topicsOf(papers, 400);
  const documents = papers.map(({ id, title, abstract }) => ({
    id: String(id),
    title,
    abstract: abstract ?? '',
  }));

  const begun = performance.now();
  const index = await buildIndex(papers);
  console.log(`${papers.length} papers indexed in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  const candidates = { sources: new Set(sourceNames) };
  const ours = await perSecond(topics, (text) =>
    index.rank({ text, expansion: [], liked: [], disliked: [], vector: null }, candidates, {
      limit: 10,
      floor: 0.15,
    }),
  );

  const mini = new MiniSearch({ fields: ['title', 'abstract'], searchOptions: { boost: { title: 2 } } });
  mini.addAll(documents);
  const miniSearch = await perSecond(topics, (text) => mini.search(text).slice(0, 10));

  const orama = create({ schema: { title: 'string', abstract: 'string' } as const });
  await insertMultiple(orama, documents, 2000);
  const oramas = await perSecond(topics, async (term) => search(orama, { term, limit: 10, threshold: 1 }));

  const best = Math.max(miniSearch, oramas);
  for (const [name, rate] of [
    ['Litwatch, full score', ours],
    ['MiniSearch', miniSearch],
    ['Orama', oramas],
  ] as const)
    console.log(
      `${name.padEnd(24)} ${rate.toFixed(1).padStart(9)} topics/s  ${(rate / best).toFixed(1).padStart(6)} ×`,
    );
}

/** The real papers, and as many again as are missing with their sentences turned about. */
function multiplied(real: IndexPaper[], count: number): IndexPaper[] {
  return Array.from({ length: count }, (_, id) => {
    const paper = real[id % real.length]!;
    if (id < real.length) return { ...paper, id };
    const sentences = (paper.abstract ?? '').split(/(?<=\.) /);
    return {
      ...paper,
      id,
      title: `${paper.title} ${id}`,
      abstract: [...sentences.slice(1), sentences[0]].join(' '),
    };
  });
}

/** Three to five telling words of titles spread over the library: what people type. */
function topicsOf(papers: IndexPaper[], count: number): string[] {
  const step = Math.floor(papers.length / count);
  return Array.from({ length: count }, (_, at) => {
    const words = papers[at * step]!.title.match(/[\p{L}\p{N}-]{5,}/gu) ?? ['research'];
    return words.slice(0, 3 + (at % 3)).join(' ');
  });
}

/** As many topics as fit into some seconds, after a few to warm up. */
async function perSecond(topics: string[], ask: (topic: string) => unknown): Promise<number> {
  for (const topic of topics.slice(0, 20)) await ask(topic);
  const begun = performance.now();
  let asked = 0;
  while (performance.now() - begun < seconds * 1000) await ask(topics[asked++ % topics.length]!);
  return asked / ((performance.now() - begun) / 1000);
}
