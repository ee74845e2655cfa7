import { defineConfig } from 'vitest/config';

/** Feature tests that choose their database themselves: on another engine they would say the same. */
const onceIsEnough = [
  'test/features/mail/mailPriority.test.ts',
  'test/features/operations/check.test.ts',
  'test/features/operations/wrongPlace.test.ts',
];

/** How files of both projects are run. */
const asTheServer = {
  // Files share a process and its modules: loading those took a quarter of the time. A file leaves nothing behind: what it
  // starts it closes, and it changes no global.
  isolate: false,
  // Modules run as the server runs them: through tsx, not through Vite's module runner, in which every imported binding is
  // a look-up and the ranking's inner loops take ten times as long.
  experimental: { viteModuleRunner: false },
  execArgv: ['--import', 'tsx'],
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'stand-ins/**/*.test.ts',
            'bench/**/*.test.ts',
            '!bench/hostile/**',
            'test/wire/**/*.test.ts',
            'scripts/**/*.test.ts',
            'test/house/**/*.test.ts',
          ],
          setupFiles: ['test/failOnConsoleError.ts'],
          ...asTheServer,
          // Behind the features, because projects with other numbers of workers take turns.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          // Threads of the ranking start with their own loader; on a busy machine that takes its seconds.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'hostile',
          include: ['bench/hostile/**/*.test.ts'],
          setupFiles: ['test/failOnConsoleError.ts'],
          ...asTheServer,
          // In a process of its own: V8 stops optimizing patterns once a process has made 1 MB of code for them, and two
          // hundred files of tests make more than a server does.
          isolate: true,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'feature',
          include: ['test/features/**/*.test.ts'],
          exclude: process.env.DATABASE_URL ? onceIsEnough : [],
          globalSetup: ['test/image.ts'],
          setupFiles: ['test/failOnConsoleError.ts'],
          ...asTheServer,
          // A test waits for queues, mails and retries longer than it calculates: two at once leave half of two cores idle.
          maxWorkers: 3,
          // Six weeks of digests take ten seconds on an idle machine; a busy one may take six times as long.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
