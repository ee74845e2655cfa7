import type { MailSite } from '#mail/layout/template.ts';
import type { Coverage, SummarySentence } from '#shared/digests/digest.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { dayMs, timeAfter, timeBefore } from '#shared/values/time.ts';
import type { DigestMail } from './paperView.ts';

/** An invented digest, to try out a mail server and to look at the mail itself. */
export function sampleDigest(site: MailSite, now: Date): DigestMail {
  const ago = (days: number) => timeBefore(now, days * dayMs);
  const isoDay = (days: number) => ago(days).toISOString().slice(0, 10);
  const shown = papers(isoDay);
  return {
    digestId: '00000000-0000-4000-8000-000000000000',
    term: 'soil microbiome and drought',
    digestType: 'weekly',
    papers: shown,
    summary,
    writtenBy: 'sentences taken from the abstracts',
    coverage: coverage(isoDay(7), isoDay(0)),
    windowDays: 7,
    periodStart: ago(7),
    periodEnd: now,
    site: { ...site, sample: true },
    links: {
      digest: `${site.baseUrl}/dashboard`,
      unsubscribe: `${site.baseUrl}/unsubscribe?token=sample&ask=1`,
      pause: `${site.baseUrl}/unsubscribe?token=sample&ask=1&pause=1`,
      manage: `${site.baseUrl}/dashboard`,
      library: null,
      files: [],
      feedback: shown.map(() => `${site.baseUrl}/feedback?token=sample`),
    },
    now,
    nextDigest: timeAfter(now, 7 * dayMs),
    timeZone: 'UTC',
  };
}

/** Each quotes itself, as a sentence of an abstract does. */
const summary: SummarySentence[] = [
  'In a two-year field trial, inoculated plots retained 18% more biomass under drought than untreated plots.',
  'Here fungal networks recovered within six weeks of rewetting, while bacterial networks had not recovered after a year.',
  'We present a regression model trained on 212 soils that predicts respiration after drought from community composition, without climate data.',
].map((text, at) => ({ paper: at + 1, text, quote: text }));

const coverage = (from: string, to: string): Coverage[] => {
  const row = { from, to, records: 0, malformed: 0, papers: 0, sentence: null };
  return [
    { ...row, source: 'pubmed', outcome: 'complete', records: 31204, papers: 2 },
    { ...row, source: 'arxiv', outcome: 'complete', records: 6120, papers: 1 },
    { ...row, source: 'biorxiv', outcome: 'failed', sentence: 'bioRxiv was not available (503).' },
    { ...row, source: 'medrxiv', outcome: 'off' },
  ];
};

const papers = (isoDay: (days: number) => string): PaperInput[] => [
  {
    title: 'A drought-adapted soil inoculum sustains wheat yield over two dry seasons',
    url: 'https://example.org/papers/inoculum',
    authors: 'Ada Example,Bruno Sample,Chen Invented,Dana Fiction,Emil Specimen,Fatou Muster'.split(','),
    journal: 'Journal of Invented Agronomy',
    abstract:
      'Drought limits wheat yield. In a two-year field trial, inoculated plots retained 18% more biomass under drought than untreated plots. The effect was absent in wet years.',
    source: 'pubmed',
    relevanceScore: 0.91,
    why: {
      ...{ matched: ['soil microbiome', 'drought'], expanded: ['rhizosphere'], because: null },
      aspects: [
        { name: 'soil microbiome', words: ['soil microbiome'], missing: null },
        { name: 'drought', words: ['drought'], missing: null },
      ],
    },
    publishedOn: isoDay(3),
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
    note: 'new',
    facts: { design: { name: 'randomized trial', quote: 'Randomized Controlled Trial' } },
    takeaway: 'The inoculum helped in dry years only; wet years showed no difference.',
  },
  {
    title: 'Fungi before bacteria: the order in which soil networks recover from drought',
    url: 'https://example.org/papers/networks',
    authors: ['Gita Placeholder', 'Hugo Exemplar'],
    journal: 'Annals of Imaginary Ecology',
    abstract:
      'We followed 40 grassland plots after rewetting. Here fungal networks recovered within six weeks of rewetting, while bacterial networks had not recovered after a year.',
    source: 'pubmed',
    relevanceScore: 0.84,
    why: { matched: ['drought'], expanded: ['soil microbial community'], because: null },
    publishedOn: isoDay(12),
    publicationTypes: ['Journal Article'],
    note: 'late',
    facts: { n: { value: 40, unit: 'plots', quote: 'We followed 40 grassland plots' } },
    takeaway: 'Fungal networks recover in weeks, bacterial ones take more than a year.',
  },
  {
    title: 'Predicting soil respiration after drought from community composition',
    url: 'https://example.org/papers/respiration',
    authors: ['Ines Illustration'],
    journal: null,
    abstract:
      'We present a regression model trained on 212 soils that predicts respiration after drought from community composition, without climate data.',
    source: 'arxiv',
    relevanceScore: 0.72,
    why: {
      ...{ matched: ['soil', 'drought'], expanded: [], because: null },
      aspects: [
        { name: 'soil microbiome', words: ['soil'], missing: 'microbiome' },
        { name: 'drought', words: ['drought'], missing: null },
      ],
    },
    publishedOn: isoDay(2),
    publicationTypes: ['Preprint'],
    version: 2,
    note: 'revised',
    facts: { design: { name: 'computational study', quote: 'We present a model trained on 212 soils' } },
    takeaway: null,
  },
];
