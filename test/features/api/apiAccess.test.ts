// Longer than 400 lines because it is one table of who may make each call.
import { eq } from 'drizzle-orm';
import { removeAccount } from '#accounts/cleanup.ts';
import { api } from '#app/docs/openapi.ts';
import { shelfImports } from '#features/imports/tables.ts';
import { channelDeliveries, channels } from '#features/messages/tables.ts';
import { passkeys } from '#features/passkeys/tables.ts';
import { topicProposals } from '#features/proposals/tables.ts';
import { shares } from '#features/sharing/tables.ts';
import { apiTokens } from '#features/tokens/tables.ts';
import {
  deliveredPapers,
  emailDigests,
  readerPapers,
  searchTerms,
  sessions,
  subscriptionTracking,
  userPreferences,
  users,
} from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { seal } from '#platform/seal.ts';
import { type Endpoint, fillPath } from '#shared/contract/endpoint.ts';
import { addDigest, addPaper, addTopic } from '#test/rows.ts';
import { feedbackToken } from '#topics/feedback/judge.ts';
import { type Door, openDoor, signupForm, twice } from '../accounts/accountsSetup.ts';

// Every call and every kind of visitor, in production mode.

let door: Door;
beforeAll(async () => {
  door = await openDoor({
    environment: {
      NODE_ENV: 'production',
      BASE_URL: 'https://litwatch.test',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SESSION_SECRET: 'a secret of thirty-two characters',
      ADMIN_EMAILS: 'admin@example.org',
      ZOTERO_URL: 'http://127.0.0.1:1',
    },
    // The billing calls are served, without a provider behind them.
    configure: ({ edition }) => Object.assign(edition, { billing: true }),
  });
  untouched = await addOwner();
});
afterAll(() => door.close());

const roles = ['anonymous', 'other', 'unverified', 'owner', 'admin'] as const;
type Role = (typeof roles)[number];

/** The owner's rows that the calls refer to. */
interface Subject {
  userId: string;
  email: string;
  termId: string;
  deletedTermId: string;
  digestId: string;
  /** A paper of that digest. */
  paperId: number;
  sessionId: string;
  apiTokenId: string;
  channelId: string;
  /** Of a tag. */
  shareId: string;
  /** Of that channel, and already sent. */
  deliveryId: string;
  passkeyId: string;
  /** An import that is done, so that another may start. */
  importId: string;
}

interface Expected {
  params?: (owner: Subject) => Record<string, string>;
  query?: string;
  body?: (owner: Subject) => unknown;
  /** Status for each of `roles`, in that order. */
  gives: readonly [anonymous: number, other: number, unverified: number, owner: number, admin: number];
}

const everybody = [200, 200, 200, 200, 200] as const;
/** A call about the caller. */
const caller = [401, 200, 401, 200, 200] as const;
/** A call about the owner's rows, which do not exist for anybody else. */
const ownersOnly = [401, 404, 401, 200, 404] as const;
const always = (status: number) => [status, status, status, status, status] as const;
/** A call for the admin only. */
const administrators = [401, 403, 401, 403, 200] as const;
/** A payment call. Payments are not set up here, and permitted callers are told so. */
const noPayments = [401, 503, 401, 503, 503] as const;

