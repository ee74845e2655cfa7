import { z } from 'zod';
import { dayInWords, daysBetween } from '#mail/layout/dates.ts';
import { action, anchor, facts, list, p, quotation, small, strong } from '#mail/layout/parts.ts';
import { line, link, template } from '#mail/layout/template.ts';
import { apart, quoted, shorten, shortenCharacters, webAddress } from '#mail/layout/words.ts';
import { type Coverage, coverage, nearMiss } from '#shared/digests/digest.ts';
import { type MailedMoment, mailedKinds, moments } from '#shared/papers/moments.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { plain } from '#shared/values/plainText.ts';
import { counted } from '#shared/values/words.ts';
import { receiptOf } from './view.ts';

/** `CRISPR base editing: nothing new this time` */
export const nothingNewSubject = (term: string): string =>
  `${shortenCharacters(plain(term), 55)}: nothing new this time`;

const recordsOf = (found: { coverage: Coverage[] }): number =>
  found.coverage.reduce((sum, { records }) => sum + records, 0);
/** Whether papers were close enough and none passed the filters. */
const isStopped = (found: { filtered?: string | null; passedOver: number }): boolean =>
  Boolean(found.filtered) && found.passedOver > 0;

/** Sent instead of a padded digest, at most once in four weeks per topic. */
export const nothingNew = template({
  kind: 'digest',
  data: z.object({
    term: line,
    /** ISO days, both included. */
    from: z.string(),
    to: z.string(),
    coverage: z.array(coverage).default([]),
    /** The active filters, as a sentence. */
    filtered: line.nullish(),
    /** Number of close papers that did not pass them. */
    passedOver: z.int().default(0),
    /** The paper that came closest, and why it was left out. */
    nearest: nearMiss.nullish(),
    dashboardLink: link,
    unsubscribeLink: link,
  }),
  subject: ({ term }) => nothingNewSubject(term),
  title: ({ term }) => `Nothing new on ${apart(shorten(term, 300))}`,
  preview: (found) =>
    `${counted(recordsOf(found), 'record')} read, none ${isStopped(found) ? 'passed the filters of' : 'close enough to'} your topic.`,
  why: ({ term }) =>
    `You are receiving this, at most once in four weeks, because you follow ${quoted(shorten(term, 300))} on Litwatch.`,
  body: (found) => {
    const { term, from, to, coverage, filtered, passedOver, nearest, dashboardLink, unsubscribeLink } = found;
    const stopped = isStopped(found);
    return [
      p`${from === to ? 'On' : 'From'} ${daysBetween(`${from}/${to}`)} Litwatch read
        ${counted(recordsOf(found), 'new record')} and found ${stopped ? counted(passedOver, 'paper') : 'none'}
        close enough to ${quotation(shorten(term, 300))} to be worth your
        time${stopped && ', but none that passed the filters of this topic'}. Weaker matches are not sent to
        fill the page.`,
      filtered && p`${filtered}`,
      nearest &&
        p`${strong('The closest was')} ${linked(shorten(plain(nearest.title), 300), nearest.url)}
          (${sourceLabels[nearest.source]}). ${nearest.because}`,
      coverage.length > 0 &&
        facts(coverage.map((row) => [sourceLabels[row.source], receiptOf(row, { days: false })])),
      action(dashboardLink, 'Look at the topic'),
      stopped ? small`Fewer filters often find more.` : small`A broader topic often finds more.`,
      small`${anchor(unsubscribeLink, 'Unsubscribe from this topic')}`,
    ];
  },
});

type Corrected = { state: MailedMoment; term?: string | null; mailedOn?: string | null }[];

/** What happened to the paper, or to how many. */
export const correctionSubject = (papers: (Corrected[number] & { title: string })[]): string =>
  papers.length > 1
    ? `${papers.every(isTakenBack) ? 'Retracted' : 'Changed'}: ${counted(papers.length, 'paper')} from your ${placeOf(papers)}`
    : `${moments[papers[0]!.state]}: ${plain(papers[0]!.title)}`;

const isTakenBack = ({ state }: Corrected[number]): boolean => state === 'retracted' || state === 'withdrawn';

/** The title of the mail, by what happened to the papers. */
function correctionTitle(papers: Corrected): string {
  const one = papers.length === 1;
  const ofYours = papers.some(isMailed) ? 'you received' : 'on your shelf';
  if (papers.every(isTakenBack))
    return one ? `A paper ${ofYours} was retracted` : `Papers ${ofYours} were retracted`;
  if (!one) return `Papers ${ofYours} have changed`;
  const [{ state }] = papers as [Corrected[number]];
  return state === 'concern'
    ? `An expression of concern about a paper ${ofYours}`
    : `A paper ${ofYours} was ${state}`;
}

/** Whether a digest sent it; otherwise the reader put it on the shelf. */
const isMailed = ({ term, mailedOn }: Corrected[number]): boolean => Boolean(term || mailedOn);

const placeOf = (papers: Corrected): string => (papers.some(isMailed) ? 'digests' : 'shelf');

function whereTheyWere(papers: Corrected): string {
  if (!papers.some(isMailed))
    return papers.length === 1 ? 'This work is on your shelf' : 'These works are on your shelf';
  if (!papers.every(isMailed)) return 'These works were in your digests or are on your shelf';
  return papers.length === 1 ? 'This work was in one of your digests' : 'These works were in your digests';
}

/** Papers that were sent earlier, or are kept, and were corrected, retracted, withdrawn or reinstated since. */
export const correctionNotice = template({
  kind: 'digest',
  data: z.object({
    papers: z
      .array(
        z.object({
          title: line,
          url: link.nullish(),
          state: z.enum(mailedKinds),
          term: line.nullish(),
          /** ISO day on which it was mailed. */
          mailedOn: z.string().nullish(),
        }),
      )
      .min(1),
    dashboardLink: link,
    unsubscribeLink: link,
  }),
  subject: ({ papers }) => correctionSubject(papers),
  title: ({ papers }) => correctionTitle(papers),
  preview: 'You may have read, saved or cited it; here is what changed.',
  why: ({ papers }) =>
    `You are receiving this because ${papers.some(isMailed) ? 'Litwatch sent you' : 'you keep'} ${papers.length === 1 ? 'this work' : 'these works'} ${papers.some(isMailed) ? 'in a digest' : 'on your shelf'}.`,
  body: ({ papers, dashboardLink, unsubscribeLink }) => [
    p`${whereTheyWere(papers)} and ${papers.length === 1 ? 'has' : 'have'} been
      ${papers.every(isTakenBack) ? 'retracted or withdrawn' : 'corrected, questioned, taken back or reinstated'} since. Please check before you rely on ${papers.length === 1 ? 'it' : 'them'}.`,
    list(
      papers
        .slice(0, 50)
        .map(({ title, url, state, term, mailedOn }) => [
          strong(`${moments[state].toUpperCase()}: `),
          linked(shorten(title, 600), url),
          (mailedOn || term) && ' · mailed',
          mailedOn && ` ${dayInWords(mailedOn)}`,
          term && ` for ${quoted(shorten(term, 200))}`,
        ]),
    ),
    action(dashboardLink, 'Open your digests'),
    small`${anchor(unsubscribeLink, 'Unsubscribe')}`,
  ],
});

/** A source's address is a link only if a browser opens it as a page. */
function linked(title: string, url: string | null | undefined) {
  const address = webAddress(url);
  return address ? anchor(address, title) : title;
}
