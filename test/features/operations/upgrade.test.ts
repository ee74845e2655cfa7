import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLitwatch } from '#app/start.ts';
import { citationsToken } from '#citations/link.ts';
import { harvest } from '#corpus/harvest/harvest.ts';
import { cleanStoredTexts } from '#corpus/upkeep/cleanTexts.ts';
import { withTokens } from '#digests/store/mailedLinks.ts';
import { leaveOutTokens } from '#digests/store/oldMails.ts';
import {
  emailDigests,
  paperEvents,
  paperSignatures,
  papers,
  searchTerms,
  systemState,
  users,
} from '#platform/db/schema.ts';
import { readConfig } from '#platform/runtime/config.ts';
import type { Signing } from '#platform/signedLink.ts';
import { cleaningVersion } from '#sources/record/cleanText.ts';
import { type SourcesStandIn, startSources } from '#stand-ins/sources/server.ts';
import { createTestDatabase } from '#test/createDatabase.ts';
import { heartPaper } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';
import { feedbackToken } from '#topics/feedback/link.ts';
import { unsubscribeToken } from '#topics/unsubscribe.ts';
import { copyOfAll } from './everyTable.ts';

const closing: (() => Promise<unknown>)[] = [];

/** Starts the product on a database that outlives it, as in an upgrade. */
async function startInstallation() {
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-upgrade-'));
  const sources: SourcesStandIn = await startSources({ corpus: [] });
  const server = await createTestDatabase();
  closing.push(
    () => rm(folder, { recursive: true, force: true }),
    () => sources.close(),
    async () => server?.drop(),
  );
  const config = readConfig({
    PORT: '0',
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    ...(server ? { DATABASE_URL: server.url } : {}),
    ...sources.environment,
  });
  return { sources, start: () => startLitwatch({ ...config }, { web: true, worker: true }) };
}

/** A title as the source writes it, stored in this form before titles and abstracts were cleaned. */
const raw = {
  title: 'Heart failure and <i>moss</i>: $\\alpha$-blockade at home in cohort 72',
  abstract:
    'BackgroundHeart failure is common. ResultsReadmission fell by [~]12% in CD8<sup>+</sup> patients. © 2020 The Authors. All rights reserved.',
};
const clean = {
  title: 'Heart failure and moss: α-blockade at home in cohort 72',
  abstract: 'Background: Heart failure is common.\nResults: Readmission fell by ~12% in CD8+ patients.',
};

const [reader, topic, withTopic, withoutTopic] = [1, 2, 3, 4].map(
  (n) => `0000000${n}-0000-4000-8000-000000000000`,
) as [string, string, string, string];
const oldMail = {
  ...{ id: withTopic, userId: reader, digestType: 'weekly', subject: 'Old', status: 'sent', content: '' },
  papersData: [{ id: '7', title: 'Moss', authors: [], relevanceScore: 0.9, source: 'pubmed' as const }],
  ...{ periodStart: new Date(0), periodEnd: new Date(2), createdAt: new Date() },
};
const liveTokens = (app: Signing): string[] => [
  unsubscribeToken(app, reader, topic),
  citationsToken(app, withTopic),
  feedbackToken(app, { termId: topic, paperId: 7 }),
];
const mailWith = (tokens: string[]) => {
  const [unsubscribe, references, feedback] = tokens;
  const content = `https://x/unsubscribe?token=${unsubscribe}&ask=1 https://x/references/${references}.ris https://x/feedback?token=${feedback}&verdict=more`;
  return { content, contentText: content };
};

describe('upgrade of an old database', () => {
  const preprint = heartPaper('biorxiv', 71, { authors: ['Weekson, A.', 'Falconer, M.'] });
  let upgraded: Awaited<ReturnType<typeof startLitwatch>>;
  let sources: SourcesStandIn;
  const stored = async () =>
    (await upgraded.app.db.select().from(papers).where(like(papers.sourceId, '%biorxiv.72%')))[0]!;

  beforeAll(async () => {
    const installation = await startInstallation();
    sources = installation.sources;
    sources.add([preprint, heartPaper('biorxiv', 72, raw)]);
    const old = await installation.start();
    await eventually(async () => (await old.app.db.$count(papers)) === 2, 'the preprints');
    await old.app.db.delete(paperSignatures);
    await old.app.db.delete(systemState).where(eq(systemState.name, 'signed'));
    await old.app.db
      .update(papers)
      .set({ ...raw, cleaning: 0, changedAt: new Date(0) })
      .where(like(papers.sourceId, '%biorxiv.72%'));
    await old.app.db.insert(users).values({ id: reader, email: 'old@example.org', passwordHash: 'x' });
    await old.app.db.insert(searchTerms).values({
      id: topic,
      userId: reader,
      term: 'heart failure',
      termKey: 'heart failure',
      isActive: false,
    });
    await old.app.db.insert(emailDigests).values([
      { ...oldMail, searchTermId: topic, ...mailWith(liveTokens(old.app)) },
      // Its topic has been deleted since.
      { ...oldMail, id: withoutTopic, periodStart: new Date(1), ...mailWith(liveTokens(old.app)) },
    ]);
    await old.stop();
    upgraded = await installation.start();
  }, 90_000);
  afterAll(async () => {
    await upgraded.stop();
    for (const close of closing.splice(0).reverse()) await close();
  });

  it('recognizes the article of a preprint stored before works had signatures', async () => {
    sources.add([heartPaper('pubmed', 71, { title: preprint.title, authors: preprint.authors })]);
    await eventually(async () => {
      const { outcome } = await harvest(upgraded.app, 'pubmed');
      return outcome === 'complete';
    }, 'a harvest of PubMed');
    expect(await upgraded.app.db.$count(papers)).toBe(2);
  });

  it('leaves no link that works in mails that were stored with them, and sends them again with all', async () => {
    const { db } = upgraded.app;
    await eventually(
      async () => (await db.$count(emailDigests, eq(emailDigests.hasTokens, true))) === 0,
      'mails without tokens',
    );
    const copy = (await copyOfAll(db)).replaceAll(/\s/g, '');
    for (const token of liveTokens(upgraded.app)) expect(copy).not.toContain(token);
    const [row] = await db.select().from(emailDigests).where(eq(emailDigests.id, withTopic));
    expect(withTokens(upgraded.app, row!, row!.content)).toBe(mailWith(liveTokens(upgraded.app)).content);
    expect(await leaveOutTokens(upgraded.app)).toBe(0);
  });

  it('cleans stored titles and abstracts in the background, each text once', async () => {
    await eventually(async () => (await stored()).title === clean.title, 'a clean title');
    expect(await stored()).toMatchObject({ ...clean, cleaning: cleaningVersion });
    expect((await stored()).changedAt > new Date(0)).toBe(true);
    expect(await cleanStoredTexts(upgraded.app)).toBe(0);
  });

  it('finds a work by its clean title too, and does not report cleaning as a revision', async () => {
    await eventually(async () => (await stored()).title === clean.title, 'a clean title');
    const { authors } = heartPaper('biorxiv', 72);
    sources.add([heartPaper('pubmed', 73, { ...clean, authors })]);
    await harvest(upgraded.app, 'pubmed');
    await harvest(upgraded.app, 'biorxiv');
    expect(await upgraded.app.db.$count(papers)).toBe(2);
    const revised = await upgraded.app.db.$count(paperEvents, eq(paperEvents.kind, 'revised'));
    expect(revised).toBe(0);
  });
});