const digest = ({ digestId }: Subject) => ({ id: digestId });
const user = ({ userId }: Subject) => ({ id: userId });
const term = ({ termId }: Subject) => ({ id: termId });
const channel = ({ channelId }: Subject) => ({ id: channelId });
const feedbackLink = (mailed: Subject) => ({ token: feedbackToken(door.app, mailed) });
const subscription = ({ userId }: Subject) => ({ id: `sub_${userId}` });
const password = 'Not-the-password-1';
/** A made-up passkey response. */
const madeUp = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
  response: {
    clientDataJSON: 'AAAA',
    attestationObject: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
  },
};
const expected: Record<string, Expected> = {
  'account.signup': { body: () => signupForm('new@example.org'), gives: everybody },
  'account.olderSignup': {
    body: () => signupForm('new@example.org', { researchField: 'x' }),
    gives: everybody,
  },
  'account.cancelSignup': { body: () => ({ token: 'unknown' }), gives: always(400) },
  'account.login': { body: ({ email }) => ({ email, password }), gives: always(401) },
  'account.logout': { gives: everybody },
  'account.me': { gives: caller },
  'account.user': { gives: caller },
  'account.verifyEmail': { query: '?token=unknown', gives: always(400) },
  'account.forgotPassword': { body: ({ email }) => ({ email }), gives: everybody },
  'account.resetPassword': { body: () => ({ token: 'unknown', ...twice(password) }), gives: always(400) },
  'account.changePassword': {
    body: () => ({ currentPassword: 'x', ...twice(password) }),
    gives: [401, 403, 401, 403, 403],
  },
  'account.userByEmail': { params: ({ email }) => ({ email }), gives: ownersOnly },
  'session.list': { gives: caller },
  'session.end': { params: ({ sessionId }) => ({ id: sessionId }), gives: ownersOnly },
  'session.endOthers': { gives: caller },
  'passkeys.list': { gives: caller },
  'passkeys.begin': { gives: caller },
  'passkeys.add': { body: () => ({ name: 'Laptop', response: madeUp }), gives: [401, 400, 401, 400, 400] },
  'passkeys.rename': {
    params: ({ passkeyId }) => ({ id: passkeyId }),
    body: () => ({ name: 'Laptop' }),
    gives: ownersOnly,
  },
  'passkeys.remove': { params: ({ passkeyId }) => ({ id: passkeyId }), gives: ownersOnly },
  'passkeys.beginSignIn': { gives: everybody },
  'passkeys.signIn': { body: () => ({ response: madeUp }), gives: always(400) },
  'proof.byPassword': { body: () => ({ password }), gives: [401, 403, 401, 403, 403] },
  'passkeys.beginProof': { gives: caller },
  'passkeys.prove': { body: () => ({ response: madeUp }), gives: [401, 400, 401, 400, 400] },
  'activity.list': { gives: caller },
  'leave.exportData': { gives: caller },
  'leave.deleteAccount': { body: () => ({ password }), gives: [401, 403, 401, 403, 403] },
  'preferences.read': { params: user, gives: ownersOnly },
  'library.change': { body: () => ({ link: null }), gives: caller },
  'preferences.change': { params: user, body: () => ({ weeklyDigest: false }), gives: ownersOnly },
  'searchTerm.list': { params: user, gives: ownersOnly },
  'searchTerm.immediateSearch': {
    body: ({ email }) => ({ email, searchTerm: 'soil microbiome' }),
    gives: [401, 403, 401, 200, 403],
  },
  'searchTerm.edit': {
    params: ({ termId }) => ({ id: termId }),
    body: () => ({ term: 'sediment' }),
    gives: ownersOnly,
  },
  'searchTerm.changeExpansion': {
    params: ({ termId }) => ({ id: termId }),
    body: () => ({ expansion: [{ phrase: 'rhizosphere' }] }),
    gives: ownersOnly,
  },
  'searchTerm.changeSettings': {
    params: ({ termId }) => ({ id: termId }),
    body: () => ({ filters: { excluded: ['mouse'] } }),
    gives: ownersOnly,
  },
  'searchTerm.setActive': {
    params: ({ termId }) => ({ id: termId }),
    body: () => ({ active: true }),
    gives: ownersOnly,
  },
  'searchTerm.remove': { params: ({ termId }) => ({ id: termId }), gives: ownersOnly },
  'searchTerm.restore': { params: ({ deletedTermId }) => ({ id: deletedTermId }), gives: ownersOnly },
  'understanding.understand': { body: () => ({ topic: 'soil microbiome' }), gives: everybody },
  'understanding.preview': { body: () => ({ topic: 'soil microbiome' }), gives: everybody },
  'trends.read': { params: term, gives: ownersOnly },
  'digest.list': { params: user, gives: ownersOnly },
  'digest.page': { gives: caller },
  'digest.read': { params: ({ digestId }) => ({ id: digestId }), gives: ownersOnly },
  'closeMatches.more': { params: ({ digestId }) => ({ id: digestId }), gives: ownersOnly },
  'closeMatches.whyNot': {
    params: ({ digestId }) => ({ id: digestId }),
    query: '?paper=10.5555/none',
    gives: ownersOnly,
  },
  'digest.resend': { body: () => ({ searchTerm: 'soil microbiome' }), gives: ownersOnly },
  'desk.read': { gives: caller },
  'desk.papers': { gives: caller },
  'desk.setState': {
    params: ({ paperId }) => ({ id: String(paperId) }),
    body: ({ termId }) => ({ termId, state: 'kept' }),
    gives: ownersOnly,
  },
  'shelf.list': { gives: caller },
  'shelf.summary': { gives: caller },
  'shelf.annotate': {
    params: ({ paperId }) => ({ id: String(paperId) }),
    body: () => ({ note: 'Read again' }),
    gives: ownersOnly,
  },
  'shelf.change': { body: ({ paperId }) => ({ ids: [String(paperId)], addTags: ['moss'] }), gives: caller },
  'shelf.restore': {
    body: ({ paperId }) => ({ papers: [{ id: String(paperId), state: 'kept', tags: [] }] }),
    gives: caller,
  },
  'references.shelf': { params: () => ({ file: 'papers.ris' }), gives: caller },
  'import.start': { body: () => ({ text: '41606514' }), gives: caller },
  'import.newest': { gives: caller },
  'import.read': { params: ({ importId }) => ({ id: importId }), gives: ownersOnly },
  'import.remove': { params: ({ importId }) => ({ id: importId }), gives: ownersOnly },
  'feedback.list': { params: term, gives: ownersOnly },
  'feedback.say': {
    params: term,
    body: ({ paperId }) => ({ paperId: String(paperId), verdict: 'more' }),
    gives: ownersOnly,
  },
  'feedback.reset': { params: term, gives: ownersOnly },
  'learning.read': { params: term, gives: ownersOnly },
  'learning.rule': { params: term, body: () => ({ phrase: 'soil', wants: 'more' }), gives: ownersOnly },
  'proposal.propose': { body: ({ paperId }) => ({ paperIds: [String(paperId)] }), gives: ownersOnly },
  'proposal.read': { gives: caller },
  'proposal.change': { params: () => ({ topic: '0' }), body: () => ({ name: 'moss' }), gives: ownersOnly },
  'proposal.accept': {
    params: () => ({ topic: '0' }),
    body: ({ termId }) => ({ termId }),
    gives: ownersOnly,
  },
  'feedback.readLink': { params: feedbackLink, gives: everybody },
  'desk.setByLink': { params: feedbackLink, body: () => ({ state: 'kept' }), gives: everybody },
  'references.ris': { params: digest, gives: ownersOnly },
  'references.bibtex': { params: digest, query: '?paper=1', gives: [401, 404, 401, 404, 404] },
  'references.csl': { params: digest, gives: ownersOnly },
  'references.byLink': { params: () => ({ file: 'unknown.ris' }), gives: always(404) },
  'apiToken.list': { gives: caller },
  'apiToken.create': { body: () => ({ name: 'Notebook' }), gives: caller },
  'account.endAccess': { body: () => ({ token: 'unknown' }), gives: always(400) },
  'apiToken.revoke': { params: ({ apiTokenId }) => ({ id: apiTokenId }), gives: ownersOnly },
  'feed.read': { gives: caller },
  'feed.renew': { gives: caller },
  'feed.remove': { gives: caller },
  'feed.atom': { params: () => ({ file: 'unknown.atom' }), gives: always(404) },
  'references.markdown': { params: digest, gives: ownersOnly },
  'channel.list': { params: term, gives: ownersOnly },
  'channel.add': {
    params: term,
    // The operator of this test allows no private addresses.
    body: () => ({ address: 'https://127.0.0.1/hook' }),
    gives: [401, 404, 401, 400, 404],
  },
  'channel.remove': { params: channel, gives: ownersOnly },
  'channel.rotate': { params: channel, gives: ownersOnly },
  'channel.test': { params: channel, gives: ownersOnly },
  'channel.deliveries': { params: channel, gives: ownersOnly },
  'channel.resend': {
    params: ({ channelId, deliveryId }) => ({ id: channelId, deliveryId }),
    gives: ownersOnly,
  },
  'zotero.read': { gives: caller },
  // Nothing answers at the address of this test.
  'zotero.connect': { body: () => ({ key: 'P9NiFoyLeZu2bZNvvuQPDWsd' }), gives: [401, 503, 401, 503, 503] },
  'zotero.places': { gives: [401, 404, 401, 404, 404] },
  'zotero.change': {
    body: () => ({ library: 'users/1', collection: null, sendsKept: true }),
    gives: [401, 404, 401, 404, 404],
  },
  'zotero.setTopic': { params: term, body: () => ({ sends: true }), gives: [401, 404, 401, 409, 404] },
  'zotero.disconnect': { gives: caller },
  'following.find': { query: '?q=Ada+Byron', gives: caller },
  'following.follow': {
    body: () => ({ family: 'Byron', given: 'Ada', orcid: null, answers: {} }),
    gives: [401, 400, 401, 400, 400],
  },
  'following.cite': { body: () => ({ doi: 'none' }), gives: [401, 400, 401, 400, 400] },
  // The owner's topic follows no person.
  'following.person': { params: term, gives: [401, 404, 401, 404, 404] },
  'following.answer': { params: term, body: () => ({ answers: {} }), gives: [401, 404, 401, 404, 404] },
  // No registry of DOIs is set up here.
  'journals.find': { query: '?q=acta', gives: [401, 409, 401, 409, 409] },
  'journals.follow': { body: () => ({ issns: ['2049-3630'] }), gives: [401, 409, 401, 409, 409] },
  'journals.ofTopic': { params: term, gives: ownersOnly },
  'journals.drop': { params: ({ termId }) => ({ id: termId, issn: '2049-3630' }), gives: ownersOnly },
  'share.list': { gives: caller },
  'share.create': { body: ({ digestId }) => ({ digestId }), gives: ownersOnly },
  'share.remove': { params: ({ shareId }) => ({ id: shareId }), gives: ownersOnly },
  'share.page': { params: () => ({ token: 'unknown' }), gives: always(404) },
  'outside.begin': { gives: always(404) },
  'outside.connect': { gives: [401, 404, 401, 404, 404] },
  'outside.finish': { gives: always(404) },
  'admission.setup': { gives: everybody },
  'admission.completeSetup': {
    body: () => ({ ...signupForm('first@example.org'), code: 'AAAAA' }),
    gives: always(403),
  },
  'invitation.check': { body: () => ({ token: 'unknown' }), gives: everybody },
  'invitation.list': { gives: administrators },
  'invitation.make': { body: () => ({ note: 'A colleague' }), gives: administrators },
  'invitation.revoke': { params: () => ({ id: 'unknown' }), gives: [401, 403, 401, 403, 404] },
  'billing.createSubscription': { body: () => ({ tier: 'pro' }), gives: noPayments },
  'billing.subscriptionStatus': { params: subscription, gives: [401, 404, 401, 503, 404] },
  'billing.keepSubscription': { gives: noPayments },
  'billing.cancelSubscription': { body: () => ({}), gives: [401, 409, 401, 409, 409] },
  'billing.subscription': { gives: caller },
  'billing.payOpenInvoice': { params: subscription, gives: [401, 404, 401, 503, 404] },
  'billing.debugWebhookStatus': { gives: caller },
  'billing.webhook': { gives: always(503) },
  'billing.fixSubscription': { gives: [401, 404, 401, 404, 404] },
  'unsubscribe.about': { params: () => ({ token: 'unknown' }), gives: always(404) },
  'unsubscribe.read': { params: () => ({ token: 'unknown' }), gives: always(404) },
  'unsubscribe.oneClick': { params: () => ({ token: 'unknown' }), gives: always(404) },
  'unsubscribe.undo': { params: () => ({ token: 'unknown' }), gives: always(404) },
  'unsubscribe.pause': { params: () => ({ token: 'unknown' }), body: () => ({}), gives: always(404) },
  'bounces.ses': { gives: always(503) },
  'bounces.postmark': { gives: always(503) },
  'bounces.mailgun': { gives: always(503) },
  'bounces.generic': { gives: always(503) },
  'preferences.clearMailBlock': { gives: caller },
  'mailTool.testEmail': {
    body: () => ({ email: 'admin@example.org', type: 'welcome' }),
    // No mail server runs here, and the admin is told so.
    gives: [401, 403, 401, 403, 503],
  },
  'mailTool.triggerDigest': { gives: [401, 403, 401, 403, 200] },
  'administration.overview': { gives: administrators },
  'administration.readers': { gives: administrators },
  'administration.changeReader': { params: user, body: () => ({ isActive: true }), gives: administrators },
  'administration.resetReader': { params: user, gives: administrators },
  'administration.signOutReader': { params: user, gives: administrators },
  'administration.deleteReader': { params: user, gives: administrators },
  'administration.setBanner': { body: () => ({ text: '' }), gives: administrators },
  'administration.acts': { gives: administrators },
  'site.read': { gives: everybody },
  'description.openapi': { gives: everybody },
  'description.docs': { gives: everybody },
};

