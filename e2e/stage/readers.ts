import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { hashPassword } from '#accounts/password.ts';
import type { App } from '#app/app.ts';
import { syncCustomer } from '#billing/sync.ts';
import { searchTerms, sessions, signupAttempts, userPreferences, users } from '#platform/db/schema.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import type { StripeStandIn } from '#stand-ins/stripe/server.ts';
import { judge } from '#topics/feedback/judge.ts';
import { feedbackToken } from '#topics/feedback/link.ts';
import { topicKey } from '#topics/topic/topic.ts';
import { unsubscribeToken } from '#topics/unsubscribe.ts';
import { addDigests } from './digests.ts';
import type { Reader, SignUp, wantedReader } from './wanted.ts';

const password = 'Correct-horse-9-battery';
const passwordHash = hashPassword(password);
const day = 86_400_000;
let made = 0;

/** A verified reader with a session, a plan that is paid for, and what has piled up in a while. */
export async function newReader(
  app: App,
  cards: StripeStandIn,
  { tier, terms, digests, judged }: z.output<typeof wantedReader>,
): Promise<Reader> {
  const email = `reader-${++made}@example.org`;
  const [user] = await app.db
    .insert(users)
    .values({ email, passwordHash: await passwordHash, isEmailVerified: true })
    .returning({ id: users.id });
  const { id } = user!;
  await app.db.insert(userPreferences).values({ userId: id });
  const subscriptionId = tier === 'free' ? null : await subscribe(app, cards, { id, email }, tier);
  const [first = null] = await addTerms(app, id, terms);
  const papers = await addDigests(app, { userId: id, termId: first }, digests);
  for (const [at, verdict] of judged.entries())
    await judge(app, { termId: first!, paperId: papers[at]! }, verdict);
  const unsubscribe = {
    topic: unsubscribeToken(app, id, first),
    gone: unsubscribeToken(app, id, randomUUID()),
  };
  const feedback = papers.map((paperId) => feedbackToken(app, { termId: first!, paperId }));
  return { id, email, password, cookie: await signIn(app, id), subscriptionId, unsubscribe, feedback };
}

/** Somebody who signed up and has the mail. */
export async function newSignUp({ db, now }: App, pendingSearch: string | null): Promise<SignUp> {
  const email = `reader-${++made}@example.org`;
  const token = newToken();
  const [user] = await db
    .insert(users)
    .values({ email, passwordHash: await passwordHash })
    .returning({ id: users.id });
  await db.insert(signupAttempts).values({
    userId: user!.id,
    tokenHash: hashToken(token),
    passwordHash: await passwordHash,
    pendingSearch,
    expiresAt: new Date(now().getTime() + day),
  });
  return { email, token };
}

export async function endSessions({ db }: App, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

/** As if the links that were mailed to an address had been left for days. */
export async function ageLinks({ db }: App, email: string): Promise<void> {
  const past = new Date(0);
  const [user] = await db
    .update(users)
    .set({ passwordResetTokenExpiry: past })
    .where(eq(users.email, email))
    .returning({ id: users.id });
  await db.update(signupAttempts).set({ expiresAt: past }).where(eq(signupAttempts.userId, user!.id));
}

async function subscribe(
  app: App,
  { ledger }: StripeStandIn,
  { id, email }: { id: string; email: string },
  tier: 'pro' | 'team',
): Promise<string> {
  const customer = ledger.addCustomer(email, { userId: id });
  await app.db.update(users).set({ stripeCustomerId: customer.id }).where(eq(users.id, id));
  const subscription = ledger.subscribe(customer.id, app.payments!.prices[tier], { userId: id, tier });
  ledger.confirm(
    ledger.intents.get(ledger.invoices.get(subscription.latestInvoice)!.intent)!,
    '4242424242424242',
  );
  // Until the account has the tier: the provider's own events are being worked on at the same time.
  while ((await syncCustomer(app, customer.id)) !== tier);
  return subscription.id;
}

/** Added a day apart, the oldest first; searched yesterday unless they still wait. */
async function addTerms(
  { db, now }: App,
  userId: string,
  terms: z.output<typeof wantedReader>['terms'],
): Promise<string[]> {
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
      expansion: status === 'completed' ? widened(term) : [],
      lastProcessedAt: searched ? new Date(at - day) : null,
      nextScheduledRun: waits ? new Date(at + waits) : null,
      // Not yet old enough for the sweep to take up what only looks as if it waited.
      requestedAt: searched ? new Date(at - (terms.length - index) * day) : new Date(at + day),
      claimedAt: status === 'processing' ? new Date(at + day) : null,
      createdAt: new Date(at - (terms.length - index) * day),
    });
  }
  return ids;
}

const widened = (term: string) =>
  ['randomised trial', 'meta-analysis', 'in vivo', 'mechanism', 'biomarker', 'cohort', 'open data'].map(
    (phrase, at) => ({
      phrase: at === 0 ? `${term.split(' ')[0]} study` : phrase,
      kind: 'related' as const,
      from: 'library' as const,
      weight: 0.6 - at / 20,
    }),
  );

async function signIn({ db, now }: App, userId: string): Promise<Reader['cookie']> {
  const token = newToken();
  const at = now();
  await db.insert(sessions).values({
    userId,
    tokenHash: hashToken(token),
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(at.getTime() + 60 * day),
  });
  return { name: 'litwatch', value: token };
}
