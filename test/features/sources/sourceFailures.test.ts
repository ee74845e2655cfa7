import { and, desc, eq, ne } from 'drizzle-orm';
import { harvests } from '#platform/db/schema.ts';
import { type SourceName, sourceLabels, usualSources } from '#shared/papers/sources.ts';
import type { Behavior } from '#stand-ins/sources/faults/misbehave.ts';
import { opened } from '#test/opened.ts';
import { heartPaper, startWeeks } from '#test/weeks.ts';

interface Expected {
  /** The failure kind in the harvest's row; without one the harvest is complete. */
  failure?: string;
  sentence?: RegExp;
  /** The shortest pause before the next request, as the source asked for. */
  waitMs?: number;
  /** The harvest is complete, with malformed records counted. */
  malformed?: true;
}

const slowed = { failure: 'rate-limited', sentence: /asked us to slow down/ };
const late = { failure: 'timeout', sentence: /did not answer in time/ };
const page = { failure: 'malformed', sentence: /a web page instead of records/ };

/** Faults of a source, with the outcome of the harvest and the messages to readers and operators. */
const failures: [string, Behavior, Expected][] = [
  ['429 without Retry-After', { kind: '429' }, slowed],
  ['429 with Retry-After', { kind: '429-retry-after' }, { ...slowed, waitMs: 1000 }],
  ['a 503', { kind: '503' }, { failure: 'unavailable', sentence: /is not available/ }],
  ['an empty 200', { kind: 'empty-200' }, { failure: 'empty-reply', sentence: /nothing at all/ }],
  ['a truncated reply', { kind: 'truncated' }, { failure: 'short', sentence: /broke off before its end/ }],
  ['a record without an identifier', { kind: 'malformed-record' }, { malformed: true }],
  ['a reply after the timeout', { kind: 'slow', ms: 1500 }, late],
  ['pages of 30 rows', { kind: 'pages-of-30' }, {}],
  ['a wrong content type', { kind: 'wrong-content-type' }, {}],
  ['a web page under 200', { kind: 'html-200' }, page],
];

let number = 100;

const weeks = await opened(
  startWeeks({ configure: ({ sources }) => void Object.assign(sources, { timeoutSeconds: 0.4 }) }),
);
const reader = await weeks.follower('failures@example.org', 'heart failure');
afterEach(() => {
  for (const source of usualSources) weeks.sources.misbehave(source, null);
});

const lastDigest = () => weeks.lastDigest(reader.termId);
const lastHarvest = async (source: SourceName) => {
  const [row] = await weeks.app.db
    .select()
    .from(harvests)
    .where(and(eq(harvests.source, source), ne(harvests.status, 'running')))
    .orderBy(desc(harvests.id))
    .limit(1);
  return row!;
};

/** The shortest time between two calls, in milliseconds. */
function shortestPause(source: SourceName): number {
  const own = weeks.sources.calls.log.filter((call) => call.source === source);
  const moments = own.map(({ at }) => Date.parse(at));
  return Math.min(...moments.slice(1).map((moment, at) => moment - moments[at]!));
}

describe.each(failures)('%s', (_, behavior, { failure, sentence, waitMs, malformed }) => {
  // Two sources at a time, because with all four failing there would be no digest to report it.
  it.each([[['pubmed', 'biorxiv'] as const], [['arxiv', 'medrxiv'] as const]])(
    'is named in the digest, and %j are caught up on once',
    async (sources) => {
      const missed = sources.map((source) => heartPaper(source, number++));
      const other = heartPaper(sources[0] === 'pubmed' ? 'arxiv' : 'pubmed', number++);
      weeks.sources.add([...missed, other]);
      for (const source of sources) weeks.sources.misbehave(source, behavior);
      weeks.sources.calls.reset();
      await weeks.week();
      if (failure) await weeks.waitedOut();
      const affected = await lastDigest();
      const titles = [affected.papersData.map(({ title }) => title)];
      expect(titles[0]).toContain(other.title);

      for (const [at, source] of sources.entries()) {
        const receipt = affected.coverage.find((row) => row.source === source)!;
        const row = await lastHarvest(source);
        if (failure) {
          expect(row).toMatchObject({ status: 'failed', failureKind: failure });
          expect(receipt.outcome).toMatch(/partial|failed/);
          expect(receipt.sentence).toMatch(sentence!);
          expect(receipt.sentence).toContain(sourceLabels[source]);
          const mail = weeks.mailsTo(reader.email).at(-1)!.text.replace(/\s+/g, ' ');
          expect(mail).toContain(receipt.sentence!.slice(0, 60));
          expect(weeks.sources.calls.counts[source]).toBeGreaterThanOrEqual(5);
          if (waitMs) expect(shortestPause(source)).toBeGreaterThanOrEqual(waitMs * 0.99);
          expect(titles[0]).not.toContain(missed[at]!.title);
        } else {
          expect(row).toMatchObject({ status: 'complete', failureKind: null });
          expect(receipt).toMatchObject({ outcome: 'complete', sentence: null });
          if (malformed) expect(receipt.malformed).toBeGreaterThanOrEqual(1);
          else expect(titles[0]).toContain(missed[at]!.title);
        }
      }

      for (const source of sources) weeks.sources.misbehave(source, null);
      for (let more = 0; more < 2; more++) {
        weeks.sources.add([heartPaper('pubmed', number++)]);
        await weeks.week();
        titles.push((await lastDigest()).papersData.map(({ title }) => title));
      }
      for (const { title } of missed) expect(titles.flat().filter((one) => one === title)).toHaveLength(1);
      for (const source of sources) expect(await lastHarvest(source)).toMatchObject({ status: 'complete' });
    },
  );
});
