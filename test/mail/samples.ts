import type { z } from 'zod';
import { correctionNotice, nothingNew } from '#digests/render/notes.ts';
import type { DigestMail } from '#digests/render/paperView.ts';
import { renderDigest } from '#digests/render/render.ts';
import { sampleDigest } from '#digests/render/sample.ts';
import {
  type MailData,
  type MailName,
  mails,
  type RenderedMail,
  renderMail,
  renderTemplate,
} from '#mail/mails.ts';

export const site = {
  baseUrl: 'https://litwatch.example',
  supportEmail: 'support@litwatch.example',
  operatorName: 'Litwatch LLC',
  postalAddress: '1 Example Street, Dover, DE 19901, USA',
  sample: false,
};
export const at = '2026-05-03T07:00:00Z';

const page = (path: string) => `${site.baseUrl}/${path}`;
const footerLinks = { dashboardLink: page('dashboard'), unsubscribeLink: page('unsubscribe?token=t&ask=1') };

/** Invented data for each mail. */
export const samples: { [N in MailName]: MailData<N> } = {
  welcome: {},
  verify: {
    link: page('verify-email?token=t'),
    notMeLink: page('cancel-signup?token=t'),
    at,
    place: 'Firefox on Linux in the network 192.0.2.0/24',
    validFor: '24 hours',
  },
  'already-have-account': { link: page('auth?tab=login'), resetLink: page('auth?tab=forgot-password') },
  reset: { link: page('reset-password?token=t'), validFor: '60 minutes' },
  'password-changed': {
    ...{ resetLink: page('auth?tab=forgot-password'), at },
    access: [
      'sign-in by an account at login.example.edu',
      'the passkey “Laptop”',
      'the API tokens “Notebook” and “Reading group”',
      'what is sent to hooks.slack.com/…x7Qa',
      '2 shared pages',
    ],
    endLink: page('end-access?token=t'),
  },
  'security-changed': {
    change: 'A passkey was added: it signs in without the password',
    resetLink: page('auth?tab=forgot-password'),
    at,
  },
  'account-deleted': { at, subscriptionEnded: true },
  'data-exported': { resetLink: page('auth?tab=forgot-password'), at, device: 'Firefox on Linux' },
  'subscription-started': { tier: 'pro', renewsOn: at },
  'subscription-changed': { from: 'pro', to: 'team', renewsOn: at },
  'subscription-cancelled': { tier: 'pro', until: null, refund: 321 },
  'subscription-failed': {
    tier: 'pro',
    fixLink: page('subscribe/fix-payment'),
    reason: 'Your card has insufficient funds.',
    retryOn: at,
  },
  'terms-paused': { tier: 'free', kept: ['soil'], paused: ['moss', 'fen'], subscribeLink: page('subscribe') },
  'mail-waits': { at, reply: '550 5.4.5 Daily user sending limit exceeded.' },
};

export const noPapers: z.input<(typeof nothingNew)['data']> = {
  term: 'CRISPR base editing',
  from: '2026-04-26',
  to: '2026-05-03',
  coverage: [
    { source: 'pubmed', outcome: 'complete', from: '2026-04-26', to: '2026-05-03', records: 31204 },
    { source: 'arxiv', outcome: 'failed', from: '2026-04-26', to: '2026-05-03', records: 0 },
  ],
  ...footerLinks,
};

const retracted: z.input<(typeof correctionNotice)['data']> = {
  papers: [
    {
      title: 'A & B',
      url: 'https://example.org/a?b=1&c=2',
      state: 'retracted',
      term: 'soil',
      mailedOn: '2026-03-01',
    },
    { title: 'No link', url: null, state: 'withdrawn' },
  ],
  ...footerLinks,
};

const digest = sampleDigest(site, new Date(at));
const [first, second] = digest.papers as [DigestMail['papers'][number], DigestMail['papers'][number]];

