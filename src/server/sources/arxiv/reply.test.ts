import { fixture } from '#test/fixtures/sources/read.ts';
import cases from './reply.test.json' with { type: 'json' };
import { authorsOf, readAtom, readOai } from './reply.ts';

describe('readAtom', () => {
  it('reads entries with versions, days, paragraphs and the published DOI', () => {
    const page = readAtom(fixture('arxiv/atom.xml'));
    expect(page).toMatchObject({ total: 3, malformed: 1 });
    expect(page.records[0]).toEqual(cases.entry);
    expect(page.records[1]).toMatchObject({ sourceId: 'quant-ph/0201082', version: 1, state: 'withdrawn' });
  });

  it('distinguishes an error feed, papers, and no hits', () => {
    expect(() => readAtom(fixture('arxiv/atom-error.xml'))).toThrow(
      expect.objectContaining({ kind: 'refused', detail: 'start must be an integer' }),
    );
    expect(readAtom(fixture('arxiv/atom-empty.xml'))).toEqual({ records: [], malformed: 0, total: 0 });
    expect(() => readAtom('<feed/>')).toThrow(expect.objectContaining({ kind: 'malformed' }));
    expect(() => readAtom('Rate exceeded.')).toThrow(expect.objectContaining({ kind: 'malformed' }));
  });
});

describe('readOai', () => {
  it('reads arXivRaw with its versions, deletions and the old token format', () => {
    const page = readOai(fixture('arxiv/oai-first.xml'));
    expect(page).toMatchObject({ malformed: 1, total: 4, token: '6460044|1001', expired: false });
    expect(page.deleted).toEqual([{ kind: 'arxiv', value: 'math/0309136' }]);
    expect(page.records).toHaveLength(1);
    expect(page.records[0]).toMatchObject(cases.raw);
  });

  it('reads arXiv, and ends at an empty token', () => {
    const page = readOai(fixture('arxiv/oai-last.xml'));
    expect(page.token).toBeNull();
    expect(page.records[0]).toMatchObject({
      sourceId: 'hep-ex/0601001',
      version: null,
      availableOn: '2006-01-02',
      authors: ['Nowhere Collaboration', 'J. Doe Jr'],
      state: 'withdrawn',
    });
  });

  it('distinguishes no records, an expired token and a refusal', () => {
    const nothing = { records: [], token: null, total: 0 };
    expect(readOai(fixture('arxiv/oai-noRecordsMatch.xml'))).toMatchObject(nothing);
    expect(readOai(fixture('arxiv/oai-badResumptionToken.xml')).expired).toBe(true);
    expect(() => readOai(fixture('arxiv/oai-cannotDisseminateFormat.xml'))).toThrow(
      expect.objectContaining({ kind: 'refused' }),
    );
    expect(() => readOai('<OAI-PMH/>')).toThrow(expect.objectContaining({ kind: 'malformed' }));
    expect(() => readOai('<OAI-PMH><ListRecords>')).toThrow(expect.objectContaining({ kind: 'short' }));
  });
});

test.each(cases.authors as [string, string[]][])('authorsOf reads %s', (text, names) =>
  expect(authorsOf(text)).toEqual(names),
);
