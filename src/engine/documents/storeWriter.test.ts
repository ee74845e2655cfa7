import { indexedSources } from '#shared/papers/sources.ts';
import type { IndexPaper } from '../core/types.ts';
import { newYielder } from '../core/yieldToEventLoop.ts';
import { newPageReader, newStoreWriter, storePapers } from './storeWriter.ts';
import { newVocabulary } from './vocabulary.ts';

const subjects = [
  'heart failure (HF)',
  'long-term potentiation',
  'IL-6 in COVID-19',
  'gene editing',
  'α-synuclein',
];

const papers: IndexPaper[] = Array.from({ length: 30 }, (_, id) => ({
  id,
  source: 'pubmed',
  title: `${subjects[id % 5]} ${id}`,
  abstract: id % 3 ? `We saw ${subjects[(id * 7) % 5]}, and machine learning (ML) of kind ${id}.` : null,
  journal: id % 2 ? `Journal ${id % 4}` : null,
  publicationTypes: id % 4 ? ['Review'] : [],
  availableOn: '2026-03-01',
  firstSeenAt: id,
  impact: null,
  vector: id % 6 ? null : Float32Array.of(3, 4),
}));

test('the store writer stores pages that others have tokenized exactly as its own', async () => {
  const yielder = newYielder();
  const ownTerms = newVocabulary(['gene']);
  const own = await storePapers(papers, ownTerms, indexedSources, yielder);
  const terms = newVocabulary(['gene']);
  const writer = newStoreWriter(terms, indexedSources, yielder);
  const readers = [1, 2].map((reader) => newPageReader(reader, indexedSources, yielder));
  await writer.add(papers.slice(0, 5));
  for (const [at, from] of [5, 10, 15, 20].entries())
    writer.addPage(await readers[at % 2]!.read(papers.slice(from, from + 5)));
  await writer.add(papers.slice(25));
  expect(terms.stems).toEqual(ownTerms.stems);
  expect(writer.finish()).toEqual(own);
});
