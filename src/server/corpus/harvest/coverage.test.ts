import { harvests } from '#platform/db/schema.ts';
import { type Source, SourceFailure } from '#sources/record/source.ts';
import { emptyCorpus, openCorpus, sourceOf, sourceRecord } from '#test/corpus.ts';
import { opened } from '#test/opened.ts';
import { coverageOf, ensureCovered } from './coverage.ts';
import { harvest } from './harvest.ts';
import { leaseHarvest } from './lease.ts';

const library = await opened(openCorpus());
beforeEach(async () => {
  await emptyCorpus(library);
  library.setClock('2026-08-20T09:00:00Z');
});

const week = { from: '2026-08-13', to: '2026-08-20' };
const down = new SourceFailure('pubmed', 'unavailable', 'PubMed is out of service.', { detail: '503' });

const withPubmed = (pubmed: Source) => ({ ...library, sources: { ...library.sources, pubmed } });
const records = ['2026-08-13', '2026-08-20', '2026-08-12'].map((availableOn, at) =>
  sourceRecord('pubmed', `${at + 1}`, { availableOn }),
);
const whole = () => withPubmed(sourceOf([{ malformed: 2, records }]));
const broken = () => withPubmed(sourceOf([down]));

const ofPubmed = async (window = week) => (await coverageOf(library, new Set(['pubmed']), window))[0];

describe('coverage report', () => {
  it('is complete if the whole window was read, with the number of its records', async () => {
    await harvest(whole(), 'pubmed');
    expect(await ofPubmed()).toEqual({
      ...{ source: 'pubmed', outcome: 'complete', ...week },
      ...{ records: 2, malformed: 2, papers: 0, sentence: null },
    });
  });

  it('names all four sources, and shows those the reader turned off as off', async () => {
    const receipts = await coverageOf(library, new Set(['arxiv']), week);
    expect(receipts.map(({ source, outcome }) => `${source} ${outcome}`)).toEqual([
      'pubmed off',
      'arxiv failed',
      'biorxiv off',
      'medrxiv off',
    ]);
  });

  it('shows a failed source with its sentence, never as “no papers”', async () => {
    await harvest(broken(), 'pubmed');
    expect(await ofPubmed()).toMatchObject({ outcome: 'failed', sentence: 'PubMed is out of service.' });
  });

  it('shows a source that was never read as such', async () =>
    expect(await ofPubmed()).toMatchObject({ outcome: 'failed', sentence: 'PubMed has not been read yet.' }));

  it('keeps the days before a failure, and is complete again after the next harvest', async () => {
    await harvest(whole(), 'pubmed');
    library.setClock('2026-08-21T09:00:00Z');
    await harvest(broken(), 'pubmed');
    const window = { from: '2026-08-14', to: '2026-08-21' };
    expect(await ofPubmed(window)).toMatchObject({
      ...{ outcome: 'partial', from: '2026-08-14', to: '2026-08-20', sentence: 'PubMed is out of service.' },
    });
    expect(await ofPubmed({ from: '2026-08-10', to: '2026-08-19' })).toMatchObject({ outcome: 'complete' });
    library.pass(600_000);
    await harvest(whole(), 'pubmed');
    expect(await ofPubmed(window)).toMatchObject({ outcome: 'complete', ...window });
  });

  it.each([
    ['some records as partial', { records: records.slice(0, 1) }, 'partial'],
    ['all records as failed', {}, 'failed'],
  ])('shows a source that withholds %s', async (_, page, outcome) => {
    const short = new SourceFailure('pubmed', 'short', 'PubMed gave too few papers.');
    await harvest(withPubmed(sourceOf([page, short])), 'pubmed');
    expect(await ofPubmed()).toMatchObject({ outcome, sentence: 'PubMed gave too few papers.' });
  });

  it('is partial for a window that starts before the first harvest', async () => {
    await harvest(whole(), 'pubmed');
    expect(await ofPubmed({ from: '2026-07-20', to: '2026-08-20' })).toMatchObject({
      ...{ outcome: 'partial', from: '2026-08-06', to: '2026-08-20' },
      sentence: 'PubMed was read only back to Thu 6 Aug 2026.',
    });
  });

  it.each([
    ['the same day', '09:00', '2026-08-20T20:30:00Z', 'complete'],
    ['just after midnight', '22:00', '2026-08-21T00:30:00Z', 'complete'],
    ['after half a day', '09:00', '2026-08-20T21:30:00Z', 'partial'],
    ['two days later', '22:00', '2026-08-22T00:30:00Z', 'partial'],
  ])('today counts as far as it had come, for half a day: %s', async (_, read, time, outcome) => {
    library.setClock(`2026-08-20T${read}:00Z`);
    await harvest(whole(), 'pubmed');
    library.setClock(time);
    const sentence = outcome === 'partial' ? 'PubMed was last read on Thu 20 Aug 2026.' : null;
    const window = { from: '2026-08-15', to: time.slice(0, 10) };
    expect(await ofPubmed(window)).toMatchObject({ outcome, sentence });
  });
});

