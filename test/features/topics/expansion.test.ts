import { openModels } from '#ai/open.ts';
import { readConfig } from '#app/settings.ts';
import type { Digest } from '#shared/digests/digest.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { startLlm } from '#stand-ins/llm/server.ts';
import type { Kind } from '#stand-ins/llm/task.ts';
import { opened, temporaryFolder, writeCorpus } from '#test/opened.ts';
import { eventually, newReader, searchEnded, startWorld, type Visitor, type World } from '#test/world.ts';
import { startAgain } from './settingsSetup.ts';

/** A small invented literature that explains an abbreviation, and one paper that uses only the abbreviation. */
const literature = [
  ...['ridge', 'valley', 'coast', 'island'].map((place) => [
    `Lunar moss extract on the ${place}`,
    `Lunar moss extract (LME) was collected on the ${place} in two seasons. LME yield was higher in the wet season.`,
  ]),
  [
    'LME and the heart rate of ferrets',
    'LME was given to 14 ferrets for three weeks. Their resting heart rate fell by 9 % and recovered within a week.',
  ],
  [
    'Basalt lichens at altitude',
    'Basalt lichens were counted on 40 plots above the tree line. They were fewer on plots with hikers.',
  ],
  ['Tide pools in winter', 'Tide pools were sampled in winter. Species were fewer than in summer.'],
];
const corpus = writeCorpus(
  temporaryFolder(),
  literature.map(([title, abstract], at) => ({ id: String(990_910_001 + at), title, abstract })),
);

/** Worlds that the tests share, each with a model and readers of its own: of this literature, and of the sample library. */
const moss = await opened(startWorld({ corpus: [corpus] }));
const sample = await opened(startWorld());
const llm = await opened(startLlm());
let world: World;
let readers = 0;

type Person = Visitor & { id: string };

/** A new reader of a world with a model of this behavior, or without a model. */
async function start(kind?: Kind, of = moss): Promise<Person> {
  world = of;
  const model = kind ? { AI_BASE_URL: llm.url, AI_MODEL: kind, AI_TIMEOUT_SECONDS: '1' } : {};
  world.app.models = await openModels(readConfig(model), world.app);
  return newReader(world, `ada${++readers}@example.org`);
}

const term = async (reader: Person): Promise<SearchTerm> =>
  (await reader.get(`/api/users/${reader.id}/search-terms`)).body[0];
const newestDigest = async (reader: Person): Promise<Digest> =>
  (await reader.get(`/api/users/${reader.id}/digests`)).body[0];

async function search(reader: Person, searchTerm: string): Promise<SearchTerm> {
  await reader.post('/api/immediate-search', { searchTerm });
  return searchEnded(reader);
}

/** Searches the topic as if for the first time, with its current expansion. */
async function searchAgain(reader: Person, id: string): Promise<SearchTerm> {
  await startAgain(world.app, id);
  return searchEnded(reader);
}

const phrases = ({ expansion }: SearchTerm) => expansion.map(({ phrase }) => phrase);

describe('other names without a model', () => {
  it('finds what uses only the abbreviation that the library defines, and needs no phrase beside the topic', async () => {
    const reader = await start();
    expect((await search(reader, 'lunar moss extract')).expansion).toEqual([]);
    const { papersData } = await newestDigest(reader);
    const ferrets = papersData.find(({ title }) => title.includes('ferrets'));
    expect(ferrets?.why?.matched).toContain('LME');
  });
});

describe('topic without a model', () => {
  const fromMesh = { of: 'heart attack', kind: 'synonym', from: 'pubmed', weight: 0.5 };
  const named = (reader: Person) =>
    eventually(async () => {
      const { id, expansion } = await term(reader);
      return expansion.length > 0 && { id, expansion };
    }, 'names');
  const calls = () => sample.sources.calls.log.filter(({ body }) => body?.includes('db=mesh'));

  it('gets names of its parts from MeSH after the first digest, once a wording, and none that were removed', async () => {
    const reader = await start(undefined, sample);
    await search(reader, 'heart attack in mice');
    const { id, expansion } = await named(reader);
    expect(expansion).toEqual([{ ...fromMesh, phrase: 'Myocardial Infarction' }]);
    const asked = calls().length;
    expect(asked).toBe(2);
    await reader.patch(`/api/search-terms/${id}/expansion`, { expansion: [] });
    expect(phrases(await searchAgain(reader, id))).toEqual([]);
    const other = await start(undefined, sample);
    await search(other, 'Heart attack in mice');
    expect((await named(other)).expansion).toHaveLength(1);
    expect(calls()).toHaveLength(asked);
  });
});

