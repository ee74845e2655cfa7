import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Features that run again on the server of DATABASE_URL: those where a server can differ from the embedded engine, which is
 * PostgreSQL too, but with one connection and another driver.
 */
const onServer = [
  // Locks and transactions of many connections at once.
  '**/races.test.ts',
  'digests/liveShare.test.ts',
  'operations/{clock,deadlocks,midFlight}.test.ts',
  // The queue: priorities, retries, leases, and what a killed worker leaves.
  'digests/{firstDigest,queuePriority}.test.ts',
  'mail/{acceptedMails,mailResend}.test.ts',
  'shelf/import.test.ts',
  // Migrations, tables, and a server that refuses.
  'operations/{databaseCopy,migrations,move,outage,readiness,refusals,secret}.test.ts',
  // Text: search among digests and on the shelf, records merged by title, batches of arrays.
  'digests/digestPages.test.ts',
  'shelf/{desk,room,shelf}.test.ts',
  'sources/{calendar,largeHarvests,moments}.test.ts',
  // Every call, and input that nobody thought of: each statement once through the other driver.
  'api/{apiContract,apiFuzz}.test.ts',
  'fuzz/*.test.ts',
].map((name) => `test/features/${name}`);

/** Files that take longest, which start first: one that starts last would leave the other workers idle. */
const longest = `
  deletion wrongPlace sourceFailures weeks journals others transfer crossref parsers relevance metrics embeddings apiFuzz move
  fuzz largeHarvests moments refusals races harmlessLinks impact year weeksPapers callsADay apiAccess accountsLimits summaries
  import moreSources billing settings weeksReaders outside waitingDigests check index firstDigest expansion secret`.split(
  /\s+/,
);

class LongestFirst extends BaseSequencer {
  /** Keeps the files of a project together, because its workers keep their modules from one to the next. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      longest.indexOf(path.basename(moduleId, '.test.ts')) + 1 || longest.length + 1;
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => own.sort((a, b) => place(a) - place(b)));
  }
}

/** Tests of pages, which import JSX. */
const pages = ['src/web/**/*.test.ts', 'src/app/pages/**/*.test.ts', 'src/features/*/web/**/*.test.ts'];

/** How files of all projects are run. */
const together = {
  globals: true,
  // Files share a process and its modules: loading those took a quarter of the time. A file leaves nothing behind: what it
  // starts it closes, and it changes no global.
  isolate: false,
  // A test waits for queues, mails and retries longer than it calculates: two at once leave half of two cores idle. On a server
  // three do.
  maxWorkers: process.env.DATABASE_URL ? 4 : 3,
};

const asTheServer = {
  ...together,
  // Node loads modules as it does for the server, not Vite's module runner, in which every imported binding is a look-up and
  // the ranking's inner loops take ten times as long. No test replaces a module, so it needs none of Vitest's hooks.
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

const features = (name: string, include: string[]) => ({
  test: {
    name,
    include,
    globalSetup: ['test/image.ts'],
    setupFiles: ['test/failOnConsoleError.ts'],
    ...asTheServer,
    // Six weeks of digests take ten seconds on an idle machine; on a busy one each week may take most of a minute.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.ts',
            'stand-ins/**/*.test.ts',
            'bench/**/*.test.ts',
            '!bench/hostile/**',
            ...pages.map((name) => `!${name}`),
            'test/{records,wire}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'test/house/**/*.test.ts',
          ],
          setupFiles: ['test/failOnConsoleError.ts'],
          ...asTheServer,
          // Threads of the ranking start with their own loader; on a busy machine that takes its seconds.
          testTimeout: 20_000,
        },
      },
      { test: { name: 'pages', include: pages, setupFiles: ['test/failOnConsoleError.ts'], ...together } },
      {
        test: {
          name: 'hostile',
          include: ['bench/hostile/**/*.test.ts'],
          setupFiles: ['test/failOnConsoleError.ts'],
          ...asTheServer,
          // In a process of its own: V8 stops optimizing patterns once a process has made 1 MB of code for them, and two
          // hundred files of tests make more than a server does.
          isolate: true,
        },
      },
      features('feature', ['test/features/**/*.test.ts']),
      ...(process.env.DATABASE_URL ? [features('server', onServer)] : []),
    ],
  },
});