const calls = new Map<string, Endpoint>(
  Object.entries<Record<string, Endpoint>>(api).flatMap(([feature, calls]) =>
    Object.entries(calls).map(([name, call]) => [`${feature}.${name}`, call] as const),
  ),
);

test('the table has every call', () =>
  expect(Object.keys(expected).sort()).toEqual([...calls.keys()].sort()));

describe.each(Object.entries(expected))('%s', (name, { params, query = '', body, gives }) => {
  test.each(roles.map((role, at) => [role, gives[at]!] as const))(
    'answers the %s with %i, and tells nobody else whose it is',
    async (role, status) => {
      const { method, path } = calls.get(name)!;
      // A call that reads, or that is refused, leaves its owner as it was.
      const changesNothing = method === 'GET' || (role !== 'owner' && status >= 400);
      const owner = changesNothing ? untouched : await addOwner();
      const visitor = door.visitor();
      const token = await sessionFor(role, owner);
      if (token) visitor.cookies.set('__Host-litwatch', token);
      const filled = fillPath(path, params?.(owner)) + query;
      const answer = await visitor.call(method, filled, method === 'GET' ? undefined : (body?.(owner) ?? {}));
      expect(answer.status, JSON.stringify(answer.body).slice(0, 200)).toBe(status);
      // An administrator may look up any reader; nobody else learns that a reader exists.
      const looksAfter = role === 'admin' && name.startsWith('administration.');
      if (role !== 'owner' && !looksAfter) expect(JSON.stringify(answer.body)).not.toContain(owner.userId);
    },
  );
});