describe('expansion with a model', () => {
  it('shows other names for a part of the topic, each removable', async () => {
    const reader = await start('faithful', sample);
    const { id, expansion } = await search(reader, 'heart failure in mice');
    const names = expansion.filter(({ of }) => of === 'heart failure');
    const learned = { phrase: 'cardiac failure', kind: 'synonym', from: 'model', weight: 0.5 };
    expect(names).toContainEqual({ ...learned, of: 'heart failure' });
    const left = expansion.filter(({ phrase }) => phrase !== 'cardiac failure');
    const { body } = await reader.patch(`/api/search-terms/${id}/expansion`, { expansion: left });
    expect(body.expansion).toEqual(left);
  });

  it.each(['heart failure -mice', '"heart failure"', 'heart AND failure'])(
    'does not read what means exactly what it says: %s',
    async (topic) => {
      const reader = await start('faithful', sample);
      const { expansion } = await search(reader, topic);
      expect(expansion.filter(({ from }) => from === 'model')).toEqual([]);
    },
  );

  it('drops names that would match half the corpus', async () => {
    const reader = await start('overgeneralises', sample);
    const { expansion } = await search(reader, 'heart failure');
    expect(expansion.filter(({ phrase, of }) => phrase !== of)).toEqual([]);
  });

  it.each(['500', 'slow'] as const)('searches the topic as it is if the model fails (%s)', async (kind) => {
    const reader = await start(kind);
    expect(phrases(await search(reader, 'lunar moss extract'))).toEqual([]);
    expect((await newestDigest(reader)).papersData).not.toEqual([]);
  });
});

describe('reader’s changes to an expansion', () => {
  it('removes and adds phrases for good, and ranks with them', async () => {
    const reader = await start();
    const { id } = await search(reader, 'lunar moss extract');
    const changed = await reader.patch(`/api/search-terms/${id}/expansion`, {
      expansion: [{ phrase: '  basalt   lichens ' }],
    });
    expect(changed.status).toBe(200);
    expect(changed.body.expansion).toEqual([
      { phrase: 'basalt lichens', kind: 'related', from: 'reader', weight: 0.5 },
    ]);
    const again = await searchAgain(reader, id);
    expect(phrases(again)).toEqual(['basalt lichens']);
    const { papersData } = await newestDigest(reader);
    expect(papersData.some(({ why }) => why?.expanded.includes('basalt lichens'))).toBe(
      (again.expansionCounts?.['basalt lichens'] ?? 0) > 0,
    );
  });

  it('removes all phrases for good', async () => {
    const reader = await start();
    const { id } = await search(reader, 'lunar moss extract');
    const change = (expansion: object[]) => reader.patch(`/api/search-terms/${id}/expansion`, { expansion });
    expect((await change([{ phrase: 'selenite' }])).body.expansion).toHaveLength(1);
    expect((await change([])).body.expansion).toEqual([]);
    expect(phrases(await searchAgain(reader, id))).toEqual([]);
  });

  it('takes another name for a part of the topic, and asks for the other parts too', async () => {
    const reader = await start();
    const { id } = await search(reader, 'lunar moss extract of ferrets');
    const name = { phrase: 'LME', of: 'lunar moss extract' };
    const { body } = await reader.patch(`/api/search-terms/${id}/expansion`, { expansion: [name] });
    expect(body.expansion).toEqual([{ ...name, kind: 'synonym', from: 'reader', weight: 0.5 }]);
    const refused = await reader.patch(`/api/search-terms/${id}/expansion`, {
      expansion: [{ ...name, phrase: 'selenite', of: 'basalt' }],
    });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(/“basalt” is no part of this topic/);
  });

  it.each([
    ['too many', Array.from({ length: 9 }, (_, at) => ({ phrase: `phrase ${at}` })), /at most 8/],
    ['no word', [{ phrase: '!!' }], /cannot be searched/],
    ['a whole page', [{ phrase: 'word '.repeat(30) }], /./],
    ['no phrase', [{}], /./],
  ])('sees what is wrong: %s', async (_, expansion, sentence) => {
    const reader = await start();
    const { body } = await reader.post('/api/immediate-search', { searchTerm: 'lunar moss extract' });
    const refused = await reader.patch(`/api/search-terms/${body.searchTerm.id}/expansion`, { expansion });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(sentence);
  });
});
