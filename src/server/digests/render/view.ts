import { DateTime } from 'luxon';
import { dayOf, inZone, momentOf, rangeOf, remembered } from '#mail/layout/dates.ts';
import type { MailSite } from '#mail/layout/template.ts';
import { listed, quoted, shorten } from '#mail/layout/words.ts';
import { extractive } from '#reading/text/summary.ts';
import { briefOf, withReferences } from '#shared/digests/brief.ts';
import { closeMatchesInWords } from '#shared/digests/closeMatches.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { sourceLabels, sourceNames } from '#shared/papers/sources.ts';
import { withCommas } from '#shared/values/dates.ts';
import { plain } from '#shared/values/plainText.ts';
import { counted } from '#shared/values/words.ts';
import {
  type Detail,
  type DigestMail,
  newPapers,
  type PaperView,
  papersAtMost,
  viewPaper,
} from './paperView.ts';

/** The content of the mail. Both parts show this, so that they have the same content. */
export type DigestView = ReturnType<typeof viewDigest>;

type Receipt = { source: string; text: string; trouble: boolean };

/** The content of a digest's mail at a level of detail. */
export function viewDigest(mail: DigestMail, detail: Detail) {
  const term = shorten(plain(mail.term), 900);
  const quotes = quotesByPaper(mail);
  const papers = mail.papers.slice(0, papersAtMost).map((paper, place) => {
    const quote = quotes.get(place + 1) ?? null;
    const feedback = mail.links.feedback?.[place] ?? null;
    return viewPaper(paper, place + 1, { quote, feedback, library: mail.links.library }, detail);
  });
  const summary = mail.summary
    .filter(({ text, paper }) => plain(text) && paper >= 1 && paper <= papers.length)
    .slice(0, detail.sentences);
  const brief = briefOf(summary, newPapers(mail.papers).slice(0, papersAtMost)).map(
    ({ label, sentences }) => ({
      label,
      sentences: sentences.map(({ text, papers }) => ({ text: shorten(text, detail.sentence), papers })),
    }),
  );
  const scope = scopeOf(mail);
  const days = daysAsked(mail.coverage);

  return {
    /** Shown next to the subject in a list of mails. */
    preview: shorten(brief[0]?.label === 'What is new' ? brief[0].sentences[0]!.text : scope, 200),
    /** `Weekly digest · 3 May 2026` */
    kind: `${kindOf(mail)} · ${dayOf(mail.now, mail.timeZone)}`,
    term,
    /** `8 new papers · 26 April to 3 May` */
    scope,
    /** Sentences about the whole digest: sample papers, a widened window. */
    notices: noticesOf(mail),
    /** What is new, groups, and what is missing; empty if nothing can be said. */
    brief,
    /** Shown in place of a missing summary, in the words of the digest dialog: docs/product.md. */
    noSummary:
      'AI summary not available for this digest. AI summaries are only available for searches conducted after the latest system update.',
    /** What a model did besides writing, in sentences. */
    byModel: mail.byModel ? shorten(plain(mail.byModel), 500) : null,
    writtenBy: summary.length && mail.writtenBy ? shorten(plain(mail.writtenBy), 120) : null,
    papers,
    /** Set if the mail leaves papers to the dashboard. */
    more:
      mail.papers.length > papers.length
        ? `${counted(mail.papers.length - papers.length, 'more paper')} on the dashboard.`
        : null,
    /** `10 of 43 close matches are in this digest.`, and a link to the others; null if it has them all. */
    further: furtherOf(mail),
    /** `What was searched, 26 April to 3 May` */
    searched: `What was searched${days ? `, ${days}` : ''}`,
    receipt: receiptsOf(mail.coverage, days),
    links: mail.links,
    why: `You are receiving this because you follow ${quoted(shorten(term, 300))} on Litwatch.`,
    /** `Next digest: Sun 10 May 2026, 7:00 AM (UTC).` */
    next: mail.nextDigest ? `Next digest: ${momentOf(mail.nextDigest, mail.timeZone)}.` : null,
  };
}