/** Rows of a reader that can be removed. */
const owned = [
  ...[searchTerms, emailDigests, channels, shares, apiTokens, passkeys],
  ...[readerPapers, shelfImports, topicProposals, sessions],
];

describe.each(Object.entries(expected))(
  '%s at the same moment',
  (name, { params, query = '', body, gives }) => {
    const { method, path } = calls.get(name)!;
    /** Makes five calls as the owner without waiting in between; returns their statuses. */
    async function five(owner: Subject, beside: () => Promise<unknown>): Promise<string[]> {
      const visitor = door.visitor();
      visitor.cookies.set('__Host-litwatch', (await sessionFor('owner', owner))!);
      const send = async () => {
        const given = method === 'GET' ? undefined : (body?.(owner) ?? {});
        const answer = await visitor.call(method, fillPath(path, params?.(owner)) + query, given);
        return `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`;
      };
      const first = [send(), send()];
      const other = beside();
      const answers = await Promise.all([...first, send(), send(), send()]);
      await other;
      return answers;
    }
    const failed = (answers: string[]) =>
      answers.filter((one) => /^5/.test(one) && !one.startsWith(String(gives[3])));

    test('fails none of five calls', async () =>
      expect(failed(await five(await addOwner(), async () => {}))).toEqual([]));

    test('fails none beside the end of the account', async () => {
      const { app } = door;
      const owner = await addOwner();
      const account = { id: owner.userId, email: owner.email, stripeCustomerId: null };
      const ends = () => transaction(app, (app) => removeAccount(app, account));
      expect(failed(await five(owner, ends))).toEqual([]);
    });

    test('fails none while the row concerned is deleted', async () => {
      const owner = await addOwner();
      const ends = async () => {
        for (const table of owned) await door.app.db.delete(table).where(eq(table.userId, owner.userId));
      };
      expect(failed(await five(owner, ends))).toEqual([]);
    });
  },
);

