import { sql } from 'drizzle-orm';
import { ingest } from '#corpus/works/ingest.ts';
import { worksById } from '#corpus/works/works.ts';
import { readAhead } from '#digests/run/readAhead.ts';
import { knownReadings } from '#digests/run/readings.ts';
import { paperReadings, papers } from '#platform/db/schema.ts';
import { readPaper } from '#reading/reading.ts';
import type { SourceRecord } from '#sources/record/source.ts';
import { openCorpus, sourceRecord } from '#test/corpus.ts';
import { opened } from '#test/opened.ts';

const many = 60;
const record = (at: number, given: Partial<SourceRecord> = {}) =>
  sourceRecord('pubmed', `${at}`, {
    title: `Heart failure and moss of kind ${at}`,
    abstract: `We asked ${100 + at} patients with heart failure. Readmission fell by ${at}% with moss of kind ${at}.`,
    ...given,
  });
const known = async () => knownReadings(corpus, await worksById(corpus, ids));

const corpus = await opened(openCorpus());
const { ids } = await ingest(
  corpus,
  Array.from({ length: many }, (_, at) => record(at)),
);

describe('facts extracted in advance', () => {
  it('are absent before the job has run, without extra work', async () => {
    expect((await known()).size).toBe(0);
    expect(await corpus.db.$count(paperReadings)).toBe(0);
  });

  it('equal the facts extracted on demand', async () => {
    expect(await readAhead(corpus, { isRecent: true })).toBe(false);
    const works = await worksById(corpus, ids);
    expect(await known()).toEqual(new Map(works.map((work) => [work.id, readPaper(work)])));
  });

  it('are extracted once per paper', async () => {
    const rows = () => corpus.db.execute(sql`select xmin::text from paper_readings order by paper_id`);
    const before = (await rows()).rows;
    await readAhead(corpus, {});
    expect((await rows()).rows).toEqual(before);
  });

  it('are extracted again when a paper changes, and never shown from its old text', async () => {
    corpus.pass(60_000);
    const abstract = 'Moss helped none of 900 patients with heart failure at all.';
    await ingest(corpus, [record(7, { abstract })]);
    expect((await known()).has(ids[7]!)).toBe(false);
    await readAhead(corpus, { isRecent: true });
    expect((await known()).get(ids[7]!)!.sentences[0]!.text).toMatch(/900/);
  });

  it('are extracted again under new rules, for older papers at night', async () => {
    corpus.pass(5 * 86_400_000);
    await corpus.db.update(paperReadings).set({ rules: 'of before' });
    await readAhead(corpus, { isRecent: true });
    expect(await corpus.db.$count(paperReadings, sql`rules = 'of before'`)).toBe(many);
    await readAhead(corpus, {});
    expect(await corpus.db.$count(paperReadings, sql`rules = 'of before'`)).toBe(0);
  });

  it('are deleted with their paper', async () => {
    await corpus.db.delete(papers).where(sql`id = ${ids[0]}`);
    expect(await corpus.db.$count(paperReadings)).toBe(many - 1);
  });
});