/** All sources in one line if each was read in full or is turned off; otherwise a line for each. */
function receiptsOf(coverage: readonly Coverage[], days: string | null): Receipt[] {
  const asked = coverage.filter(({ outcome }) => outcome !== 'off');
  const isWhole = asked.every(
    ({ outcome, malformed, sentence }) => outcome === 'complete' && !malformed && !sentence,
  );
  if (days && isWhole && asked.length > 1) {
    const records = asked.reduce((sum, row) => sum + row.records, 0);
    const source = listed(asked.map((row) => sourceLabels[row.source]));
    return [{ source, text: `${counted(records, 'record')} read, from all in full.`, trouble: false }];
  }
  return coverage.slice(0, 8).map((row) => ({
    source: sourceLabels[row.source],
    text: receiptOf(row, { days: !days }),
    trouble: row.outcome === 'failed' || row.outcome === 'partial',
  }));
}

function furtherOf({ papers, closeMatches, links }: DigestMail): { text: string; link: string } | null {
  const said = closeMatchesInWords(closeMatches, newPapers(papers).length);
  return said ? { text: `${said} are in this digest.`, link: `${links.digest}#close-matches` } : null;
}

function kindOf({ digestType, cadence = 'weekly' }: DigestMail): string {
  if (digestType === 'immediate') return 'First digest';
  if (digestType === 'daily') return 'Daily highlights';
  return digestType === 'weekly' ? `${cadence.charAt(0).toUpperCase()}${cadence.slice(1)} digest` : 'Digest';
}

