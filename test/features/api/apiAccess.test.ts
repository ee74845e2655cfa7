// biome-ignore-all lint/style/noExcessiveLinesPerFile: it is one table of who may make each call.
import { eq, sql } from 'drizzle-orm';
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
import { hashToken, newToken } from '#platform/randomToken.ts';
import { seal } from '#platform/seal.ts';
import { type Endpoint, fillPath } from '#shared/contract/endpoint.ts';
import { addDigest, addPaper, addRow, addSession, addTopic } from '#test/rows.ts';
import type { Visitor } from '#test/visitor.ts';
import { feedbackToken } from '#topics/feedback/judge.ts';
import { type Door, openDoor, signupForm, twice } from '../accounts/accountsSetup.ts';
import { rowsOf } from '../operations/everyTable.ts';

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
  rowsBefore = await rowsOfUntouched();
});
afterAll(() => door.close());

const roles = ['anonymous', 'other', 'unverified', 'owner', 'admin'] as const;
type Role = (typeof roles)[number];

/** The owner's rows that the calls refer to. */
type Subject = Awaited<ReturnType<typeof addOwner>>;

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
const owners = [401, 404, 401, 200, 404] as const;
const always = (status: number) => [status, status, status, status, status] as const;
/** A call about the caller that is answered so by what the test has set up. */
const answered = (status: number) => [401, status, 401, status, status] as const;
const [invalid, refused, absent] = [answered(400), answered(403), answered(404)] as const;
/** A call for the admin only. */
const administrators = [401, 403, 401, 403, 200] as const;
/** A payment call. Payments are not set up here, and permitted callers are told so. */
const noPayments = answered(503);

