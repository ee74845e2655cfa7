import { hash } from 'node:crypto';
import fc from 'fast-check';
import { readPaper } from '#reading/reading.ts';
import { readingVersion } from '#reading/version.ts';
import { forAll } from '#test/forAll.ts';
import { packed, readingKey, unpacked } from './readings.ts';

const work = {
  source: 'pubmed' as const,
  title: 'Daily walking and readmission in heart failure: a randomized trial',
  abstract:
    'BACKGROUND: Readmission is common.\nMETHODS: We randomized 412 adults with heart failure to walking or usual care. Funded by the Heart Fund of the north.\nRESULTS: Overall, readmission within 90 days was lower with walking (18.2% vs. 27.5%).\nCONCLUSIONS: A walking plan may reduce early readmission in heart failure.',
  publicationTypes: ['Randomized Controlled Trial'],
};

describe('stored reading', () => {
  it('is restored unchanged from a few hundred bytes', () => {
    const reading = readPaper(work);
    const stored = JSON.stringify(packed(reading, work));
    expect(unpacked(JSON.parse(stored), work)).toEqual(reading);
    expect(reading.sentences.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^Readmission/));
    expect(reading.facts).toMatchObject({ design: { name: 'randomized trial' }, n: { value: 412 } });
    expect(stored.length).toBeLessThan(400);
  });

  it('is restored unchanged for any record', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        work.abstract,
        work.title,
        'Overall, moss grew well on 12 roofs of the town. ',
        'Roof moss carpets (RMC) grow. We found that RMC lowered the indoor heat by 12 % in summer. ',
        '. ',
        '\n',
      ),
    );
    const text = fc.array(piece, { maxLength: 5 }).map((parts) => parts.join(' '));
    forAll(text, fc.option(text), (title, abstract) => {
      const record = { ...work, title, abstract };
      const reading = readPaper(record);
      const stored = JSON.parse(JSON.stringify(packed(reading, record)));
      expect(unpacked(stored, record)).toEqual(reading);
    });
  });

  it('has another key for every other text, type and source', () => {
    const others = [
      { ...work, title: 'Walking' },
      { ...work, abstract: null },
      { ...work, publicationTypes: [] },
      { ...work, source: 'arxiv' as const },
    ];
    expect(new Set([work, ...others].map(readingKey)).size).toBe(5);
  });

  // If this fails, papers are read differently from before: increase `version` in readings.ts, so that they are read
  // again.
  it('has the rules by which it was stored', () => {
    const read = hash('sha256', JSON.stringify(packed(readPaper(work), work)), 'base64url').slice(0, 8);
    expect([readingVersion, read]).toEqual(['16-UhAKwwR_', '4nDuMz0m']);
  });
});
