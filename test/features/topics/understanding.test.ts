import fc from 'fast-check';
import { readAhead } from '#digests/run/readAhead.ts';
import { paperReadings, papers as paperRows } from '#platform/db/schema.ts';
import { preview, type Span, type Understanding, understanding } from '#shared/topics/understanding.ts';
import { indexPaper, inlineIndex } from '#test/inlineIndex.ts';
import { type Door, openDoor, opened } from '../accounts/accountsSetup.ts';

const titles = [
  'Gut microbiome in heart failure (HF)',
  'Cardiac failure after infection in mice',
  'Heart failure (HF) and kidney disease: a randomized controlled trial',
  'Biomarkers of Alzheimer disease',
  'Alzheimer disease in plasma',
  'Alzheimer disease and sleep',
  'Alzheimer disease: amyloid imaging',
  'Alzheimer disease: a cohort',
  'Heart failure (HF) in the elderly',
];
const papers = titles.map((title, i) =>
  indexPaper({ id: i + 1, title, availableOn: i === 0 ? '2025-12-01' : '2026-02-27' }),
);

const door = await opened(openDoor({ index: inlineIndex(papers) }));

const ask = (topic: unknown) => door.visitor().post('/api/search-terms/understand', { topic });

async function understood(topic: string): Promise<Understanding> {
  const { status, body } = await ask(topic);
  expect(status, JSON.stringify(body)).toBe(200);
  return understanding.parse(body);
}

const names = (parts: { name: string }[]) => parts.map(({ name }) => name);

