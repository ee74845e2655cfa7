import { relevanceFloor } from '#engine/score/calibrate.ts';
import type { Config } from '#platform/runtime/config.ts';
import type { Tier } from '#shared/billing/plan.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { type Filters, noFilters } from '#shared/topics/searchTerm.ts';
import { scopeOf as scopeAt, withReasons } from './context.ts';
import type { ReaderRow } from './finish.ts';

const reader = (subscriptionTier: Tier, preferences: Partial<ReaderRow['preferences']> = {}) =>
  ({
    user: { subscriptionTier },
    preferences: { includePubmed: true, includeArxiv: true, includeBiorxiv: true, ...preferences },
  }) as ReaderRow;
const scopeOf = (reader: ReaderRow, { filters }: { filters: Filters | null }, more: SourceName[] = []) =>
  scopeAt({ config: { sources: { more } } as Config }, reader, { filters, moreSources: ['europepmc'] });
const of = (filters: Partial<Filters>) => ({ filters: { ...noFilters, ...filters } });

describe('scopeOf', () => {
  it('is what the preferences allow where there are no filters', () =>
    expect(scopeOf(reader('pro', { includeBiorxiv: false }), { filters: null })).toEqual({
      candidates: { sources: new Set(['pubmed', 'arxiv']) },
      floor: relevanceFloor,
      filtered: null,
      leftOut: new Set(),
    }));

  it('narrows them by the filters', () => {
    const filters = of({
      required: ['liver'],
      excluded: ['mouse'],
      articleTypes: ['trial'],
      sources: ['pubmed', 'medrxiv'],
      minimumRelevance: 0.4,
    });
    const { candidates, floor, leftOut, filtered } = scopeOf(reader('team'), filters);
    const lists = { required: ['liver'], excluded: ['mouse'], articleTypes: ['trial'] };
    expect(candidates).toEqual({ sources: new Set(['pubmed', 'medrxiv']), ...lists });
    expect(floor).toBe(0.4);
    expect(leftOut).toEqual(new Set(['arxiv', 'biorxiv']));
    expect(filtered).toMatch(/^Only trials from PubMed and medRxiv/);
  });

  const each: Filters = {
    ...{ required: ['liver'], excluded: ['mouse'], articleTypes: ['trial'] },
    ...{ minimumRelevance: 0.4, sources: ['arxiv'] },
  };
  it.each(Object.entries(each))('is narrowed by %s: %j', (name, value) => {
    const [narrowed, whole] = [of({ [name]: value }), of({})].map((one) => scopeOf(reader('pro'), one));
    expect({ ...narrowed, filtered: null }).not.toEqual(whole);
  });

  it('never goes below the floor, nor beyond the preferences', () => {
    const scope = scopeOf(
      reader('pro', { includeArxiv: false }),
      of({ sources: ['arxiv'], minimumRelevance: 0.05 }),
    );
    expect(scope.floor).toBe(relevanceFloor);
    expect(scope.candidates.sources).toEqual(new Set());
    expect(scope.leftOut).toEqual(new Set(['pubmed', 'biorxiv', 'medrxiv']));
  });

  it('adds a source that the topic asks for, where the operator offers it, whatever filters and preferences name', () => {
    const filters = of({ sources: ['pubmed'] });
    expect(scopeOf(reader('pro'), filters).candidates.sources).toEqual(new Set(['pubmed']));
    const { candidates, leftOut } = scopeOf(reader('pro'), filters, ['europepmc']);
    expect(candidates.sources).toEqual(new Set(['pubmed', 'europepmc']));
    expect(leftOut).not.toContain('europepmc');
  });

  it('follows filters only while the plan covers them', () => {
    const filters = of({ excluded: ['mouse'] });
    expect(scopeOf(reader('free'), filters)).toEqual(scopeOf(reader('free'), { filters: null }));
  });
});

it('receipts say which sources the filters left out, and which the preferences', () => {
  const off = (source: Coverage['source']) =>
    ({
      source,
      outcome: 'off',
      from: '',
      to: '',
      ...{ records: 0, malformed: 0, papers: 0, sentence: null },
    }) as const;
  const scope = scopeOf(reader('pro', { includeArxiv: false }), of({ sources: ['pubmed'] }));
  const sentences = withReasons([off('arxiv'), off('biorxiv')], scope).map(({ sentence }) => sentence);
  expect(sentences).toEqual([null, 'Left out by the filters of this topic.']);
});