/** A digest in every state that looks different. */
const digests: Record<string, DigestMail> = {
  weekly: {
    ...digest,
    links: {
      ...digest.links,
      files: [
        { label: 'RIS', href: page('references/t.ris') },
        { label: 'BibTeX', href: page('references/t.bib') },
        { label: 'CSL-JSON', href: page('references/t.json') },
      ],
    },
  },
  first: { ...digest, digestType: 'immediate', windowDays: 30 },
  'monthly, filtered': {
    ...digest,
    cadence: 'monthly',
    filtered: 'Only reviews and trials, without “mice”.',
    periodStart: new Date('2026-04-03T07:00:00Z'),
  },
  highlights: { ...digest, digestType: 'daily', papers: [first], summary: digest.summary.slice(0, 1) },
  'without a summary': { ...digest, summary: [], writtenBy: null },
  'by a model': {
    ...digest,
    writtenBy: 'written by a-model',
    summary: [{ paper: 3, text: 'One model covers 212 soils.', quote: 'trained on 212 soils' }],
  },
  retracted: {
    ...digest,
    papers: [
      { ...first, retracted: true },
      { ...second, addressesModel: true },
    ],
  },
  'right to left': {
    ...digest,
    term: 'مقاومة المضادات الحيوية في المستشفيات',
    papers: [
      {
        ...first,
        title: 'انتشار البكتيريا المقاومة للمضادات الحيوية في وحدات العناية المركزة: دراسة مستقبلية',
        authors: ['سارة المثال', 'يوسف النموذج'],
        takeaway: 'انخفضت العدوى بنسبة 18% خلال سنتين في المستشفيات المشاركة.',
        why: { matched: ['المضادات الحيوية', 'hospital'], expanded: [], because: null },
      },
      second,
    ],
  },
  long: {
    ...digest,
    term: `${'Pneumonoultramicroscopicsilicovolcanoconiosis '.repeat(6)}👩🏽‍🔬`,
    papers: Array.from({ length: 100 }, (_, place) => ({
      ...digest.papers[place % 3]!,
      title: `${'A title that goes on and on and on '.repeat(8)}${place + 1}`,
      authors: Array.from({ length: 5000 }, (_, author) => `Author Number-${author + 1}`),
    })),
  },
};

const filteredAway = {
  term: 'مقاومة المضادات الحيوية في المستشفيات',
  from: '2026-05-03',
  ...{ filtered: 'Only reviews and trials, without “mice”.', passedOver: 3 },
};
const withdrawnOne = { url: first.url, state: 'withdrawn' as const, term: 'soil', mailedOn: '2026-04-26' };
const withdrawn = { papers: [{ ...first, ...withdrawnOne }], ...footerLinks };

/** Other mails, in every further state that looks different. */
const otherMails: [name: string, render: () => Promise<RenderedMail>][] = [
  ['nothing-new', () => renderTemplate(nothingNew, noPapers, site)],
  ['retraction-notice', () => renderTemplate(correctionNotice, retracted, site)],
  ['nothing-new past the filters', () => renderTemplate(nothingNew, { ...noPapers, ...filteredAway }, site)],
  ['retraction-notice of one', () => renderTemplate(correctionNotice, withdrawn, site)],
  [
    'subscription-cancelled at the end',
    () => renderMail('subscription-cancelled', { tier: 'team', until: at, refund: null }, site),
  ],
];

/** Every mail of the product, rendered as readers get it. */
export const everyMail: [name: string, render: () => Promise<RenderedMail>][] = [
  ...(Object.keys(mails) as MailName[]).map((name): [string, () => Promise<RenderedMail>] => [
    name,
    () => renderMail(name, samples[name] as never, site),
  ]),
  ...otherMails,
  ...Object.entries(digests).map(([name, mail]): [string, () => Promise<RenderedMail>] => [
    `digest ${name}`,
    () => renderDigest(mail),
  ]),
];