describe('ensureCovered', () => {
  const covered = (app: ReturnType<typeof withPubmed>, milliseconds = 30_000, window = week) =>
    ensureCovered(app, 'pubmed', window, { deadline: new Date(library.now().getTime() + milliseconds) });

  it('harvests a source that was not read, and sends no request to one that was', async () => {
    const source = sourceOf([{}]);
    const app = withPubmed(source);
    expect(await covered(app)).toBeNull();
    library.pass(5 * 3_600_000);
    expect(await covered(app)).toBeNull();
    expect(source.asked).toHaveLength(1);
    library.pass(2 * 3_600_000);
    await covered(app);
    expect(source.asked).toHaveLength(2);
  });

  it('requests no more than a harvest reads', async () => {
    const app = withPubmed(sourceOf([{}]));
    const year = { from: '2025-08-20', to: '2026-08-20' };
    expect(await covered(app, 30_000, year)).toBeNull();
  });

  it('reports a failure, and does not retry at once', async () => {
    const source = sourceOf([down]);
    const app = withPubmed(source);
    const failure = { source: 'pubmed', kind: 'unavailable', message: 'PubMed is out of service.' };
    expect(await covered(app)).toMatchObject(failure);
    expect(await covered(app)).toMatchObject(failure);
    expect(source.asked).toHaveLength(1);
    library.pass(60_000);
    await covered(app);
    expect(source.asked).toHaveLength(2);
  });

  it('reports a bug of ours as a failure too', async () => {
    const wrong = sourceRecord('pubmed', '1', { availableOn: '0000-00-00' });
    const app = withPubmed(sourceOf([{ records: [wrong] }]));
    const message = expect.stringContaining('our side');
    expect(await covered(app)).toMatchObject({ message });
  });

  it('harvests once for many concurrent calls, and answers all', async () => {
    const source = sourceOf([{}, {}]);
    const app = withPubmed(source);
    const answers = await Promise.all(Array.from({ length: 5 }, () => covered(app)));
    expect(answers).toEqual(Array(5).fill(null));
    expect(source.asked).toHaveLength(1);
  });

  it('waits for another harvester, up to the deadline', async () => {
    await leaseHarvest(library, 'pubmed');
    const message = 'PubMed was still being read when this digest was made.';
    expect(await covered(whole(), 400)).toMatchObject({ kind: 'timeout', message });
    const answer = covered(whole());
    await library.db.update(harvests).set({ status: 'complete', finishedAt: library.now() });
    expect(await answer).toBeNull();
  });

  it('lets a slow harvest continue after the deadline', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow: Source = {
      async *harvest() {
        await promise;
        yield { records: [], malformed: 0, deleted: [], cursor: null, total: 0 };
      },
    };
    expect(await covered(withPubmed(slow), 200)).toBeInstanceOf(SourceFailure);
    resolve();
    expect(await covered(withPubmed(slow))).toBeNull();
  });
});
