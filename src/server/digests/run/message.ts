import { eq } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { mailSite } from '#mail/layout/template.ts';
import { type RenderedMail, renderTemplate } from '#mail/mails.ts';
import { digestHeaders } from '#mail/transport/message.ts';
import type { OutgoingMail } from '#mail/transport/types.ts';
import { anyOf, batched } from '#platform/db/batch.ts';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { subscriberIn } from '#shared/billing/plan.ts';
import type { Schedule } from '#shared/topics/schedule.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { feedbackLink } from '#topics/feedback/judge.ts';
import { deliveryPlan } from '#topics/topic/schedule.ts';
import { pauseLink, unsubscribeLink, unsubscribeToken } from '#topics/unsubscribe.ts';
import { correctionNotice, nothingNew } from '../render/notes.tsx';
import { renderDigest } from '../render/render.ts';
import type { DigestRow, ReaderRow } from './finish.ts';

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
  const { baseUrl, mail } = app.config;
  const token = unsubscribeToken(app, digest.userId, digest.searchTermId);
  const headers = digestHeaders({ baseUrl, ...mail, term: digest.searchTerm, token });
  return { id, to: recipient.user.email, subject: digest.subject, html, text, headers };
}

function render(app: MailApp, digest: DigestRow, recipient: Recipient): Promise<RenderedMail> {
  const { user, follows } = recipient;
  const { searchTermId } = digest;
  const site = mailSite(app.config, user.subscriptionTier);
  const links = {
    dashboardLink: `${app.config.baseUrl}/dashboard`,
    unsubscribeLink: unsubscribeLink(app, user.id, searchTermId),
  };
  const papers = digest.papersData;
  const term = digest.searchTerm ?? '';
  if (digest.digestType === 'note') {
    const { coverage, filtered, passedOver, nearestMiss: nearest } = digest;
    const note = {
      ...links,
      term,
      ...daysOf(digest),
      coverage,
      filtered,
      passedOver: passedOver ?? 0,
      nearest,
    };
    return renderTemplate(nothingNew, note, site);
  }
  if (digest.digestType === 'correction') {
    const told = papers.map(({ title, url, told }) => ({ title, url, ...told! }));
    return renderTemplate(correctionNotice, { ...links, papers: told }, site);
  }
  const timeZone = recipient.preferences?.timeZone ?? 'UTC';
  const plan = deliveryPlan(user, { deliveryDay: 'sunday', timeZone }, { schedule: recipient.schedule });
  return renderDigest({
    ...digest,
    digestId: digest.id,
    ...{ term, papers, site, timeZone, now: digest.periodEnd },
    cadence: plan.schedule?.cadence ?? 'weekly',
    links: {
      digest: `${app.config.baseUrl}/digests/${digest.id}`,
      unsubscribe: links.unsubscribeLink,
      pause: searchTermId && pauseLink(app, user.id, searchTermId),
      manage: links.dashboardLink,
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
function daysOf({ coverage, periodStart, periodEnd }: DigestRow) {
  const day = (moment: Date): string => moment.toISOString().slice(0, 10);
  const [from = day(periodStart)] = pluck(coverage, 'from').sort();
  return { from, to: pluck(coverage, 'to').sort().at(-1) ?? day(periodEnd) };
}

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

/** The recipient of a digest; undefined if the reader was deleted. */
export const findRecipient = batched(
  async (
    { db, config }: Pick<App, 'db' | 'config'>,
    digests: Pick<DigestRow, 'userId' | 'searchTermId'>[],
  ): Promise<(Recipient | undefined)[]> => {
    const readers = await db
      .select({ user: users, preferences: userPreferences })
      .from(users)
      .leftJoin(userPreferences, eq(userPreferences.userId, users.id))
      .where(anyOf(users.id, pluck(digests, 'userId')));
    const topicIds = digests.flatMap(({ searchTermId }) => searchTermId ?? []);
    const topics = await db
      .select({
        ...pick(searchTerms, 'id schedule isActive deletedAt'),
        nextDigest: searchTerms.nextScheduledRun,
      })
      .from(searchTerms)
      .where(anyOf(searchTerms.id, topicIds));
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