function scopeOf({ papers, digestType, windowDays, periodStart, periodEnd, timeZone, coverage }: DigestMail) {
  const end = inZone(periodEnd, timeZone);
  const isFirst = digestType === 'immediate' && windowDays;
  const days = rangeOf(isFirst ? end.minus({ days: windowDays }) : inZone(periodStart, timeZone), end);
  const named = (...outcomes: Coverage['outcome'][]) => {
    const rows = new Set(
      coverage.filter(({ outcome }) => outcomes.includes(outcome)).map(({ source }) => source),
    );
    return sourceNames.filter((source) => rows.has(source)).map((source) => sourceLabels[source]);
  };
  const searched = named('complete', 'partial').join(', ');
  const failed = named('failed');
  const fresh = newPapers(papers).length;
  return [
    fresh ? counted(fresh, 'new paper') : 'No new papers',
    papers.length > fresh ? `${counted(papers.length - fresh, 'earlier paper')} with news` : '',
    days,
    searched,
    failed.length ? `${listed(failed)} did not answer` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function noticesOf({ site, digestType, windowDays, filtered }: DigestMail): string[] {
  return [
    ...(site.sample
      ? ['These papers are invented samples: they try out Litwatch, and nothing in them is real.']
      : []),
    ...(filtered ? [shorten(plain(filtered), 900)] : []),
    // The first digest's window is widened 7 → 30 → 90 → 365 days until five papers clear the floor.
    ...(digestType === 'immediate' && windowDays && windowDays > 7
      ? [
          `Litwatch looked back ${windowDays} days because the last 7 days held too few papers close to this topic${filtered ? ' that passed its filters' : ''}. From now on each digest brings what is new since the one before.`,
        ]
      : []),
  ];
}

/** The quotes that prove a model's sentences, to show with each paper. A sentence of the abstract is its own proof. */
function quotesByPaper({ summary, writtenBy }: DigestMail): Map<number, string> {
  if (writtenBy === extractive) return new Map();
  const quotes = new Map<number, string>();
  for (const { text, paper, quote } of summary)
    if (quote.trim() && plain(quote) !== plain(text) && !quotes.has(paper)) quotes.set(paper, quote);
  return quotes;
}

const later = 'Anything missed will be in a later digest.';

/**
 * The outcome of one source, in words. A failure is never shown as "0 papers". `days` is false if the mail has the same
 * days for all sources.
 */
export function receiptOf(row: Coverage, { days = true }: { days?: boolean } = {}): string {
  const why = row.sentence ? `${sentence(shorten(plain(row.sentence), 240))} ` : '';
  if (row.outcome === 'off') return why ? uncapitalised(why.trim()) : 'turned off in your preferences.';
  if (row.outcome === 'failed') return `did not answer. ${why}${later}`;
  const looked = `${days ? `${window(row)}: ` : ''}${counted(row.records, 'record')} read`;
  const given = row.papers ? `, ${withCommas(row.papers)} in this digest` : '';
  const unread = row.malformed ? `, ${withCommas(row.malformed)} could not be read` : '';
  if (row.outcome === 'partial') return `${looked}${given}${unread}; only part arrived. ${why}${later}`;
  return `${looked}${given}${unread}. ${why}`.trim();
}

/** The days, if they are the same for all sources that were asked. */
function daysAsked(rows: Coverage[]): string | null {
  const windows = new Set(rows.filter(({ outcome }) => outcome !== 'off').map(window));
  return windows.size === 1 ? [...windows][0]! : null;
}

const window = ({ from, to }: Coverage): string => windowOf(`${from} – ${to}`);

const windowOf = remembered((days) => {
  const [from = '', to = ''] = days.split(' – ');
  const [first, last] = [from, to].map((day) => DateTime.fromISO(day, { zone: 'UTC', locale: 'en-US' }));
  return first?.isValid && last?.isValid ? rangeOf(first, last) : shorten(plain(days), 60);
});

const uncapitalised = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** The text part of a digest. Does not wrap lines, because the mail program does that better. */
export function printDigestText(view: DigestView, site: MailSite): string {
  return `${[
    `${view.term}\n${'='.repeat(Math.min(60, view.term.length))}\n${view.kind}\n${view.scope}`,
    ...view.notices,
    ...view.brief.map(
      ({ label, sentences }) => `${heading(label)}\n${sentences.map(withReferences).join(' ')}`,
    ),
    ...(view.brief.length ? [] : [view.noSummary]),
    ...(view.writtenBy ? [`Summary: ${view.writtenBy}.`] : []),
    ...(view.papers.length ? [heading('Papers'), ...view.papers.map(printPaper)] : []),
    ...(view.more ? [view.more] : []),
    ...(view.further ? [`${view.further.text} See the others: ${view.further.link}`] : []),
    `Open on the dashboard: ${view.links.digest}`,
    ...(view.receipt.length
      ? [heading(view.searched), view.receipt.map(({ source, text }) => `${source}: ${text}`).join('\n')]
      : []),
    ...(view.byModel ? [view.byModel] : []),
    linksOf(view),
    `-- \n${[view.why, view.next].filter(Boolean).join(' ')}\nThere is no picture, pixel or redirect in this mail.\nLitwatch is operated by ${site.operatorName}, ${site.postalAddress}. Questions: ${site.supportEmail}`,
  ].join('\n\n')}\n`;
}

const heading = (words: string): string => words.toUpperCase();

const printPaper = (paper: PaperView): string =>
  [
    ...(paper.badge ? [paper.badge] : []),
    `[${paper.number}] ${paper.title}`,
    paper.authors,
    paper.facts,
    paper.relevance,
    paper.warning,
    paper.excerpt,
    paper.why,
    paper.url,
    paper.pdf && `PDF: ${paper.pdf}`,
    paper.library && `Through your library: ${paper.library}`,
    paper.say && `Keep: ${paper.say.keep}\nDone: ${paper.say.done}\nNot for me: ${paper.say.less}`,
  ]
    .filter(Boolean)
    .join('\n');

const linksOf = ({ links: { files, manage, pause, unsubscribe } }: DigestView): string =>
  [
    ...(files.length ? ['References for your library:'] : []),
    ...files.map(({ label, href }) => `${label}: ${href}`),
    `Preferences: ${manage}`,
    ...(pause ? [`Pause this topic: ${pause}`] : []),
    `Unsubscribe from this topic: ${unsubscribe}`,
  ].join('\n');
