import { readAtom, readOai } from '#sources/arxiv/reply.ts';
import { missing, recorded, recordedNames } from './recorded.ts';

describe.skipIf(missing)('recorded query API of arXiv', () => {
  const named = (part: string) => readAtom(recorded('arxiv', recordedNames('arxiv', new RegExp(part))[0]!));

  it('rejects the error feed, and reads an empty feed as no papers', () => {
    expect(() => named('id_abc')).toThrow(
      expect.objectContaining({ kind: 'refused', detail: 'incorrect id format for abc' }),
    );
    expect(named('id_0000.0000')).toEqual({ records: [], malformed: 0, total: 0 });
    expect(named('id_0808.05394_1707').records).toHaveLength(1);
  });

  it('reads old identifiers', () => {
    expect(named('id_astro-ph').records[0]).toMatchObject({
      sourceId: 'astro-ph/0601001',
      version: 1,
      availableOn: '2006-01-02',
      journal: 'ActaAstron.56:1-50,2006',
      authors: ['Andrew Gould', 'Susan Dorsher', 'B. Scott Gaudi', 'Andrzej Udalski'],
    });
    expect(named('id_quant-ph').records[0]).toMatchObject({ sourceId: 'quant-ph/0201082', version: 1 });
  });

  it('reads consecutive pages without gaps', () => {
    const ids = (name: string) => named(name).records.map(({ sourceId }) => sourceId);
    const whole = ids('q_testing_s0_m100_');
    expect(whole).toHaveLength(100);
    expect(named('q_testing_s0_m100_').malformed).toBe(0);
    expect([...ids('q_testing_s0_m10_'), ...ids('q_testing_s10_m10_')]).toEqual(whole.slice(0, 20));
    expect(ids('q_testing_s9_m15_')).toEqual(whole.slice(9, 24));
  });

  it('keeps the paragraphs of an abstract', () => {
    const abstract = readAtom(recorded('arxiv', 'atom-fastpaper-search.xml')).records[0]?.abstract;
    expect(abstract?.split('\n')).toHaveLength(2);
  });
});

describe.skipIf(missing)('recorded OAI-PMH of arXiv', () => {
  const list = (name: string) => readOai(recorded('arxiv', name).replaceAll('GetRecord', 'ListRecords'));

  it('reads arXivRaw with its versions from the new host', () => {
    const page = list('oai-arXivRaw-2026-09-27-trimmed.xml');
    expect(page).toMatchObject({ malformed: 0, token: 'tok123', total: 4 });
    expect(page.records[0]).toMatchObject({
      sourceId: '2609.27532',
      version: 2,
      availableOn: '2026-09-23',
      categories: ['cs.LG', 'cs.CL'],
      url: 'https://arxiv.org/abs/2609.27532',
    });
    expect(page.records[0]?.authors).toHaveLength(10);
    expect(page.records[0]?.bibliography?.license).toBe('cc-by');
    expect(page.records[1]?.abstract).toContain('the correction chain from reward');
    expect(page.records[1]?.abstract).toContain("policy's");
  });

  it.each([
    ['cs', 46],
    ['physics', 150],
  ])('reads all records of the %s list', (set, count) => {
    const page = list(`oai-invenio-sample_arxiv_response_listrecords_${set}.xml`);
    expect(page).toMatchObject({ malformed: 0, token: null, total: count });
    expect(page.records).toHaveLength(count);
  });

  it('recognizes withdrawn records by their comments', () => {
    const page = list('oai-invenio-sample_arxiv_response_listrecords_physics.xml');
    expect(page.records.filter(({ state }) => state === 'withdrawn')).toHaveLength(3);
  });

  it('reads resumption tokens in the old format', () =>
    expect(list('oai-ads-multi_20230125.xml')).toMatchObject({ token: '6460044|1001', total: 1090 }));

  it('reads noRecordsMatch as no papers', () =>
    expect(list('oai-invenio-sample_empty_response.xml')).toMatchObject({
      records: [],
      total: 0,
      token: null,
    }));

  it('reads collaborations as authors, and other notations of namespaces', () => {
    const authors = list('oai-hepcrawl-sample_record.xml').records.flatMap((record) => record.authors);
    expect(authors).toEqual(
      expect.arrayContaining(['Planck Collaboration', 'IceCube Collaboration', 'JLQCD Collaboration']),
    );
    expect(authors.filter((name) => /^\W*$|^for\b/.test(name))).toEqual([]);
    for (const variant of ['no_namespace', 'with_namespace'])
      expect(list(`oai-invenio-sample_arxiv_response_${variant}.xml`).records[0]?.sourceId).toBe('0804.2273');
  });
});
