import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { hashPassword } from '#accounts/credentials/password.ts';
import { syncCustomer } from '#billing/sync.ts';
import { harvest } from '#corpus/harvest/harvest.ts';
import type { App } from '#kit/feature.ts';
import { recordTroubles } from '#mail/block.ts';
import {
  paperIdentifiers,
  papers,
  searchTerms,
  sessions,
  signupAttempts,
  userPreferences,
  users,
} from '#platform/db/schema.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import type { SourcesStandIn } from '#stand-ins/sources/server.ts';
import type { StripeStandIn } from '#stand-ins/stripe/server.ts';
import { addSession, addUser } from '#test/rows.ts';
import { feedbackToken, judge } from '#topics/feedback/judge.ts';
import { unsubscribeToken } from '#topics/pause.ts';
import { topicKey } from '#topics/topic/topic.ts';
import { addDigests } from './digests.ts';
import type { Reader, readerSetup, SignUp } from './setup.ts';

const password = 'Correct-horse-9-battery';
const passwordHash = hashPassword(password);
const day = 86_400_000;
let made = 0;

/** Creates a verified reader with a session, a paid plan, topics, digests and feedback. */
export async function newReader(
  { app, cards, sources }: { app: App; cards: StripeStandIn; sources: SourcesStandIn },
  { tier, terms, digests, judged, retracted, mailBlocked }: z.output<typeof readerSetup>,
): Promise<Reader> {
  await ageLibrary(app);
  const email = `reader-${++made}@example.org`;
  const { id } = await addUser(app, email, { passwordHash: await passwordHash });
  await app.db.insert(userPreferences).values({ userId: id });
  const isFree = tier === 'free' || !app.config.edition.billing;
  const subscriptionId = isFree ? null : await subscribe(app, cards, { id, email }, tier);
  const [first = null] = await addTerms(app, id, terms);
  const papers = await addDigests(app, { userId: id, termId: first }, digests);
  for (const [at, verdict] of judged.entries())
    await judge(app, { termId: first!, paperId: papers[at]! }, verdict);
  await retract(app, sources, papers.slice(0, retracted));
  if (mailBlocked) await recordTroubles(app, 'stage', [{ kind: mailBlocked, email, at: app.now() }]);
  const unsubscribe = {
    topic: unsubscribeToken(app, id, first),
    deletedTopic: unsubscribeToken(app, id, randomUUID()),
  };
  const feedback = papers.map((paperId) => feedbackToken(app, { termId: first!, paperId }));
  return { id, email, password, cookie: await signIn(app, id), subscriptionId, unsubscribe, feedback };
}

/** Makes the library a month old, so that it has weeks to compare. */
const ageLibrary = ({ db, now }: App) =>
  db
    .update(papers)
    .set({ firstSeenAt: new Date(now().getTime() - 30 * day) })
    .where(sql`${papers.id} = (select min(id) from papers)`);

/** Creates an account that waits for its verification link. */
export async function newSignUp(app: App, pendingSearch: string | null): Promise<SignUp> {
  const email = `reader-${++made}@example.org`;
  const token = newToken();
  const user = await addUser(app, email, { passwordHash: await passwordHash, isEmailVerified: false });
  await app.db.insert(signupAttempts).values({
    userId: user.id,
    tokenHash: hashToken(token),
    passwordHash: await passwordHash,
    pendingSearch,
    expiresAt: new Date(app.now().getTime() + day),
  });
  return { email, token };
}

/** Makes every sign-in and proof of a reader an hour old. */
export async function ageSessions({ db, now }: App, userId: string): Promise<void> {
  const createdAt = new Date(now().getTime() - 3_600_000);
  await db.update(sessions).set({ createdAt, provenAt: null }).where(eq(sessions.userId, userId));
}

export async function endSessions({ db }: App, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

async function subscribe(
  app: App,
  { ledger }: StripeStandIn,
  { id, email }: { id: string; email: string },
  tier: 'pro' | 'team',
): Promise<string> {
  const customer = ledger.addCustomer(email, { userId: id });
  await app.db.update(users).set({ stripeCustomerId: customer.id }).where(eq(users.id, id));
  const subscription = ledger.subscribe(customer.id, app.payments!.prices[tier][0]!, { userId: id, tier });
  ledger.confirm(
    ledger.intents.get(ledger.invoices.get(subscription.latestInvoice)!.intent)!,
    '4242424242424242',
  );
  // Repeated until the account has the tier: the provider's webhooks are handled at the same time.
  while ((await syncCustomer(app, customer.id)) !== tier);
  return subscription.id;
}

/** Adds topics a day apart, oldest first; those not waiting were searched yesterday. */
async function addTerms({ db, now }: App, userId: string, terms: z.output<typeof readerSetup>['terms']) {
  const at = now().getTime();
  const ids: string[] = [];
  for (const [index, { term, status, isActive, statusDetail }] of terms.entries()) {
    const searched = status === 'completed' || status === 'failed';
    const waits = { pending: 0, processing: 0, completed: 6 * day, failed: day / 24 }[status];
    const id = randomUUID();
    ids.push(id);
    await db.insert(searchTerms).values({
      id,
      userId,
      term,
      termKey: topicKey(term),
      status,
      isActive,
      statusDetail,
      isFree: index === 0,
      expansion: status === 'completed' ? expansionOf(term) : [],
      lastProcessedAt: searched ? new Date(at - day) : null,
      nextScheduledRun: waits ? new Date(at + waits) : null,
      // In the future, so that the sweep leaves a topic alone that only looks as if it were waiting.
      requestedAt: searched ? new Date(at - (terms.length - index) * day) : new Date(at + day),
      claimedAt: status === 'processing' ? new Date(at + day) : null,
      createdAt: new Date(at - (terms.length - index) * day),
    });
  }
  return ids;
}

const expansionOf = (term: string) =>
  ['randomized trial', 'meta-analysis', 'in vivo', 'mechanism', 'biomarker', 'cohort', 'open data'].map(
    (phrase, at) => ({
      phrase: at === 0 ? `${term.split(' ')[0]} study` : phrase,
      kind: 'related' as const,
      from: 'pubmed' as const,
      weight: 0.6 - at / 20,
    }),
  );

async function signIn(app: App, userId: string): Promise<Reader['cookie']> {
  // Of its own, because a network has a share of a day's searches.
  const network = `10.${made >> 8}.${made & 255}.0/24`;
  return { name: 'litwatch', value: (await addSession(app, userId, { network })).token };
}

/** PMIDs not used in the sample library. */
const firstPmid = 900_000_000;

/** Adds a retraction notice for each of these papers to PubMed, and harvests it. */
async function retract(app: App, sources: SourcesStandIn, paperIds: number[]): Promise<void> {
  if (!paperIds.length) return;
  const pmids = paperIds.map((id) => ({ paperId: id, value: String(firstPmid + 2 * id) }));
  await app.db.insert(paperIdentifiers).values(pmids.map((pmid) => ({ ...pmid, kind: 'pmid' as const })));
  sources.add(
    pmids.map(({ paperId, value }) => ({
      ...{ source: 'pubmed', id: String(firstPmid + 2 * paperId + 1), title: 'Retraction Note' },
      ...{ authors: ['Sample, A.'], types: ['Retraction of Publication'] },
      links: [{ type: 'RetractionOf', id: value }],
    })),
  );
  // The worker may be reading the same source.
  while ((await harvest(app, 'pubmed')).outcome !== 'complete')
    await new Promise((resolve) => setTimeout(resolve, 100));
}