test('developer tools are open to everybody in development', async () => {
  const development = await openDoor();
  try {
    expect((await development.visitor().post('/api/trigger-digest')).status).toBe(200);
  } finally {
    await development.close();
  }
});

let count = 0;
let untouched: Subject;

async function addOwner(): Promise<Subject> {
  const { db } = door.app;
  const { id: userId, email } = await addUser(`owner${++count}@example.org`);
  const kept = await addTopic(door.app, userId, 'soil microbiome');
  const deleted = await addTopic(door.app, userId, 'moss', { deletedAt: door.app.now() });
  await db.insert(userPreferences).values({ userId });
  const sent = { searchTermId: kept.id, searchTerm: kept.term, status: 'sent' } as const;
  const { id: digestId } = await addDigest(door.app, userId, sent);
  const at = door.app.now();
  const { id: paperId } = await addPaper(door.app);
  await db.insert(deliveredPapers).values({ searchTermId: kept.id, paperId, digestId, deliveredAt: at });
  await db.insert(readerPapers).values({
    ...{ userId, paperId, state: 'kept', document: '', changedAt: at },
    shown: { title: 'Kept', source: 'arxiv', relevanceScore: 0 },
  });
  await db.insert(topicProposals).values({
    ...{ userId, createdAt: at },
    topics: [
      {
        ...{ id: 0, name: 'soil', paperIds: [paperId], isDropped: false, termId: null },
        ...{ weekCount: 0, weekCountIsLeast: false },
      },
    ],
  });
  await db.insert(subscriptionTracking).values({ userId, subscriptionId: `sub_${userId}` });
  const [finished] = await db
    .insert(shelfImports)
    .values({ userId, format: 'list', createdAt: at, finishedAt: at })
    .returning();
  const { id: sessionId } = await addSession(userId);
  const [apiToken] = await db
    .insert(apiTokens)
    .values({ userId, name: 'Notebook', tokenHash: hashToken(newToken()) })
    .returning();
  const place = { address: 'https://127.0.0.1/hook', token: '', secrets: ['whsec_c2VjcmV0'] };
  const [channel] = await db
    .insert(channels)
    .values({
      ...{ userId, searchTermId: kept.id, kind: 'webhook', place: '127.0.0.1', createdAt: at },
      sealed: seal(door.app.secret, 'channel', place),
    })
    .returning();
  const [share] = await db
    .insert(shares)
    .values({
      ...{ userId, tag: 'soil', tokenHash: hashToken(newToken()), createdAt: at },
      sealed: seal(door.app.secret, 'share', 'token'),
    })
    .returning();
  const deliveryId = crypto.randomUUID();
  await db
    .insert(channelDeliveries)
    .values({ id: deliveryId, channelId: channel!.id, status: 'sent', createdAt: at });
  const [passkey] = await db
    .insert(passkeys)
    .values({
      ...{ userId, credentialId: userId, publicKey: new Uint8Array(8), counter: 0, name: 'Laptop' },
      createdAt: at,
    })
    .returning();
  return {
    importId: finished!.id,
    userId,
    email,
    termId: kept.id,
    deletedTermId: deleted.id,
    digestId,
    paperId,
    sessionId,
    apiTokenId: apiToken!.id,
    channelId: channel!.id,
    shareId: share!.id,
    deliveryId,
    passkeyId: passkey!.id,
  };
}

async function sessionFor(role: Role, owner: Subject): Promise<string | null> {
  if (role === 'anonymous') return null;
  if (role === 'owner') return (await addSession(owner.userId)).token;
  const address = role === 'admin' ? 'admin@example.org' : `${role}${count}@example.org`;
  const { id } = await addUser(address, role !== 'unverified');
  return (await addSession(id)).token;
}

async function addUser(email: string, isEmailVerified = true) {
  const subscriptionTier = 'pro' as const;
  const [user] = await door.app.db
    .insert(users)
    .values({ email, passwordHash: decoy, isEmailVerified, subscriptionTier })
    .onConflictDoUpdate({ target: users.email, set: { isEmailVerified } })
    .returning();
  return user!;
}

async function addSession(userId: string) {
  const token = newToken();
  const now = door.app.now();
  const [session] = await door.app.db
    .insert(sessions)
    .values({
      userId,
      tokenHash: hashToken(token),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
    })
    .returning();
  return { token, id: session!.id };
}

/** The hash of a password that nobody knows. */
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$9k1b3Jc1m0bq1r0p9QyZ0o3k9v9vJmY4d5m8w2b1x0M';
