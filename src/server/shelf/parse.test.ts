import { describe, expect, it } from 'vitest';
import { parseReferences } from './parse.ts';

const read = async (text: string) => (await parseReferences(text)).references;

describe('list of references', () => {
  it.each([
    '@article{a, title = {Moss}} % the end',
    '@article{a, title = {Moss}}\n@article{b % x',
    '@article{a, title = {Moss}}\n@article{b, title = {\\',
    '@article{a, title = {Moss}}\n@article{b, title = "\\',
    `@article{a, title = {Moss}}\n@article{b, title = {${'{\\'.repeat(30_000)}`,
  ])('is read to its end in BibTeX that stops in the middle', async (bib) => {
    expect((await read(bib))[0]).toMatchObject({ title: 'Moss' });
  });

  it.each([
    ['BibTeX', '@misc{a,}\n'],
    ['RIS', 'TY  - JOUR\n'],
    ['NBIB', 'PMID- 1\n'],
    ['a list', 'Moss\n'],
  ])('is refused at the first reference too many, in %s', async (_, line) => {
    await expect(read(line.repeat(100_000))).rejects.toThrow('at most 1,000 references; this has more');
  });

  it('is read from RIS, with tags, after any other text', async () => {
    const ris =
      'Provider: X\r\nTY  - JOUR\r\nTI  - Moss on roofs\r\nAU  - Okafor, Ada\r\nPY  - 2020\r\nAN  - 123456\r\nDO  - 10.1000/ABC\r\nKW  - a tag\r\nER  - \r\n\r\nTY  - JOUR\r\nTI  - Ferns\r\nER  - \r\n';
    expect(await read(ris)).toMatchObject([
      {
        identifiers: [
          { kind: 'doi', value: '10.1000/abc' },
          { kind: 'pmid', value: '123456' },
        ],
        ...{ title: 'Moss on roofs', authors: ['Ada Okafor'], year: 2020, tags: ['a tag'] },
      },
      { identifiers: [], title: 'Ferns' },
    ]);
  });

  it('is read from BibTeX, with abbreviations, accents and the note', async () => {
    const bib = `@string{bry = "Bryology"}\n@comment{jabref-meta: x}\n@article{a1, title={The {DNA} of M{\\"u}ller}, journal=bry,\n author={van der Berg, Maria and M{\\"u}ller, J{\\"o}rg}, year=2020, pmid={123}, eprint={2101.00001}, archiveprefix={arXiv}, keywords={a, b}, annote={Compare **both**}}\n@misc{a2, title={Ferns}, doi={10.1000/ferns}}`;
    expect(await read(bib)).toMatchObject([
      {
        identifiers: [
          { kind: 'pmid', value: '123' },
          { kind: 'arxiv', value: '2101.00001' },
        ],
        ...{ title: 'The DNA of Müller', authors: ['Maria van der Berg', 'Jörg Müller'] },
        ...{ tags: ['a', 'b'], note: 'Compare **both**' },
      },
      { identifiers: [{ kind: 'doi', value: '10.1000/ferns' }] },
    ]);
  });

  it('includes the reader’s notes from RIS and BibTeX, but not data that programs store there', async () => {
    const ris = (lines: string) => read(`TY  - JOUR\nTI  - Moss\nDO  - 10.1000/moss\n${lines}\nER  - \n`);
    const [several] = await ris(
      'N1  - Version 2. PMID 77\nN1  - Compare **both**\nwith 10.1000/ferns\nAB  - Moss.\nRN  - Ask Ada',
    );
    expect(several).toMatchObject({
      note: 'Compare **both**\nwith 10.1000/ferns\n\nAsk Ada',
      identifiers: [{ kind: 'doi', value: '10.1000/moss' }],
    });
    const [zotero] = await ris('N1  - <p>Ask &lt;Ada&gt;<br/>soon</p>\n<p>Again</p>');
    expect(zotero!.note).toBe('Ask <Ada>\nsoon\n\nAgain');
    const bib = (fields: string) => read(`@article{m, title={Moss}, ${fields}}`);
    expect((await bib('note={Ask {Ada}}, annote={Twice}'))[0]!.note).toBe('Ask Ada\n\nTwice');
    expect((await bib('note={PMID: 77}'))[0]).toMatchObject({
      note: '',
      identifiers: [{ kind: 'pmid', value: '77' }],
    });
  });

  it('is read from CSL-JSON and from PubMed’s own format', async () => {
    const csl = JSON.stringify([
      {
        ...{ title: 'Moss', DOI: '10.1000/Moss', PMID: 77, keyword: 'x, y', annote: 'mine' },
        ...{ author: [{ family: 'Okafor', given: 'Ada' }], issued: { 'date-parts': [['2020', 1]] } },
      },
      { title: 'Ferns', note: 'PMID: 78\nPMCID: PMC1' },
      'nothing',
    ]);
    expect(await read(csl)).toMatchObject([
      {
        identifiers: [{ value: '10.1000/moss' }, { value: '77' }],
        tags: ['x', 'y'],
        note: 'mine',
        year: 2020,
      },
      { identifiers: [{ kind: 'pmid', value: '78' }], title: 'Ferns' },
    ]);
    const nbib =
      'PMID- 123456\nTI  - Moss on\n      roofs.\nFAU - Okafor, Ada\nAID - 10.1000/abc [doi]\nDP  - 2020 Jan\n\n';
    expect(await read(nbib)).toMatchObject([
      { identifiers: [{ value: '10.1000/abc' }, { value: '123456' }], title: 'Moss on roofs.' },
    ]);
  });

  it('is read from EndNote’s XML and Zotero’s RDF', async () => {
    const endNote = `<?xml version="1.0"?><xml><records><record><contributors><authors><author><style>Okafor, Ada</style></author></authors></contributors><titles><title><style face="normal">Moss on </style><style>roofs</style></title></titles><dates><year>2020</year></dates><accession-num>123456</accession-num><electronic-resource-num>10.1000/abc</electronic-resource-num><keywords><keyword>a</keyword></keywords></record><record><titles/></record></records></xml>`;
    expect(await read(endNote)).toMatchObject([
      {
        identifiers: [{ value: '10.1000/abc' }, { value: '123456' }],
        ...{ title: 'Moss on roofs', authors: ['Ada Okafor'], year: 2020, tags: ['a'] },
      },
    ]);
    const rdf = `<rdf:RDF xmlns:rdf="r" xmlns:bib="b" xmlns:dc="d" xmlns:foaf="f" xmlns:dcterms="t" xmlns:z="z">
      <bib:Article rdf:about="https://pubmed.ncbi.nlm.nih.gov/123456"><z:itemType>journalArticle</z:itemType>
        <dcterms:isPartOf rdf:resource="urn:issn:1"/><dc:title>Moss on roofs</dc:title><dc:date>2020-02</dc:date>
        <bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Okafor</foaf:surname><foaf:givenName>Ada</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></bib:authors>
        <dc:subject>a tag</dc:subject><dcterms:isReferencedBy rdf:resource="#item_2"/><dc:identifier>DOI 10.1000/abc</dc:identifier></bib:Article>
      <bib:Memo rdf:about="#item_2"><rdf:value>&lt;p&gt;My note&lt;/p&gt;</rdf:value></bib:Memo></rdf:RDF>`;
    expect(await read(rdf)).toMatchObject([
      {
        identifiers: [{ value: '10.1000/abc' }, { value: '123456' }],
        ...{ title: 'Moss on roofs', authors: ['Ada Okafor'], year: 2020, tags: ['a tag'], note: 'My note' },
      },
    ]);
  });

  it('is read from lines with one or several identifiers, and from titles', async () => {
    const found = await read(
      '10.1126/science.abf3363\n41606514, 41606515\n\nMoss grows on old roofs\narXiv:2101.00001',
    );
    expect(found.map(({ identifiers, title }) => identifiers[0]?.value ?? title)).toEqual([
      '10.1126/science.abf3363',
      '41606514',
      '41606515',
      'Moss grows on old roofs',
      '2101.00001',
    ]);
  });

  it.each(['   ', '[]', '{"a": [', '<xml><records><record>', '@article{', 'TY  - JOUR\nER  - \n'])(
    'is refused in a sentence when nothing in %j can be read',
    async (text) => {
      await expect(read(text)).rejects.toMatchObject({ code: 'invalid' });
    },
  );

  it('is refused beyond a thousand references', async () => {
    await expect(read('41606514\n'.repeat(1001))).rejects.toMatchObject({ code: 'invalid' });
  });
});
