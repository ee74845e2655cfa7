import { setTimeout as pause } from 'node:timers/promises';
import { type Preview, preview, type Understanding, understanding } from '#shared/topics/understanding.ts';
import type { CorpusRecordInput } from '#stand-ins/sources/records/corpus.ts';
import { eventually, opened, startWorld } from '#test/world.ts';

const antagonists = { number: '0', name: 'Calcitonin Gene-Related Peptide Receptor Antagonists' };
const erenumab = { number: 'I5I8VB78VT', name: 'erenumab' };
const rimegepant = { number: '997WVV895X', name: 'rimegepant' };

/** Records indexed by PubMed's indexers. No title or abstract names the class. */
const taught: Partial<CorpusRecordInput>[] = [
  { title: 'Erenumab for episodic migraine', chemicals: [erenumab, antagonists] },
  { title: 'Long use of erenumab at one clinic', chemicals: [erenumab, antagonists] },
  { title: 'Constipation under erenumab', chemicals: [erenumab, antagonists] },
  { title: 'Rimegepant for acute migraine', chemicals: [rimegepant, antagonists] },
  { title: 'Rimegepant every other day', chemicals: [rimegepant, antagonists] },
  { title: 'Who answers to rimegepant', chemicals: [rimegepant, antagonists] },
  { title: 'Sickle cell disease in adults in Dakar', own_title: 'La drépanocytose chez l’adulte à Dakar' },
  { title: 'Stroke in sickle cell disease', own_title: 'Accident vasculaire et drépanocytose' },
  { title: 'Pregnancy and sickle cell disease', own_title: 'Grossesse et drépanocytose' },
];
/** Records not yet indexed. */
const unseen = ['Erenumab in cluster headache', 'Gene therapy of sickle cell disease'];

const record = (given: Partial<CorpusRecordInput>, at: number): CorpusRecordInput => ({
  source: 'pubmed',
  id: String(97_000_001 + at),
  title: '',
  abstract: `${given.title} was followed for a year, and what was seen is told here.`,
  authors: [`Okafor ${'ABCDEFGHIJK'[at]}`],
  journal_or_category: 'Journal of Invented Results',
  ...given,
});

const all = [...taught, ...unseen.map((title) => ({ title }))].map(record);
const world = await opened(startWorld({ before: (sources) => sources.add(all) }));

async function ask<Answer>(call: string, topic: string, shape: { parse(body: unknown): Answer }) {
  const { status, body } = await world.browser().post(`/api/search-terms/${call}`, { topic });
  expect(status, JSON.stringify(body)).toBe(200);
  return shape.parse(body);
}

/** A preview is cached for an hour, so request it only once the topic is understood. */
const shown = (topic: string) => ask('preview', topic, preview);
/** Asks every two seconds, because the rate limit stops a visitor who asks without pause. */
const readOnce = (topic: string, isRead: (reading: Understanding) => boolean) =>
  eventually(
    async () => {
      if (isRead(await ask('understand', topic, understanding))) return true;
      await pause(2000);
      return false;
    },
    `names for ${topic}`,
    100,
  );

const titles = ({ papers }: Preview) => papers.map(({ title }) => title);

describe('synonyms learned from records', () => {
  it('find papers about a substance by its class, and say so', async () => {
    const topic = 'calcitonin gene-related peptide receptor antagonists cluster headache';
    await readOnce(topic, ({ allOf }) => allOf[0]!.alternatives.length > 0);
    const seen = await shown(topic);
    expect(titles(seen)[0]).toBe(unseen[0]);
    const [part] = seen.reading.allOf;
    expect(part!.name).toBe('calcitonin gene-related peptide receptor antagonists');
    expect(part!.alternatives.map(({ name }) => name).sort()).toEqual(['erenumab', 'rimegepant']);
  });

  it('do not extend a substance to its whole class', async () => {
    const found = titles(await shown('erenumab'));
    expect(found.join()).toMatch(/erenumab/i);
    expect(found.join()).not.toMatch(/rimegepant/i);
  });

  it('translate a French word from bilingual titles, and say so', async () => {
    await readOnce('drépanocytose', ({ foreign }) => foreign.length > 0);
    const seen = await shown('drépanocytose');
    expect(seen.reading.foreign).toEqual([{ typed: 'drépanocytose', read: 'sickle cell disease' }]);
    expect(titles(seen)).toHaveLength(3);
    for (const title of titles(seen)) expect(title).toMatch(/sickle cell disease/i);
  });
});
