import { eq, getTableColumns } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { mailSite } from '#mail/layout/template.ts';
import { type RenderedMail, renderTemplate } from '#mail/mails.ts';
import { digestHeaders } from '#mail/transport/message.ts';
import type { OutgoingMail } from '#mail/transport/types.ts';
import { anyOf, batched } from '#platform/db/batch.ts';
import { emailDigests, searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { subscriberIn } from '#shared/billing/plan.ts';
import type { Schedule } from '#shared/topics/schedule.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { feedbackLink } from '#topics/feedback/judge.ts';
import { deliveryPlan } from '#topics/topic/schedule.ts';
import { pauseLink, unsubscribeLink, unsubscribeToken } from '#topics/unsubscribe.ts';
import { correctionNotice, nothingNew } from '../render/notes.tsx';
import { renderDigest } from '../render/render.ts';
import type { ReaderRow } from './finish.ts';

/** All columns but the long list of further matches, which neither a mail nor an archive of 200 digests shows. */
const { content: _empty, furtherMatches: _further, ...digestColumns } = getTableColumns(emailDigests);

export { digestColumns };

/** A digest's row with everything that its mail shows. */
export type DigestRow = Omit<typeof emailDigests.$inferSelect, 'content' | 'furtherMatches'>;

type MailApp = Pick<App, 'config' | 'secret' | 'features'>;

/**
 * The mail of a digest, made from its row each time it is sent, with links that work and the reader's present settings:
 * no mail and no link is stored. Papers and sentences are those of the row. `id` becomes its Message-ID.
 */
export async function mailOf(
  app: MailApp,
  digest: DigestRow,
  recipient: Recipient,
  { id = digest.id }: { id?: string } = {},
): Promise<OutgoingMail> {
  const { html, text } = await render(app, digest, recipient);
  return {
    id,
    to: recipient.user.email,
    subject: digest.subject,
    html,
    text,
    headers: headersOf(app, digest),
  };
}

function render(app: MailApp, digest: DigestRow, recipient: Recipient): Promise<RenderedMail> {
  const { user, follows } = recipient;
  const { searchTermId } = digest;
  const site = mailSite(app.config, user.subscriptionTier);
  const dashboardLink = `${app.config.baseUrl}/dashboard`;
  const unsubscribe = unsubscribeLink(app, user.id, searchTermId);
  const papers = digest.papersData;
  const term = digest.searchTerm ?? '';
  if (digest.digestType === 'note')
    return renderTemplate(
      nothingNew,
      {
        ...{ term, ...daysOf(digest), coverage: digest.coverage, filtered: digest.filtered },
        ...{ passedOver: digest.passedOver ?? 0, nearest: digest.nearestMiss },
        ...{ dashboardLink, unsubscribeLink: unsubscribe },
      },
      site,
    );
  if (digest.digestType === 'correction')
    return renderTemplate(
      correctionNotice,
      {
        papers: papers.map(({ title, url, told }) => ({ title, url, ...told! })),
        ...{ dashboardLink, unsubscribeLink: unsubscribe },
      },
      site,
    );
  const timeZone = recipient.preferences?.timeZone ?? 'UTC';
  const plan = deliveryPlan(user, { deliveryDay: 'sunday', timeZone }, { schedule: recipient.schedule });
  return renderDigest({
    ...digest,
    digestId: digest.id,
    ...{ term, papers, site, timeZone, now: digest.periodEnd },
    cadence: plan.schedule?.cadence ?? 'weekly',
    links: {
      digest: `${app.config.baseUrl}/digests/${digest.id}`,
      unsubscribe,
      pause: searchTermId && pauseLink(app, user.id, searchTermId),
      manage: dashboardLink,
      library: user.libraryLink,
      files: app.features.flatMap(({ digestFiles }) => digestFiles?.(app, digest.id) ?? []),
      feedback:
        searchTermId && papers.every(({ id }) => id)
          ? papers.map(({ id }, at) => {
              const link = feedbackLink(app, { termId: searchTermId, paperId: Number(id) });
              // By it, a signed-in reader comes to the paper in its digest.
              return `${link}&at=${digest.id}.${at + 1}`;
            })
          : null,
    },
    nextDigest: follows ? recipient.nextDigest : null,
  });
}

/** The days that were read, as ISO dates: those of its sources together, or its period. */
function daysOf({ coverage, periodStart, periodEnd }: DigestRow): { from: string; to: string } {
  const day = (moment: Date): string => moment.toISOString().slice(0, 10);
  const from = coverage.map(({ from }) => from).sort()[0] ?? day(periodStart);
  const to =
    coverage
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? day(periodEnd);
  return { from, to };
}

const headersOf = (app: MailApp, { userId, searchTermId, searchTerm }: DigestRow): Record<string, string> =>
  digestHeaders({
    baseUrl: app.config.baseUrl,
    supportEmail: app.config.mail.supportEmail,
    from: app.config.mail.from,
    term: searchTerm,
    token: unsubscribeToken(app, userId, searchTermId),
  });

/** What delivery needs to know about the reader of a digest. */
export interface Recipient extends Omit<ReaderRow, 'preferences'> {
  /** Null for an account that was created by hand. */
  preferences: ReaderRow['preferences'] | null;
  /** Why no mail may be sent to this address. */
  blocked: string | null;
  /** Whether the digest's topic still exists and is active. */
  follows: boolean;
  schedule: Schedule | null;
  /** When the topic's next digest is due. */
  nextDigest: Date | null;
}

interface Addressed {
  userId: string;
  searchTermId: string | null;
}

/** The recipient of a digest; undefined if the reader was deleted. */
export const findRecipient = batched(
  async (
    { db, config }: Pick<App, 'db' | 'config'>,
    digests: Addressed[],
  ): Promise<(Recipient | undefined)[]> => {
    const readers = await db
      .select({ user: users, preferences: userPreferences })
      .from(users)
      .leftJoin(userPreferences, eq(userPreferences.userId, users.id))
      .where(anyOf(users.id, pluck(digests, 'userId')));
    const topics = await db
      .select({
        ...pick(searchTerms, 'id schedule isActive deletedAt'),
        nextDigest: searchTerms.nextScheduledRun,
      })
      .from(searchTerms)
      .where(
        anyOf(
          searchTerms.id,
          digests.flatMap(({ searchTermId }) => searchTermId ?? []),
        ),
      );
    return digests.map(({ userId, searchTermId }) => {
      const found = readers.find(({ user }) => user.id === userId);
      if (!found) return undefined;
      const topic = topics.find(({ id }) => id === searchTermId);
      return {
        user: subscriberIn(config.edition, found.user),
        preferences: found.preferences,
        blocked: whyBlocked(found.user),
        follows: Boolean(topic?.isActive && !topic.deletedAt),
        schedule: topic?.schedule ?? null,
        nextDigest: topic?.nextDigest ?? null,
      };
    });
  },
);

function whyBlocked({ isActive, mailBlocked }: typeof users.$inferSelect): string | null {
  if (!isActive) return 'The account is closed.';
  return mailBlocked ? 'Mail to this address came back.' : null;
}
