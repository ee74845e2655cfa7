import { parseReferences } from './parse.ts';

const read = async (text: string) =>
  (await parseReferences(text)).entries.flatMap((entry) => ('reference' in entry ? entry.reference : []));
/** A short form: identifiers, title and authors, or the reason for an unread entry. */
const short = async (text: string) =>
  (await parseReferences(text)).entries.map((entry) =>
    'reference' in entry
      ? [...entry.reference.identifiers.map(({ value }) => value), entry.reference.title].join(' | ')
      : `unread: ${entry.label}`,
  );

describe('list of references', () => {
  it.each([
    '@article{a, title = {Moss}} % the end',
    '@article{a, title = {Moss}}\n@article{b % x',
    '@article{a, title = {Moss}}\n@article{b, title = {\\',
    '@article{a, title = {Moss}}\n@article{b, title = "\\',
    `@article{a, title = {Moss}}\n@article{b, title = {${'{\\'.repeat(30_000)}`,
  ])('is read to its end in BibTeX that stops in the middle', async (bib) =>
    expect((await read(bib))[0]).toMatchObject({ title: 'Moss' }),
  );

  it.each([
    ['BibTeX', '@misc{a,}\n'],
    ['RIS', 'TY  - JOUR\n'],
    ['NBIB', 'PMID- 1\n'],
    ['a list', 'Moss\n'],
  ])('is refused at the first reference too many, in %s', (_, line) =>
    expect(read(line.repeat(100_000))).rejects.toThrow('at most 1,000 references; this has more'),
  );

  it.each([
    ['%0 Generic\n%T Moss on\nroofs\n%A Okafor, Ada\n%D 2020\n%R 10.1000/\nABC\n%M 12', '10.1000/abc', 2020],
    [
      '%0 Book\n%A Okafor, Ada\n%8 May 2019\n%T Moss on roofs\n%U https://arxiv.org/abs/2101.00001',
      '2101.00001',
      2019,
    ],
    ['%T Moss on roofs\n%0 Generic\n%A Okafor, Ada\n%X Of 5 %\n% of roofs', undefined, null],
  ])('is read from ENW, entry after entry: %j', async (enw, identifier, year) => {
    const [moss, ...others] = await read(`${enw}\n\n%0 Book\n%T Ferns\n`);
    expect(moss).toMatchObject({ title: 'Moss on roofs', authors: ['Ada Okafor'], year });
    expect([moss?.identifiers[0]?.value, ...others.map(({ title }) => title)]).toEqual([identifier, 'Ferns']);
  });

  it('is read from RIS, with tags, after any other text', async () => {
    const ris =
      'Provider: X\r\nTY  - JOUR\r\nTI  - Moss on roofs\r\nAU  - Okafor, Ada\r\nPY  - 2020\r\nAN  - 123456\r\nDB  - PubMed\r\nDO  - 10.1000/ABC\r\nKW  - a tag\r\nER  - \r\n\r\nTY  - JOUR\r\nTI  - Ferns\r\nER  - \r\n';
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
      identifiers: [
        { kind: 'doi', value: '10.1000/moss' },
        { kind: 'pmid', value: '77' },
      ],
    });
    const [zotero] = await ris('N1  - <p>Ask &lt;Ada&gt;<br/>soon</p>\n<p>Again</p>');
    expect(zotero!.note).toBe('Ask <Ada>\nsoon\n\nAgain');
    const bib = (fields: string) => read(`@article{m, title={Moss}, ${fields}}`);
    expect((await bib('note={Ask {Ada}}, annote={Twice}'))[0]!.note).toBe('Ask Ada\n\nTwice');
    const identifiers = [{ kind: 'pmid', value: '77' }];
    expect((await bib('note={PMID: 77}'))[0]).toMatchObject({ note: '', identifiers });
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
    const endNote = `<?xml version="1.0"?><xml><records><record><contributors><authors><author><style>Okafor, Ada</style></author></authors></contributors><titles><title><style face="normal">Moss on </style><style>roofs</style></title></titles><dates><year>2020</year></dates><accession-num>123456</accession-num><remote-database-provider>NLM</remote-database-provider><electronic-resource-num>10.1000/abc</electronic-resource-num><keywords><keyword>a</keyword></keywords></record><record><titles/></record></records></xml>`;
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
    (text) => expect(read(text)).rejects.toMatchObject({ code: 'invalid' }),
  );

  it('is refused beyond a thousand references', () =>
    expect(read('41606514\n'.repeat(1001))).rejects.toMatchObject({ code: 'invalid' }));

  const roof = (on: string, n: number) => `10.9999/moss.${n} | Moss on ${on} roofs`;
  const two = [roof('slate', 1), roof('thatched', 2)];

  it.each([
    [
      'without a key, with a blank in it, without a comma',
      '@article{,\n title = {Moss on slate roofs}, doi = {10.9999/moss.1}\n}\n@Article{Ho Sp-87 ,\n title={Moss on thatched roofs},\n doi={10.9999/moss.2}}\n@article{title={Fern}}',
      [...two, 'Fern'],
    ],
    [
      'with blanks in names',
      '@article{ WOS:1,\nEarly Access Date = {NOV 2026},\nTitle = {Moss on slate roofs},\nDOI = {10.9999/moss.1},\n}',
      two.slice(0, 1),
    ],
    [
      'with escapes',
      '@misc{a, doi = {10.9999/moss{\\_}4}}\n@misc{b, doi={10.9999/moss\\_5}}\n@misc{c, doi={\\url{https://doi.org/10.9999/4:2$<$387::AID-M\\textgreater{}3.0.CO;2-Y}}}\n@misc(d, doi="10.9999/moss\\textunderscore{}6")',
      ['10.9999/moss_4 | ', '10.9999/moss_5 | ', '10.9999/4:2<387::aid-m>3.0.co;2-y | ', '10.9999/moss_6 | '],
    ],
    [
      'on one line, indented, in parentheses',
      '  @article(a, title="Moss {on} " # "slate roofs", doi={10.9999/moss.1}) @misc{b, title = {Moss on thatched roofs}, doi = "10.9999/moss.2"}',
      two,
    ],
    [
      'in parentheses with some in quotes, and authors parted by semicolons',
      '@article(a, title="Moss (on) roofs", author="Okafor, Ada; Berg, Bo", note={\\url{https://arxiv.org/abs/2611.09001}})',
      ['2611.09001 | Moss (on) roofs'],
    ],
    [
      'that is never closed',
      '@misc{a, title={Moss on slate roofs}, doi={10.9999/moss.1}\n@misc{b, title={Moss {on thatched roofs},\n doi={10.9999/moss.2}\n}\n@misc{c, note={x}}\n@misc{d, title={Fern}}',
      [two[0]!, two[1]!, 'unread: @misc{c, note={x}}', 'Fern'],
    ],
    [
      'with arXiv’s number where programs put it',
      '@article{a, title={A}, journal={arXiv preprint arXiv:2611.09001}}\n@misc{b, url={http://arxiv.org/abs/2611.09002}, note={arXiv:2611.09002 [cs]}}\n@article{c, title={C}, journal={CoRR}, volume={abs/2611.09003}}\n@misc{d, title={D}, eprint={09004}, eprinttype={hal}}',
      ['2611.09001 | A', '2611.09002 | ', '2611.09003 | C', 'D'],
    ],
  ])('counts and reads BibTeX %s', async (_, bib, expected) =>
    expect((await short(bib)).map((one) => one.replace(/ \| $/, ''))).toEqual(
      expected.map((one) => one.replace(/ \| $/, '')),
    ),
  );

  it('takes “and others” for et al., and a group in braces for one author', async () => {
    const [bib] = await read(
      '@misc{a, title={Moss}, author={Okafor, Ada and {Roofs and Walls Group} and de la Cruz, Jr., Bo and others}}',
    );
    expect(bib!.authors).toEqual(['Ada Okafor', 'Roofs and Walls Group', 'Bo de la Cruz Jr.']);
    const [ris] = await read('TY  - JOUR\nTI  - Moss\nAU  - Okafor, Ada; Berg, Bo\nAU  - et al.\nER  - ');
    expect(ris!.authors).toEqual(['Ada Okafor', 'Bo Berg']);
    const [zotero] = await read(
      '@misc{a, doi={10.48550/arXiv.2611.09001}, title={Moss}, note={arXiv:2611.09001 [cs]}}',
    );
    expect(zotero).toMatchObject({ note: '', identifiers: [{ kind: 'arxiv', value: '2611.09001' }] });
  });

  it.each([
    [
      'one blank',
      'TY - JOUR\nTI - Moss on slate roofs\nDO - 10.9999/moss.1\nER - \n\nTY - JOUR\nTI - Moss on thatched roofs\nDO - 10.9999/moss.2\nER -',
      two,
    ],
    [
      'its type in the middle',
      'DB  - GdN\nTI  - Moss on slate roofs\nTY  - JOUR\nDO  - 10.9999/moss.1\nER  - \n\nTI  - Moss on thatched roofs\nTY  - JOUR\nDO  - 10.9999/moss.2\nER  - ',
      two,
    ],
    [
      'no end',
      'TY  - JOUR\nTI  - Moss on slate roofs\nDO  - 10.9999/\n  moss.1\n\nTY  - JOUR\nTI  - Moss on\nthatched roofs\nDO  - 10.9999/moss.2\n',
      two,
    ],
    ['no blank at all', 'TY-JOUR\nTI-Moss on slate roofs\nDO-10.9999/moss.1\nER-', two.slice(0, 1)],
    ['long dashes', 'TY — JOUR\nTI — Moss on slate roofs\nDO — 10.9999/moss.1\nER —', two.slice(0, 1)],
    ['no type', 'TI  - Moss on slate roofs\nDO  - 10.9999/moss.1\nER  - ', two.slice(0, 1)],
    ['a bare end', 'TY  - JOUR\nDO  - 10.9999/moss.1\nTT  - Moss on slate roofs\nER', two.slice(0, 1)],
    ['small letters', 'ty  - JOUR\nti  - Moss on slate roofs\ndo  - 10.9999/moss.1\ner  - ', two.slice(0, 1)],
    [
      'no blank behind the hyphen',
      'TY  -JOUR\nTI  -Moss on slate roofs\nDO  -10.9999/MOSS.1.\nER  -',
      two.slice(0, 1),
    ],
    [
      'blanks and dashes of a word processor',
      'TY\u00a0\u00a0– JOUR\nTI\u00a0\u00a0– Moss on slate roofs\nDO\u00a0\u00a0– 10.9999/moss.1\u200b\nER\u00a0\u00a0– ',
      two.slice(0, 1),
    ],
    [
      'entities of a database',
      'TY  - JOUR\nTI  - Moss on &lt;i&gt;slate&lt;/i&gt;&nbsp;roofs\nDO  - 10.9999/moss&#46;1\nER  - ',
      two.slice(0, 1),
    ],
    [
      'its type in the middle and no end',
      'TI  - Moss on slate roofs\nTY  - JOUR\nAB  - A\n\nIn two parts.\nDO  - 10.9999/moss.1\n\nTI  - Moss on thatched roofs\nTY  - JOUR\nDO  - 10.9999/moss.2\n',
      two,
    ],
    [
      'words and hyphens in its abstract, and an empty entry',
      'TY  - JOUR\nTI  - Moss on slate roofs\nAB  - A:\nTV - no tag\nDO  - 10.9999/moss.1\nER  - \nTY  - JOUR\nER  - \n',
      [two[0]!, 'unread: TY - JOUR'],
    ],
  ])('counts and reads RIS with %s', async (_, ris, expected) => expect(await short(ris)).toEqual(expected));

  it('reads PubMed’s texts of several lines as one reference each', async () => {
    const record = (n: number) =>
      `${n}. Bryology. 2020 Jan;1(1):1-2. doi: 10.9999/moss.${n}. Epub\n2020 Jan 1.\n\nMoss on roofs.\n\nOkafor A(1).\n\nAuthor information:\n(1)Moss 2.\n\nPMID: 3587123${n}\n\n\n`;
    const found = await read(record(1) + record(2));
    expect(found.map(({ identifiers }) => identifiers.map(({ value }) => value))).toEqual([
      ['10.9999/moss.1', '35871231'],
      ['10.9999/moss.2', '35871232'],
    ]);
    expect(await short('1. 10.9999/a\n2. 10.9999/b\n10.9999/c')).toHaveLength(3);
    expect(await short('1. PMID: 1\nPMID: 2')).toEqual(['1 | ', '2 | ']);
    const apa = 'Okafor, A., & Berg, B. (2020). Moss. Journal of Moss, 12(3), 45. https://doi.org/10.9999/';
    expect(await short(`doi\n${apa}\nmoss.1`)).toEqual(['unread: doi', '10.9999/moss.1 | ']);
    expect(await short(`${apa}a`)).toEqual(['10.9999/a | ']);
  });

  it.each([
    '',
    'DB  - Education Source\n',
    'DB  - Embase\nN1  - Accession Number: 35871234; Publication Type: Journal\n',
  ])('takes no accession number of another database for a PMID: %j', async (lines) => {
    expect(await read(`TY  - JOUR\nAN  - 35871234\nTI  - Moss\n${lines}ER  - `)).toMatchObject([
      { identifiers: [], note: '' },
    ]);
    const endNote = `<xml><record><accession-num>35871234</accession-num><titles><title>Moss</title></titles><remote-database-name>${lines && 'Embase'}</remote-database-name></record></xml>`;
    expect(await read(endNote)).toMatchObject([{ identifiers: [] }]);
  });

  it('reads names and numbers as databases write them', async () => {
    const [ris] = await read(
      'TY  - JOUR\nTI  - Moss &amp; fern\nAU  - M&uuml;ller, J.; Berg, Bo\nPY  - Winter 2020\nAN  - PMC7654321\nU2  - 35871234[pmid]\nER  - ',
    );
    expect(ris).toMatchObject({
      ...{ title: 'Moss & fern', authors: ['J. Müller', 'Bo Berg'], year: 2020 },
      identifiers: [{ kind: 'pmid', value: '35871234' }],
    });
    expect(await short('PMC7654321\nhttps://moss.example/roofs\nPubMed: 35871235')).toEqual([
      ...['unread: PMC7654321', 'unread: https://moss.example/roofs', '35871235 | '],
    ]);
  });

  it('takes an accession number for a PMID if its file says so', async () => {
    for (const lines of ['DB  - Ovid MEDLINE(R)', 'DP  - NLM', 'DB  - PubMed'])
      expect(await read(`TY  - JOUR\nAN  - 35871234\nTI  - Moss\n${lines}\nER  - `)).toMatchObject([
        { identifiers: [{ kind: 'pmid' }] },
      ]);
    expect(await read('TY  - JOUR\nAN  - PMID: 7\nTI  - Moss\nER  - ')).toMatchObject([
      { identifiers: [{ value: '7' }] },
    ]);
  });

  it('counts and reads EndNote’s XML with control characters, entities and a broken record', async () => {
    const record = (title: string, n: number) =>
      `<record><titles><title><style>${title}</style></title></titles><electronic-resource-num>10.9999/moss.${n}</electronic-resource-num></record>`;
    const xml = `<xml><records>${record('Moss on slate\u000b roofs', 1)}${record('Moss on that\u000cched&#x1; roofs', 2)}${record('R&D &eacute; & <b', 3)}${record('R&D of &eacute; & x', 4)}</records>`;
    const unread = expect.stringMatching(/^unread: R&D/);
    expect(await short(xml)).toEqual([...two, unread, '10.9999/moss.4 | R&D of é & x']);
  });

  it('reads Zotero’s items of every kind, also one inside another, and no attachments', async () => {
    const item = (name: string, title: string, inside = '') =>
      `<bib:${name} rdf:about="#${title}"><z:itemType>x</z:itemType>${inside}<dc:title>${title}</dc:title></bib:${name}>`;
    const rdf = `<rdf:RDF xmlns:rdf="r">${item('BookSection', 'Moss', '<dcterms:isPartOf><bib:Book><dc:title>A book</dc:title></bib:Book></dcterms:isPartOf>')}
      ${item('Letter', 'Fern')}<z:Attachment rdf:about="#a"><z:itemType>attachment</z:itemType></z:Attachment></rdf:RDF>`;
    expect(await short(rdf)).toEqual(['Moss', 'Fern']);
  });

  it('counts and reads items of CSL and lines of a list, whatever they hold', async () => {
    const found = await short('[{"title": "Moss"}, 7, {"author": []}, {"title": ["Fern"]}]');
    expect(found).toEqual(['Moss', 'unread: 7', 'unread: {"author":[]}', 'Fern']);
    const rows = ['{"title": "Moss"}', '{"title": ', '{"title": "Fern"}'];
    expect(await short(rows.join('\n'))).toEqual(['Moss', 'unread: {"title":', 'Fern']);
    const ieee = '[1] A. Okafor, “Moss,” 2020, doi: 10.1000/a.\n[2] B. Berg, “Ferns,” 2019.';
    expect(await short(ieee)).toEqual(['10.1000/a | ', '[2] B. Berg, “Ferns,” 2019.']);
    const list =
      'arXiv:2611.09001v2 [cs.CL]\n----\nBerg B. Moss. PMID: 41000003; PMCID: PMC1.\n10.9/a doi:10.9999/b';
    const named = '2611.09001 | ,unread: ----,41000003 | ,10.9999/b | ,10.9999/c | ,10.9999/d | ';
    expect((await short(`${list}\n10.9999/c;10.9999/d`)).join()).toBe(named);
  });

  it.each([
    ['FN Clarivate\nVR 1.0\nPT J\nAU Berg, B\nTI Moss on roofs\nER\n', /Web of Science/],
    ['Record #1 of 2\nID: CN-1\nTI: Moss on roofs\nSO: J Bryol', /Cochrane/],
    ['1. \nMoss on roofs.\nBerg B.\nUI: 32123456\n', /Ovid/],
    ['AU: Berg B\nTI: Moss on roofs\nSO: J Bryol', /unknown format/],
    ['PMID,Title,Authors,DOI\n1,Moss,Berg,10.9999/moss.1', /a table/],
    ['RT Journal Article\nSR Electronic\nT1 Moss on roofs\nA1 Berg, Bo', /RefWorks/],
    ['\u001f‹\b\u0000moss', /not text/],
    ['<!DOCTYPE html><html><body>Moss</body></html>', /web page/],
    ['%PDF-1.7 x', /not text/],
    ['{\\rtf1 Moss}', /not text/],
    ['M\u0000o\u0000s\u0000s\u0000', /not text/],
    ['title = Moss\nauthor = Berg\nyear = 2020', /unknown format/],
  ])('is refused in a sentence when it is none of its formats: %j', (text, sentence) =>
    expect(read(text)).rejects.toMatchObject({ code: 'invalid', message: expect.stringMatching(sentence) }),
  );

  it('grows into no more than a reference holds, however a file multiplies itself', async () => {
    const strings = Array.from(
      { length: 9 },
      (_, n) =>
        `@string{s${n} = ${
          n
            ? Array(10)
                .fill(`s${n - 1}`)
                .join(' # ')
            : '"moss"'
        }}`,
    );
    const [bomb] = await read(
      `${strings.join('\n')}\n@misc{a, title = s8, author = s8 # s8, note = s8, doi = s8}`,
    );
    expect(JSON.stringify(bomb).length).toBeLessThan(10_000);
    const many = `@misc{a, title = {Moss}, note = ${Array(2000).fill('s8').join('#')}}`;
    await expect(read(`${strings.join('\n')}\n${many}`)).rejects.toThrow(/abbreviations/);
    const [long] = await read(
      JSON.stringify({
        title: 'x'.repeat(1e6),
        author: Array(1e5).fill({ family: 'y'.repeat(500) }),
        note: 'PMID: 1\n'.repeat(1e5),
        annote: 'z'.repeat(1e6),
      }),
    );
    expect(JSON.stringify(long).length).toBeLessThan(15_000);
  });
});
