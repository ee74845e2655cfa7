import fc from 'fast-check';
import type { DigestMail } from '#digests/render/paperView.ts';
import { sampleDigest } from '#digests/render/sample.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { cadences } from '#shared/topics/schedule.ts';
import { at, site } from './samples.ts';

const sample = sampleDigest(site, new Date(at));

const nasty = [
  'مقاومة المضادات الحيوية ',
  '抗生素耐药性研究进展',
  '👩🏽‍🔬🧬😀',
  '<mml:math><mml:mi>α</mml:mi></mml:math> ',
  '<script>alert(1)</script> ',
  '"quoted" & <b>bold</b> ',
  'line\r\nBcc: someone@example.org\r\n',
  'Pneumonoultramicroscopicsilicovolcanoconiosis',
  'e\u0301\u0302\u0303 \u202e reversed \u202c ',
  '\ud800 lone ',
  'a plain title of a paper ',
];
// One arbitrary for all texts, because every new one lists all graphemes again.
const graphemes = fc.string({ unit: 'grapheme', maxLength: 30 });
const words = (longest: number) =>
  fc
    .tuple(fc.constantFrom(...nasty), fc.nat(longest), graphemes)
    .map(([piece, length, other]) =>
      (other + piece.repeat(Math.ceil(length / piece.length) + 1)).slice(0, length),
    );

const paper = fc.record({
  title: words(300),
  url: fc.oneof(
    fc.constant(null),
    fc.webUrl({ withQueryParameters: true }),
    words(60).map((text) => `https://example.org/?q=${text}&a=b`),
    words(3000).map((text) => `https://example.org/${text}`),
    fc.constantFrom('javascript:alert(1)', 'data:text/html,x', '//example.org', 'mailto:a@example.org'),
  ),
  authors: fc.oneof(
    fc.array(words(40), { maxLength: 12 }),
    words(40).map((name) => Array.from({ length: 5000 }, () => name)),
  ),
  journal: fc.option(words(200)),
  abstract: fc.option(words(6000)),
  source: fc.constantFrom(...sourceNames),
  relevanceScore: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(Number.NaN, -1, 7)),
  why: fc.record({
    matched: fc.array(words(80), { maxLength: 6 }),
    expanded: fc.array(words(80), { maxLength: 6 }),
    because: fc.option(words(300)),
  }),
  pdfUrl: fc.option(
    fc.oneof(
      words(60).map((text) => `https://example.org/${text}.pdf`),
      fc.constantFrom('javascript:alert(1)', 'data:application/pdf,x', '//example.org'),
    ),
  ),
  doi: fc.option(fc.tuple(fc.constantFrom('', '10.5555/'), words(60)).map((parts) => parts.join(''))),
  publishedOn: fc.option(fc.constantFrom('2026-04-30', '2026-04', '2026', '2019 Sep-Oct', '')),
  publicationTypes: fc.array(words(60), { maxLength: 4 }),
  version: fc.option(fc.integer({ min: 1, max: 40 })),
  note: fc.constantFrom('new' as const, 'late' as const, 'revised' as const, 'now-published' as const),
  retracted: fc.boolean(),
  takeaway: fc.option(words(700)),
});

/** Digests with the worst possible content from sources: markup, control characters, enormous fields. */
export const anyDigest: fc.Arbitrary<DigestMail> = fc
  .record({
    term: words(300),
    digestType: fc.constantFrom('immediate', 'weekly', 'daily', 'other'),
    // A few different papers, repeated: as hard to fit as many different ones, and faster to generate.
    some: fc.array(paper, { maxLength: 3 }),
    number: fc.oneof({ arbitrary: fc.nat(10), weight: 30 }, fc.constantFrom(40, 100)),
    summary: fc.array(
      fc.record({ text: words(900), paper: fc.integer({ min: 1, max: 120 }), quote: words(400) }),
      { maxLength: 20 },
    ),
    writtenBy: fc.option(words(200)),
    coverage: fc.array(
      fc.record({
        source: fc.constantFrom(...sourceNames),
        outcome: fc.constantFrom('complete' as const, 'partial' as const, 'failed' as const, 'off' as const),
        from: fc.constantFrom('2026-04-26', 'yesterday', ''),
        to: fc.constantFrom('2026-05-03', 'today'),
        records: fc.nat(),
        malformed: fc.nat(9),
        papers: fc.nat(9),
        sentence: fc.option(words(2000)),
      }),
      { maxLength: 4 },
    ),
    windowDays: fc.option(fc.constantFrom(7, 30, 365)),
    cadence: fc.constantFrom(...cadences),
    filtered: fc.option(words(1200)),
    hasLibrary: fc.boolean(),
    timeZone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'Not/AZone'),
  })
  .map(({ some, number, hasLibrary, ...rest }) => {
    const papers = some.length
      ? Array.from({ length: number }, (_, place) => some[place % some.length]!)
      : [];
    // As long as a real token.
    const feedback = papers.map(() => `${sample.site.baseUrl}/feedback?token=${'x'.repeat(51)}`);
    // The maximum length.
    const library = hasLibrary ? `https://resolver.example.edu/${'x'.repeat(270)}` : null;
    return { ...sample, ...rest, papers, links: { ...sample.links, feedback, library } };
  });
