import { refreshImpact } from '#enrichment/impact/refresh.ts';
import { type OpenAlexStandIn, startOpenAlex } from '#stand-ins/openalex.ts';
import { day, heartPaper, startWeeks, type Weeks } from '#test/weeks.ts';

let weeks: Weeks;
let openAlex: OpenAlexStandIn;
beforeEach(async () => {
  openAlex = await startOpenAlex();
});
afterEach(async () => {
  await weeks.close();
  await openAlex.close();
});

test('a free copy is linked beside its paper on pages, in the mail and in the API, if it is known', async () => {
  weeks = await startWeeks({ corpus: [], environment: openAlex.environment });
  const reader = await weeks.follower('free@example.org', 'heart failure');
  const [found, byPage] = [heartPaper('pubmed', 1), heartPaper('pubmed', 2)];
  const [hostile, eprint] = [heartPaper('pubmed', 3), heartPaper('arxiv', 4)];
  const preprint = heartPaper('medrxiv', 5);
  const page = 'https://journal.example/2';
  const pdf = 'https://journal.example/1.pdf';
  openAlex.said.set(found.doi!, { free: { page, pdf, license: 'cc-by-nc' } });
  openAlex.said.set(byPage.doi!, { free: { page } });
  openAlex.said.set(hostile.doi!, { free: { page, pdf: 'javascript:alert(1)//.pdf' } });
  weeks.pass(day);
  weeks.sources.add([found, byPage, hostile, eprint, preprint]);
  await weeks.read();
  await refreshImpact(weeks.app, new AbortController().signal);
  await weeks.week();

  const { body } = await reader.get(`/api/users/${reader.id}/digests`);
  type Shown = { title: string; pdfUrl?: string; license?: string };
  const papers: Shown[] = body.flatMap(({ papersData }: { papersData: Shown[] }) => papersData);
  const copyOf = ({ title }: { title: string }) => {
    const { pdfUrl, license } = papers.find((paper) => paper.title === title)!;
    return [pdfUrl, license];
  };
  expect(copyOf(found)).toEqual([pdf, 'cc-by-nc']);
  expect(copyOf(byPage)).toEqual([undefined, undefined]);
  expect(copyOf(hostile)).toEqual([undefined, undefined]);
  expect(copyOf(eprint)).toEqual(['https://arxiv.org/pdf/9903.10004', 'cc-by']);
  expect(copyOf(preprint)).toEqual([`https://www.medrxiv.org/content/${preprint.doi}v1.full.pdf`, 'cc-by']);

  const mail = weeks.mailsTo(reader.email).at(-1)!;
  expect(mail.text).toContain('PDF: https://journal.example/1.pdf');
  // The papers after the third have two lines.
  const inFull = papers.slice(0, 3).flatMap(({ pdfUrl }) => (pdfUrl ? `PDF: ${pdfUrl}` : []));
  expect(mail.text.match(/^PDF: .*/gm)).toEqual(inFull);
  expect(mail.html).toMatch(/href="https:\/\/journal\.example\/1\.pdf"[^>]*>\s*Open PDF/);
  expect(mail.html).not.toContain('javascript:');

  const shelf = await reader.get('/api/desk');
  expect(JSON.stringify(shelf.body)).toContain('"pdfUrl":"https://journal.example/1.pdf"');
});
