import fc from 'fast-check';
import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import type { Topic } from './core/types.ts';

const everywhere = { sources: new Set(sourceNames) };
const expanded = (phrase: string) => ({ phrase, kind: 'related', from: 'model', weight: 0.5 }) as const;
const words = 'sleep memory hippocampus spindle replay rat cortex night task dose'.split(' ');

/** More papers than are scored for a digest's ten. The impact of some lifts them past better matches. */
const library = Array.from({ length: 400 }, (_, id) => {
  const text = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => words[(id * 7 + at * at * 3 + from) % words.length]).join(' ');
  return indexPaper({
    id: id + 1,
    title: `${text(0, 3)} number ${id}`,
    abstract: `${text(2, 9)}. Figure ${id * 31} of ${text(5, 6)}.`,
    impact: id % 4 ? null : ((id * 37) % 101) / 101,
  });
});

test('a shortlist finds what two separate searches would find', async () => {
  const index = await buildIndex(library);
  const some = fc.subarray(words, { minLength: 1, maxLength: 4 });
  const judged = fc.subarray(library, { maxLength: 3 });
  const given = fc.record({
    text: some.map((chosen) => chosen.join(' ')),
    expansion: fc.option(some, { nil: [] }).map((chosen) => chosen.map((phrase) => expanded(phrase))),
    liked: judged,
    disliked: judged,
  });
  fc.assert(
    fc.property(given, fc.constantFrom(0, 0.05, 0.3), fc.constantFrom(3, 10), (asked, floor, limit) => {
      const topic: Topic = { ...asked, vector: null };
      const limits = { limit, floor, matchesAtMost: 200 };
      const { papers, closeMatches } = index.shortlist(topic, everywhere, limits);
      expect(papers).toEqual(index.rank(topic, everywhere, { limit, floor }));
      const first = index.closeMatches(topic, everywhere, { limit, floor });
      const behind =
        first.length < limit ? first : index.closeMatches(topic, everywhere, { limit: 200, floor });
      expect(closeMatches).toEqual(behind.map(({ id, score }) => ({ id, score })));
    }),
    { numRuns: 60 },
  );
});
