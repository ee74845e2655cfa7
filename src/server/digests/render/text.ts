import type { MailSite } from '#mail/layout/template.ts';
import { withReferences } from '#shared/digests/brief.ts';
import type { PaperView } from './paperView.ts';
import type { DigestView } from './view.ts';

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
    `${paper.relevance} · ${paper.where}`,
    paper.facts,
    paper.warning,
    paper.excerpt,
    paper.why,
    paper.url,
    paper.pdf && `PDF: ${paper.pdf}`,
    paper.library && `Through your library: ${paper.library}`,
    paper.say && `Keep: ${paper.say.keep}`,
    paper.say && `Done: ${paper.say.done}`,
    paper.say && `Not for me: ${paper.say.less}`,
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
