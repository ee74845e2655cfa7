import { citationLinks } from '#citations/link.ts';
import { mailSite } from '#mail/layout/sender.ts';
import type { emailDigests } from '#platform/db/schema.ts';
import type { Cadence } from '#shared/topics/schedule.ts';
import { feedbackLink } from '#topics/feedback/judge.ts';
import { pauseLink, unsubscribeLink } from '#topics/unsubscribe.ts';
import type { DigestsApp } from '../app.ts';
import { renderDigest } from '../render/render.ts';
import type { ReaderRow } from '../store/finish.ts';

type Row = typeof emailDigests.$inferSelect;

/** The columns of a digest's row that its mail shows. */
export type MailedRow = Pick<
  Row,
  | 'id'
  | 'searchTermId'
  | 'digestType'
  | 'papersData'
  | 'summary'
  | 'writtenBy'
  | 'coverage'
  | 'windowDays'
  | 'closeMatches'
  | 'filtered'
  | 'periodStart'
  | 'periodEnd'
> & { searchTerm: string };

/** The data of a mail that is not in the row. */
interface Around {
  reader: ReaderRow;
  /** Cadence of the topic's digests. */
  cadence: Cadence;
  /** When the next one is due; null if unknown. */
  nextDigest: Date | null;
}

/**
 * The mail of a digest, with links that work for its reader. Called when the digest is composed, and again with its row
 * when an old digest is requested again, so that both have the same papers and sentences.
 */
export const renderDigestMail = (
  app: Pick<DigestsApp, 'config' | 'secret'>,
  { id, searchTermId, searchTerm, papersData, ...row }: MailedRow,
  { reader: { user, preferences }, cadence, nextDigest }: Around,
): ReturnType<typeof renderDigest> => {
  const { baseUrl } = app.config;
  return renderDigest({
    ...row,
    digestId: id,
    term: searchTerm,
    papers: papersData,
    cadence,
    site: mailSite(app.config, user.subscriptionTier),
    links: {
      digest: `${baseUrl}/digests/${id}`,
      unsubscribe: unsubscribeLink(app, user.id, searchTermId),
      pause: searchTermId && pauseLink(app, user.id, searchTermId),
      manage: `${baseUrl}/dashboard`,
      library: user.libraryLink,
      references: citationLinks(app, id),
      feedback:
        searchTermId && papersData.every(({ id }) => id)
          ? papersData.map(({ id }) => feedbackLink(app, { termId: searchTermId, paperId: Number(id) }))
          : null,
    },
    now: row.periodEnd,
    nextDigest,
    timeZone: preferences.timeZone,
  });
};