/** One of the owner's rows, as the `id` in a path. */
const id = (row: keyof Subject) => (owner: Subject) => ({ id: owner[row] });
const [digest, user, term] = [id('digestId'), id('userId'), id('termId')] as const;
const [channel, paper] = [id('channelId'), id('paperId')] as const;
const unknown = () => ({ token: 'unknown' });
const feedbackLink = (mailed: Subject) => ({
  token: feedbackToken(door.app, { ...mailed, paperId: Number(mailed.paperId) }),
});
const subscription = ({ userId }: Subject) => ({ id: `sub_${userId}` });
const password = 'Not-the-password-1';
/** A made-up passkey response. */
const madeUp = {
  ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
  response: { clientDataJSON: 'A', attestationObject: 'A', authenticatorData: 'A', signature: 'A' },
};
const expected: Record<string, Expected> = {
  'account.signup': { body: () => signupForm('a@b.org'), gives: everybody },
  'account.olderSignup': { body: () => signupForm('a@b.org', { researchField: 'x' }), gives: everybody },
  'account.cancelSignup': { body: unknown, gives: always(400) },
  'account.login': { body: ({ email }) => ({ email, password }), gives: always(401) },
  'account.logout': { gives: everybody },
  'account.me': { gives: caller },
  'account.user': { gives: caller },
  'account.verifyEmail': { query: '?token=unknown', gives: always(400) },
  'account.forgotPassword': { body: ({ email }) => ({ email }), gives: everybody },
  'account.resetPassword': { body: () => ({ token: 'unknown', ...twice(password) }), gives: always(400) },
  'account.changePassword': { body: () => ({ currentPassword: 'x', ...twice(password) }), gives: refused },
  'account.userByEmail': { params: ({ email }) => ({ email }), gives: owners },
  'session.list': { gives: caller },
  'session.end': { params: id('sessionId'), gives: owners },
  'session.endOthers': { gives: caller },
  'passkeys.list': { gives: caller },
  'passkeys.begin': { gives: caller },
  'passkeys.add': { body: () => ({ name: 'Laptop', response: madeUp }), gives: invalid },
  'passkeys.rename': { params: id('passkeyId'), body: () => ({ name: 'Laptop' }), gives: owners },
  'passkeys.remove': { params: id('passkeyId'), gives: owners },
  'passkeys.beginSignIn': { gives: everybody },
  'passkeys.signIn': { body: () => ({ response: madeUp }), gives: always(400) },
  'proof.byPassword': { body: () => ({ password }), gives: refused },
  'passkeys.beginProof': { gives: caller },
  'passkeys.prove': { body: () => ({ response: madeUp }), gives: invalid },
  'activity.list': { gives: caller },
  'leave.exportData': { gives: caller },
  'leave.deleteAccount': { body: () => ({ password }), gives: refused },
  'preferences.read': { params: user, gives: owners },
  'library.change': { body: () => ({ link: null }), gives: caller },
  'preferences.change': { params: user, body: () => ({ weeklyDigest: false }), gives: owners },
  'searchTerm.list': { params: user, gives: owners },
  'searchTerm.immediateSearch': {
    body: ({ email }) => ({ email, searchTerm: 'soil microbiome' }),
    gives: [401, 403, 401, 200, 403],
  },
  'searchTerm.edit': { params: term, body: () => ({ term: 'sediment' }), gives: owners },
  'searchTerm.changeExpansion': {
    params: term,
    body: () => ({ expansion: [{ phrase: 'rhizosphere' }] }),
    gives: owners,
  },
  'searchTerm.changeSettings': {
    params: term,
    body: () => ({ filters: { excluded: ['mouse'] } }),
    gives: owners,
  },
  'searchTerm.setActive': { params: term, body: () => ({ active: true }), gives: owners },
  'searchTerm.remove': { params: term, gives: owners },
  'searchTerm.restore': { params: id('deletedTermId'), gives: owners },
  'understanding.understand': { body: () => ({ topic: 'soil microbiome' }), gives: everybody },
  'understanding.preview': { body: () => ({ topic: 'soil microbiome' }), gives: everybody },
  'trends.read': { params: term, gives: owners },
  'trends.kept': { params: term, body: () => ({ filters: {} }), gives: owners },
  'digest.list': { params: user, gives: owners },
  'digest.page': { gives: caller },
  'digest.read': { params: digest, gives: owners },
  'closeMatches.more': { params: digest, gives: owners },
  'closeMatches.whyNot': { params: digest, query: '?paper=10.5555/none', gives: owners },
  'digest.resend': { body: () => ({ searchTerm: 'soil microbiome' }), gives: owners },
  'desk.read': { gives: caller },
  'desk.papers': { gives: caller },
  'desk.setState': { params: paper, body: ({ termId }) => ({ termId, state: 'kept' }), gives: owners },
  'shelf.list': { gives: caller },
  'shelf.summary': { gives: caller },
  'shelf.annotate': { params: paper, body: () => ({ note: 'Read again' }), gives: owners },
  'shelf.change': { body: ({ paperId }) => ({ ids: [paperId], addTags: ['moss'] }), gives: caller },
  'shelf.restore': {
    body: ({ paperId }) => ({ papers: [{ id: paperId, state: 'kept', tags: [] }] }),
    gives: caller,
  },
  'references.shelf': { params: () => ({ file: 'papers.ris' }), gives: caller },
  'import.start': { body: () => ({ text: '41606514' }), gives: caller },
  'import.newest': { gives: caller },
  'import.read': { params: id('importId'), gives: owners },
  'import.remove': { params: id('importId'), gives: owners },
  'feedback.list': { params: term, gives: owners },
  'feedback.say': { params: term, body: ({ paperId }) => ({ paperId, verdict: 'more' }), gives: owners },
  'feedback.reset': { params: term, gives: owners },
  'learning.read': { params: term, gives: owners },
  'learning.rule': { params: term, body: () => ({ phrase: 'soil', wants: 'more' }), gives: owners },
  'proposal.propose': { body: ({ paperId }) => ({ paperIds: [paperId] }), gives: owners },
  'proposal.read': { gives: caller },
  'proposal.change': { params: () => ({ topic: '0' }), body: () => ({ name: 'moss' }), gives: owners },
  'proposal.accept': { params: () => ({ topic: '0' }), body: ({ termId }) => ({ termId }), gives: owners },
  'feedback.readLink': { params: feedbackLink, gives: everybody },
  'desk.setByLink': { params: feedbackLink, body: () => ({ state: 'kept' }), gives: everybody },
  'references.ris': { params: digest, gives: owners },
  'references.bibtex': { params: digest, query: '?paper=1', gives: absent },
  'references.csl': { params: digest, gives: owners },
  'references.byLink': { params: () => ({ file: 'unknown.ris' }), gives: always(404) },
  'apiToken.list': { gives: caller },
  'apiToken.create': { body: () => ({ name: 'Notebook' }), gives: caller },
  'account.endAccess': { body: unknown, gives: always(400) },
  'apiToken.revoke': { params: id('apiTokenId'), gives: owners },
  'feed.read': { gives: caller },
  'feed.renew': { gives: caller },
  'feed.remove': { gives: caller },
  'feed.atom': { params: () => ({ file: 'unknown.atom' }), gives: always(404) },
  'references.markdown': { params: digest, gives: owners },
  'channel.list': { params: term, gives: owners },
  'channel.add': {
    params: term,
    // The operator of this test allows no private addresses.
    body: () => ({ address: 'https://127.0.0.1/hook' }),
    gives: [401, 404, 401, 400, 404],
  },
  'channel.remove': { params: channel, gives: owners },
  'channel.rotate': { params: channel, gives: owners },
  'channel.test': { params: channel, gives: owners },
  'channel.deliveries': { params: channel, gives: owners },
  'channel.resend': { params: ({ channelId, deliveryId }) => ({ id: channelId, deliveryId }), gives: owners },
  'zotero.read': { gives: caller },
  // Nothing answers at the address of this test.
  'zotero.connect': { body: () => ({ key: 'P9NiFoyLeZu2bZNvvuQPDWsd' }), gives: answered(503) },
  'zotero.places': { gives: absent },
  'zotero.change': { body: () => ({ library: 'users/1', collection: null, sendsKept: true }), gives: absent },
  'zotero.setTopic': { params: term, body: () => ({ sends: true }), gives: [401, 404, 401, 409, 404] },
  'zotero.disconnect': { gives: caller },
  'following.find': { query: '?q=Ada+Byron', gives: caller },
  'following.follow': {
    body: () => ({ family: 'B', given: 'Ada', orcid: null, answers: {} }),
    gives: invalid,
  },
  'following.cite': { body: () => ({ doi: 'none' }), gives: invalid },
  // The owner's topic follows no person.
  'following.person': { params: term, gives: absent },
  'following.answer': { params: term, body: () => ({ answers: {} }), gives: absent },
  // No registry of DOIs is set up here.
  'journals.find': { query: '?q=acta', gives: answered(409) },
  'journals.follow': { body: () => ({ issns: ['2049-3630'] }), gives: answered(409) },
  'journals.ofTopic': { params: term, gives: owners },
  'journals.drop': { params: ({ termId }) => ({ id: termId, issn: '2049-3630' }), gives: owners },
  'share.list': { gives: caller },
  'share.create': { body: ({ digestId }) => ({ digestId }), gives: owners },
  'share.remove': { params: id('shareId'), gives: owners },
  'share.page': { params: unknown, gives: always(404) },
  'outside.begin': { gives: always(404) },
  'outside.connect': { gives: absent },
  'outside.finish': { gives: always(404) },
  'admission.setup': { gives: everybody },
  'admission.completeSetup': {
    body: () => ({ ...signupForm('a@b.org'), code: 'AAAAA' }),
    gives: always(403),
  },
  'invitation.check': { body: unknown, gives: everybody },
  'invitation.list': { gives: administrators },
  'invitation.make': { body: () => ({ note: 'A colleague' }), gives: administrators },
  'invitation.revoke': { params: () => ({ id: 'unknown' }), gives: [401, 403, 401, 403, 404] },
  'billing.createSubscription': { body: () => ({ tier: 'pro' }), gives: noPayments },
  'billing.subscriptionStatus': { params: subscription, gives: [401, 404, 401, 503, 404] },
  'billing.keepSubscription': { gives: noPayments },
  'billing.cancelSubscription': { body: () => ({}), gives: answered(409) },
  'billing.subscription': { gives: caller },
  'billing.payOpenInvoice': { params: subscription, gives: [401, 404, 401, 503, 404] },
  'billing.debugWebhookStatus': { gives: caller },
  'billing.webhook': { gives: always(503) },
  'billing.fixSubscription': { gives: absent },
  'unsubscribe.about': { params: unknown, gives: always(404) },
  'unsubscribe.read': { params: unknown, gives: always(404) },
  'unsubscribe.oneClick': { params: unknown, gives: always(404) },
  'unsubscribe.undo': { params: unknown, gives: always(404) },
  'unsubscribe.pause': { params: unknown, body: () => ({}), gives: always(404) },
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

/** Makes a call as somebody, about the owner's rows. */
function send(name: string, visitor: Visitor, owner: Subject) {
  const { method, path } = calls.get(name)!;
  const { params, query = '', body } = expected[name]!;
  const given = method === 'GET' ? undefined : (body?.(owner) ?? {});
  return visitor.call(method, fillPath(path, params?.(owner)) + query, given);
}
const shown = ({ body }: { body: unknown }) => JSON.stringify(body).slice(0, 200);

describe.each(Object.entries(expected))('%s', (name, { gives }) => {
  test.each(roles.map((role, at) => [role, gives[at]!] as const))(
    'answers the %s with %i, and tells nobody else whose it is',
    async (role, status) => {
      // A call that reads, or that is refused, leaves its owner as it was.
      const changesNothing = calls.get(name)!.method === 'GET' || (role !== 'owner' && status >= 400);
      const owner = changesNothing ? untouched : await addOwner();
      const answer = await send(name, await visitorAs(role, owner), owner);
      expect(answer.status, shown(answer)).toBe(status);
      // An administrator may look up any reader; nobody else learns that a reader exists.
      const looksAfter = role === 'admin' && name.startsWith('administration.');
      if (role !== 'owner' && !looksAfter) expect(JSON.stringify(answer.body)).not.toContain(owner.userId);
    },
  );
});

test('calls that are refused, and calls that read, leave the owner’s rows as they were', async () =>
  expect(await rowsOfUntouched()).toEqual(rowsBefore));

/** Rows of a reader that can be removed. */
const owned = [
  ...[searchTerms, emailDigests, channels, shares, apiTokens, passkeys],
  ...[readerPapers, shelfImports, topicProposals, sessions],
];

describe.each(Object.entries(expected))('%s at the same moment', (name, { gives }) => {
  /** Makes five calls as the owner without waiting in between; returns those that fail unexpectedly. */
  async function failedOfFive(owner: Subject, beside?: () => Promise<unknown>): Promise<string[]> {
    const visitor = await visitorAs('owner', owner);
    const one = () => send(name, visitor, owner);
    const first = [one(), one()];
    const other = beside?.();
    const answers = await Promise.all([...first, one(), one(), one()]);
    await other;
    const failed = answers.filter(({ status }) => status >= 500 && status !== gives[3]);
    return failed.map((answer) => `${answer.status} ${shown(answer)}`);
  }

  test('fails none of five calls', async () => expect(await failedOfFive(await addOwner())).toEqual([]));

  test('fails none while the row concerned is deleted', async () => {
    const owner = await addOwner();
    const ends = async () => {
      for (const table of owned) await door.app.db.delete(table).where(eq(table.userId, owner.userId));
    };
    expect(await failedOfFive(owner, ends)).toEqual([]);
  });
});

test('a call answers 404 if what it refers to is deleted in its middle', async () => {
  const { db } = door.app;
  const owner = await addOwner();
  await db.execute(sql`create function gone() returns trigger language plpgsql as
    $$ begin delete from users where id = new.user_id; return new; end $$`);
  await db.execute(sql`create trigger gone before insert on api_tokens for each row execute function gone()`);
  onTestFinished(async () => void (await db.execute(sql`drop function gone cascade`)));
  expect((await send('apiToken.create', await visitorAs('owner', owner), owner)).status).toBe(404);
});

test('developer tools are open to everybody in development', async () => {
  const development = await openDoor();
  onTestFinished(() => development.close());
  expect((await development.visitor().post('/api/trigger-digest')).status).toBe(200);
});

let count = 0;
let untouched: Subject;
let rowsBefore: Awaited<ReturnType<typeof rowsOfUntouched>>;

/** All but sessions and visits, which come with being read. */
async function rowsOfUntouched() {
  const rows = await rowsOf(door.app.db, untouched.userId);
  return [...rows].filter(([table]) => !['sessions', 'desk_visits'].includes(table));
}

async function addOwner() {
  const { app } = door;
  const { db } = app;
  const { id: userId, email } = await addUser(`owner${++count}@example.org`);
  const { id: termId, term } = await addTopic(app, userId, 'soil microbiome');
  const deleted = await addTopic(app, userId, 'moss', { deletedAt: app.now() });
  await db.insert(userPreferences).values({ userId });
  const sent = { searchTermId: termId, searchTerm: term, status: 'sent' } as const;
  const { id: digestId } = await addDigest(app, userId, sent);
  const at = app.now();
  const { id: paperId } = await addPaper(app);
  await db.insert(deliveredPapers).values({ searchTermId: termId, paperId, digestId, deliveredAt: at });
  await db.insert(readerPapers).values({
    ...{ userId, paperId, state: 'kept', document: '', changedAt: at },
    shown: { title: 'Kept', source: 'arxiv', relevanceScore: 0 },
  });
  const proposed = { id: 0, name: 'soil', paperIds: [paperId], isDropped: false, termId: null };
  const topics = [{ ...proposed, weekCount: 0, weekCountIsLeast: false }];
  await db.insert(topicProposals).values({ userId, createdAt: at, topics });
  await db.insert(subscriptionTracking).values({ userId, subscriptionId: `sub_${userId}` });
  // Done, so that another may start.
  const imported = { userId, format: 'list', createdAt: at, finishedAt: at } as const;
  const session = await addSession(app, userId);
  const place = { address: 'https://127.0.0.1/hook', token: '', secrets: ['whsec_c2VjcmV0'] };
  const channel = await addRow(app, channels, {
    ...{ userId, searchTermId: termId, kind: 'webhook', place: '127.0.0.1', createdAt: at },
    sealed: seal(app.secret, 'channel', place),
  });
  const delivery = { id: crypto.randomUUID(), channelId: channel.id, status: 'sent', createdAt: at } as const;
  const tokenHash = hashToken(newToken());
  const share = { userId, tag: 'soil', tokenHash, createdAt: at, sealed: seal(app.secret, 'share', 'token') };
  const passkey = { userId, credentialId: userId, publicKey: new Uint8Array(8), counter: 0, name: 'Laptop' };
  return {
    ...{ userId, email, termId, deletedTermId: deleted.id, digestId, sessionId: session.id },
    /** Of a paper of that digest. */
    paperId: String(paperId),
    importId: (await addRow(app, shelfImports, imported)).id,
    apiTokenId: (await addRow(app, apiTokens, { userId, name: 'Notebook', tokenHash })).id,
    channelId: channel.id,
    deliveryId: (await addRow(app, channelDeliveries, delivery)).id,
    shareId: (await addRow(app, shares, share)).id,
    passkeyId: (await addRow(app, passkeys, { ...passkey, createdAt: at })).id,
  };
}

async function visitorAs(role: Role, owner: Subject): Promise<Visitor> {
  const visitor = door.visitor();
  if (role === 'anonymous') return visitor;
  const address = role === 'admin' ? 'admin@example.org' : `${role}${count}@example.org`;
  const id = role === 'owner' ? owner.userId : (await addUser(address, role !== 'unverified')).id;
  visitor.cookies.set('__Host-litwatch', (await addSession(door.app, id)).token);
  return visitor;
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

/** The hash of a password that nobody knows. */
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$9k1b3Jc1m0bq1r0p9QyZ0o3k9v9vJmY4d5m8w2b1x0M';
