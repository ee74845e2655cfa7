import fc from 'fast-check';
import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import type { IndexPaper, Topic } from './core/types.ts';
import { impactShare } from './score/impact.ts';
import given from './searchIndex.test.json' with { type: 'json' };

const everywhere = { sources: new Set(sourceNames) };
const all = { limit: 50, floor: 0 };

const topic = (text: string, more: Partial<Topic> = {}): Topic => ({
  text,
  expansion: [],
  liked: [],
  disliked: [],
  vector: null,
  ...more,
});

const paper = (
  id: number,
  title: string,
  abstract: string | null = null,
  more: Partial<IndexPaper> = {},
): IndexPaper => ({ ...indexPaper({ id, title, abstract }), ...more });

const library = (given.library as Parameters<typeof paper>[]).map((args) => paper(...args));

describe('rank', () => {
  it('ranks papers with the topic’s words side by side before papers with the same words apart', async () => {
    const index = await buildIndex([
      paper(1, 'COVID-19 in long-term care', 'Homes closed their doors.'),
      paper(2, 'Tiredness after long COVID', 'What patients say of their days.'),
      paper(3, 'Wards', 'The long corridors of COVID wards.'),
    ]);
    expect(index.rank(topic('long COVID'), everywhere, all)[0]!.id).toBe(2);
  });

  it('ranks papers about the topic first, with reasons and with parts that sum to the score', async () => {
    const index = await buildIndex(library);
    const ranked = index.rank(topic('CRISPR base editing'), everywhere, all);
    expect(ranked[0]!.id).toBe(1);
    // “Base editing” and “edit” would add nothing.
    expect(ranked[0]!.why.matched).toEqual(['CRISPR base editor']);
    expect(ranked.findIndex(({ id }) => id === 5)).toBeLessThan(ranked.findIndex(({ id }) => id === 2));
    for (const { score, parts } of ranked) {
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 9);
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it.each(given.torn as [string, string, string[]][])(
    'quotes for “%s” no half of what follows a preposition in “%s”',
    async (text, title, matched) => {
      const index = await buildIndex([...library, paper(30, title)]);
      const found = index.rank(topic(text), everywhere, all).find(({ id }) => id === 30)!;
      expect(found.why.matched).toEqual(matched);
    },
  );

  it('treats quotes as a phrase and a leading minus as an exclusion', async () => {
    const index = await buildIndex(library);
    const ids = (text: string) => index.rank(topic(text), everywhere, all).map(({ id }) => id);
    expect(ids('"base editing"')).toEqual([1]);
    expect(ids('CRISPR editing -plants')).not.toContain(5);
    expect(ids('CRISPR editing -"prime editing"')).not.toContain(5);
    expect(ids('editing')).toContain(5);
    expect(ids('-plants')).toEqual([]);
    expect(ids('the of and')).toEqual([]);
  });

  it('returns only candidates', async () => {
    const old = paper(9, 'CRISPR base editing, an old one', null, { availableOn: '2025-01-01' });
    const index = await buildIndex([...library, old]);
    const ids = (candidates: object) =>
      index.rank(topic('CRISPR editing'), { ...everywhere, ...candidates }, all).map(({ id }) => id);
    expect(ids({ sources: new Set(['biorxiv']) })).toEqual([5]);
    expect(ids({ availableFrom: '2026-01-01' })).not.toContain(9);
    expect(ids({ firstSeenAfter: 4 })).not.toContain(1);
    expect(ids({ except: new Set([1]) })).not.toContain(1);
    expect(ids({ excluded: ['old one'] })).not.toContain(9);
    expect(ids({ required: ['old one'] })).toEqual([9]);
    expect(ids({ required: ['a word nobody wrote: xyzzyx'] })).toEqual([]);
    expect(ids({ articleTypes: ['trial'] })).not.toContain(1);
    expect(index.rank(topic('CRISPR editing'), everywhere, { limit: 2, floor: 0 })).toHaveLength(2);
  });

  it('never fills up the list with papers without a word of the topic, however similar they are to the others', async () => {
    const alike =
      'We measured repair outcomes in cultured cells by amplicon sequencing of guide target sites.';
    const index = await buildIndex([
      ...Array.from({ length: 6 }, (_, i) => paper(i + 1, `CRISPR base editing, part ${i + 1}`, alike)),
      ...Array.from({ length: 6 }, (_, i) => paper(i + 11, `Amplicon sequencing, part ${i + 1}`, alike)),
    ]);
    const found = (floor: number) =>
      index.rank(topic('CRISPR base editing'), everywhere, { limit: 20, floor });
    const wordless = found(0).filter(({ parts }) => parts.lexical === 0);
    expect(wordless.length).toBeGreaterThan(0);
    expect(Math.max(...wordless.map(({ score }) => score))).toBeGreaterThan(0.0003);
    for (const { score, parts } of found(0.0003)) expect(parts.lexical > 0 || score >= 0.5).toBe(true);
  });

  it('orders similar papers by impact, and never lifts another topic by it', async () => {
    const index = await buildIndex(library);
    const ids = index
      .rank(topic('heart failure preserved ejection fraction'), everywhere, all)
      .map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual([8, 7]);
  });

  it('lets an impact service change a score only by its share, and lifts no paper of another topic', async () => {
    const spoken = new Map([
      [1, 0],
      [4, 1],
    ]);
    const rank = async (papers: IndexPaper[]) =>
      (await buildIndex(papers)).rank(topic('CRISPR base editing'), everywhere, all);
    const silent = await rank(library);
    const ranked = await rank(library.map((one) => ({ ...one, impact: spoken.get(one.id) ?? null })));
    const scores = (id: number) => [silent, ranked].map((list) => list.find((one) => one.id === id)!.score);
    const [before, after] = scores(1);
    expect(after).toBeLessThan(before!);
    expect(after).toBeGreaterThan(before! * (1 - impactShare));
    const [low, lifted] = scores(4);
    expect(lifted! * (1 - impactShare)).toBeLessThanOrEqual(low! + 0.0001);
    expect(ranked.slice(0, 3).map(({ id }) => id)).toEqual(silent.slice(0, 3).map(({ id }) => id));
  });

  it('finds papers by the expansion, and says so', async () => {
    const index = await buildIndex(library);
    const expansion = [{ phrase: 'heart failure', kind: 'broader', from: 'pubmed', weight: 0.8 } as const];
    const ranked = index.rank(topic('cardiomyopathy', { expansion }), everywhere, all);
    expect(ranked[0]!.why.expanded).toEqual(['heart failure']);
    expect(ranked.map(({ id }) => id)).toContain(6);
  });

  it('lifts papers like a liked one and lowers papers like a disliked one', async () => {
    const index = await buildIndex(library);
    const place = (more: Partial<Topic>) =>
      index.rank(topic('CRISPR', more), everywhere, all).findIndex(({ id }) => id === 5);
    const plants = [
      { id: 90, title: 'Editing rice with a prime editor', abstract: 'Prime editing in plants.' },
    ];
    expect(place({ liked: plants })).toBe(0);
    expect(place({ disliked: plants })).toBeGreaterThan(place({ liked: plants }));
    const liked = index.rank(topic('CRISPR', { liked: plants }), everywhere, all)[0]!;
    expect(liked.parts.liked).toBeGreaterThan(0);
    expect(liked.why.because).toBe('Editing rice with a prime editor');
  });

  it('returns the same work once', async () => {
    const text =
      'Airway cells of twelve donors were edited with a base editor and grown for three weeks in culture. Half of them made the protein again; off-target changes stayed rare.';
    const index = await buildIndex([
      ...library,
      paper(20, 'Base editing in donor airway cells', text),
      paper(21, 'Base editing in donor airway cells', `${text} Version two.`, { source: 'biorxiv' }),
    ]);
    const ids = index.rank(topic('base editing airway'), everywhere, all).map(({ id }) => id);
    expect(ids.filter((id) => id === 20 || id === 21)).toHaveLength(1);
  });

  it('limits one laboratory’s series to three of ten, and exceeds that only if no other paper is left', async () => {
    const tissues = 'liver lung heart brain skin bone'.split(' ');
    const series = tissues.map((tissue, i) =>
      paper(30 + i, `Senolytic drugs in ageing ${tissue}`, `Senolytic drugs clear cells of the ${tissue}.`, {
        authors: [i % 2 ? 'Okafor, N.' : 'Nadia Okafor'],
      }),
    );
    const other = tissues.map((tissue, i) =>
      paper(40 + i, `Drugs and ageing: ${tissue} ${i}`, `A study of ${tissue} in mice, with placebo.`, {
        authors: [`Author${i}, Z.`],
      }),
    );
    const whose = (index: Awaited<ReturnType<typeof buildIndex>>, limit: number) =>
      index
        .rank(topic('senolytic drugs ageing'), everywhere, { limit, floor: 0 })
        .filter(({ id }) => id >= 30 && id < 40).length;
    expect(whose(await buildIndex([...library, ...series, ...other]), 6)).toBe(2);
    expect(whose(await buildIndex(series), 6)).toBe(6);
  });

  it('uses the vectors of an embeddings server if it has them', async () => {
    const index = await buildIndex([
      paper(1, 'One thing about trees', null, { vector: Float32Array.of(0, 2) }),
      paper(2, 'Another thing about trees', null, { vector: Float32Array.of(2, 0) }),
      paper(3, 'A third thing about trees'),
    ]);
    const [first] = index.rank(topic('trees', { vector: Float32Array.of(1, 0) }), everywhere, all);
    expect(first!.id).toBe(2);
    expect(first!.parts.embedding).toBeGreaterThan(0);
  });

  it('returns nothing for an empty corpus', async () =>
    expect((await buildIndex([])).rank(topic('anything'), everywhere, all)).toEqual([]));
});

describe('index over generated papers', () => {
  const words = 'gene cell heart drug rat soil star graph model virus trial light bone rice ion tumour'.split(
    ' ',
  );
  const text = fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 })
    .map((list) => list.join(' '));
  const papers = fc
    .array(fc.record({ title: text, abstract: fc.option(text) }), { minLength: 1, maxLength: 30 })
    .map((list) => list.map(({ title, abstract }, i) => paper(i + 1, title, abstract)));

  it('gives the same answer twice, with parts that sum and scores in order', async () =>
    await fc.assert(
      fc.asyncProperty(papers, text, async (list, asked) => {
        const one = (await buildIndex(list)).rank(topic(asked), everywhere, all);
        const index = await buildIndex(list);
        index.rank(topic('heart rat'), everywhere, all);
        expect(index.rank(topic(asked), everywhere, all)).toEqual(one);
        for (const [i, { score, parts }] of one.entries()) {
          expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 9);
          if (i > 0) expect(score).toBeLessThanOrEqual(one[i - 1]!.score);
        }
      }),
      { numRuns: 15 },
    ));

  it('never returns excluded papers, and returns a quoted phrase only where it stands', async () =>
    await fc.assert(
      fc.asyncProperty(
        papers,
        fc.constantFrom(...words),
        fc.constantFrom(...words),
        async (list, in_, out) => {
          const index = await buildIndex(list);
          const of = (id: number) => `${list[id - 1]!.title} | ${list[id - 1]!.abstract ?? ''}`;
          for (const { id } of index.rank(topic(`${in_} -${out}`), everywhere, all))
            expect(of(id)).not.toContain(out);
          for (const { id } of index.rank(topic(`"${in_} ${out}"`), everywhere, all))
            expect(of(id)).toContain(`${in_} ${out}`);
        },
      ),
      { numRuns: 15 },
    ));

  it('answers the same for papers added at once or segment by segment', async () =>
    await fc.assert(
      fc.asyncProperty(papers, papers, text, async (first, second, asked) => {
        const later = second.map((one) => ({ ...one, id: one.id + 100 }));
        const grown = await (await buildIndex(first)).changed(later);
        const whole = await buildIndex([...first, ...later]);
        const merged = await grown.merged();
        expect(grown.size).toBe(whole.size);
        const ids = (ranked: { id: number }[]) => ranked.map(({ id }) => id).sort((a, b) => a - b);
        const [after, before] = [grown, whole].map((one) => ids(one.rank(topic(asked), everywhere, all)));
        expect(after).toEqual(before);
        expect(merged.rank(topic(asked), everywhere, all)).toEqual(whole.rank(topic(asked), everywhere, all));
      }),
      { numRuns: 10 },
    ));

  it('drops replaced and removed papers, while the older index keeps them', async () => {
    const before = await buildIndex(library);
    const after = await before.changed([paper(1, 'Soil carbon in peat')], [3]);
    const ids = (index: typeof before, text: string) =>
      index.rank(topic(text), everywhere, all).map(({ id }) => id);
    expect(ids(after, 'base editing')[0]).not.toBe(1);
    expect(ids(after, 'peat')[0]).toBe(1);
    expect(ids(after, 'CRISPR screens')).not.toContain(3);
    expect(ids(before, 'base editing')[0]).toBe(1);
    expect(after.size).toBe(library.length - 1);
  });
});