describe('understanding of a topic', () => {
  it('groups words with a synonym into one part, and counts this week’s papers', async () => {
    const { allOf, ignored, weekCount, problem } = await understood('heart failure in the elderly');
    expect(names(allOf)).toEqual(['heart failure', 'elderly']);
    expect(names(allOf[0]!.alternatives)).toContain('HF');
    expect(names(allOf[0]!.alternatives)).toContain('cardiac failure');
    expect(allOf[0]!.weekCount).toBe(3);
    expect(ignored.map(({ text }) => text)).toEqual(['in', 'the']);
    expect(weekCount).toBeGreaterThan(0);
    expect(problem).toBeNull();
  });

  it('reads operators, exclusions, kinds and fields', async () => {
    const { allOf, anyOf, not, kinds, fields } = await understood(
      'randomized trials of heart failure (kidney OR plasma) -mice title:disease',
    );
    expect(names(allOf)).toEqual(['heart failure']);
    expect(anyOf.map(({ options }) => names(options))).toEqual([['kidney', 'plasma']]);
    expect(names(not)).toEqual(['mice']);
    expect(names(kinds)).toEqual(['randomized trials']);
    expect(fields).toMatchObject([{ field: 'title', text: 'disease' }]);
  });

  it('corrects a misspelled word and says so', async () => {
    const { didYouMean, allOf } = await understood('Alzhiemer biomarkers');
    expect(didYouMean).toBe('Alzheimer biomarkers');
    expect(allOf[0]).toMatchObject({ name: 'Alzhiemer', searchedAs: 'Alzheimer', known: true });
  });

  it('names a foreign word and its translation', async () => {
    const { foreign, allOf } = await understood('Herzinsuffizienz');
    expect(foreign).toEqual([{ typed: 'Herzinsuffizienz', read: 'heart failure' }]);
    expect(allOf).toHaveLength(1);
  });

  it('marks a syntax error and offers the corrected topic', async () => {
    const { notes } = await understood('heart AND (failure');
    expect(notes).toEqual([
      {
        text: 'The parenthesis opened here is never closed; it was closed at the end.',
        span: { from: 10, to: 11 },
        repair: 'heart AND (failure)',
      },
    ]);
  });

  it.each([
    ['xqzzy flurb', /No paper of the last year has “xqzzy” or “flurb”/],
    ['NOT mice', /only leaves papers out/],
    ['the of', /no word here to search for/],
    ['???', /no word here to search for/],
  ])('says at once that %s cannot be searched for', async (topic, sentence) => {
    const { problem, weekCount } = await understood(topic);
    expect(problem).toMatch(sentence);
    expect(weekCount).toBe(0);
  });

  it('rejects text that is too long, empty, or no text, with a sentence', async () => {
    for (const topic of ['x'.repeat(301), 'x'.repeat(5000), ' ', 7, null]) {
      const { status, body } = await ask(topic);
      expect(status).toBe(400);
      expect(body.message).toMatch(/\w+ \w+/);
    }
  });

  it('shows this week’s best three papers to a visitor, in a response that forbids indexing', async () => {
    for (const { title, source, availableOn } of papers)
      await door.app.db.insert(paperRows).values({
        ...{ source, sourceId: title, title, url: 'https://example.org/', availableOn },
        ...{ firstSeenAt: door.app.now(), changedAt: door.app.now() },
      });
    const call = () => door.visitor().post('/api/search-terms/preview', { topic: 'heart failure' });
    const first = await call();
    expect(first.status).toBe(200);
    expect(first.headers.get('x-robots-tag')).toBe('noindex');
    const shown = preview.parse(first.body);
    expect([shown.from, shown.to]).toEqual(['2026-02-24', '2026-03-02']);
    expect(shown.papers.length).toBeGreaterThan(0);
    expect(shown.papers.length).toBeLessThanOrEqual(3);
    expect(shown.papers[0]!.title).toMatch(/heart failure|cardiac failure/i);
    expect(names(shown.reading.allOf)).toEqual(['heart failure']);
    expect((await call()).body).toEqual(first.body);
  });

  it('shows the first papers to a visitor who asked before there were any', async () => {
    let index = inlineIndex();
    const early = await openDoor({
      index: { current: () => index.current(), latest: () => index.current(), close: async () => {} },
    });
    const title = 'Moss on a roof';
    await early.app.db.insert(paperRows).values({
      ...{ source: 'pubmed', sourceId: '1', title, url: 'https://example.org/' },
      ...{ availableOn: '2026-03-01', firstSeenAt: early.app.now(), changedAt: early.app.now() },
    });
    const titles = async () => {
      const { body } = await early.visitor().post('/api/search-terms/preview', { topic: 'moss' });
      return preview.parse(body).papers.map(({ title }) => title);
    };
    expect(await titles()).toEqual([]);
    index = inlineIndex([indexPaper({ id: 1, title })]);
    expect(await titles()).toEqual([title]);
    await early.close();
  });

  it('shows takeaways from abstracts, once they were extracted in advance', async () => {
    const title = 'Moss and roof temperature';
    const finding =
      'Moss on roofs lowered the indoor temperature by 3.1 degrees compared with tiles (p < 0.01).';
    const abstract = `Roofs are hot. We randomly assigned 40 houses to moss or tiles. ${finding}`;
    const open = async () => {
      const other = await openDoor({ index: inlineIndex([indexPaper({ id: 1, title, abstract })]) });
      await other.app.db.insert(paperRows).values({
        ...{ source: 'pubmed', sourceId: '1', title, abstract, url: 'https://example.org/' },
        publicationTypes: ['Randomized Controlled Trial'],
        ...{ availableOn: '2026-03-01', firstSeenAt: other.app.now(), changedAt: other.app.now() },
      });
      return other;
    };
    const shownBy = async (other: Door) => {
      const { body } = await other.visitor().post('/api/search-terms/preview', { topic: 'moss roof' });
      return preview.parse(body).papers[0]!;
    };
    const unread = await open();
    expect((await shownBy(unread)).takeaway).toBeUndefined();
    // A preview extracts nothing itself.
    expect(await unread.app.db.$count(paperReadings)).toBe(0);
    await unread.close();

    const read = await open();
    await readAhead(read.app, { isAlone: true });
    const { takeaway, facts } = await shownBy(read);
    expect(takeaway).toBe(finding);
    expect(facts?.design?.name).toBe('randomized trial');
    await read.close();
  });

  it('limits the calls of one network', async () => {
    const limited = await openDoor({
      limited: { understanding: { network: [[1, 60]] } },
      index: inlineIndex(),
    });
    const call = () => limited.visitor().post('/api/search-terms/understand', { topic: 'moss' });
    expect((await call()).status).toBe(200);
    expect((await call()).status).toBe(429);
    await limited.close();
  });

  it('accounts for every word of any input', async () => {
    const pieces = fc.constantFrom(
      ...[
        '(',
        ')',
        '"',
        ' AND ',
        ' OR ',
        ' NOT ',
        ' -',
        'heart failure',
        'IL-6',
        ' ',
        'title:',
        '*',
        '“',
        '[tiab]',
      ],
      ...['orcid:', '0000-0002-1825-0097'],
      ...['α', 'C++', ' or ', 'Alzhiemer', 'cáncer de mama', 'the', 'xqzzy', 'type:review', 'mice', '/', '2'],
    );
    const topics = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.array(pieces, { maxLength: 16 }).map((some) => some.join('')),
      fc.array(pieces, { maxLength: 16 }).map((some) => some.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(topics, async (typed) => {
        const { status, body } = await ask(typed);
        if (status === 400) {
          expect(body.message).toMatch(/\w+ \w+/);
          return;
        }
        expect(status, JSON.stringify(body)).toBe(200);
        const read = understanding.parse(body);
        const spans: Span[] = [
          ...[...read.allOf, ...read.not, ...read.kinds, ...read.anyOf, ...read.fields, ...read.notes],
          ...[...read.ignored, ...read.unknown],
        ].map(({ span }) => span);
        for (const { from, to } of spans) {
          expect(from).toBeLessThanOrEqual(to);
          expect(to).toBeLessThanOrEqual(read.topic.length);
        }
        for (const { index, 0: word } of read.topic.matchAll(/[\p{L}\p{N}]+/gu)) {
          if (/^(?:AND|OR|NOT|or)$/.test(word)) continue;
          expect(
            spans.some(({ from, to }) => from < index + word.length && index < to),
            `“${word}” of “${read.topic}”`,
          ).toBe(true);
        }
      }),
      { numRuns: 200, examples: [['IL-6IL-6'], ['heart-failure-6-x']] },
    );
  });
});
