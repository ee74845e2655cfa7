import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Every module that a separate process loads for the database, with its format. */
const modulesLoaded = (before: string): string[] =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        ...['--import', 'tsx', '--input-type=module', '--eval'],
        `import { registerHooks } from 'node:module';
        import { resolveOnce } from '#platform/runtime/resolveOnce.ts';
        const loaded = [];
        ${before}
        registerHooks({
          load(url, context, next) {
            loaded.push(context.format + ' ' + url);
            return next(url, context);
          },
        });
        await import('drizzle-orm');
        await import('drizzle-orm/pg-core');
        await import('drizzle-orm/node-postgres');
        await import('drizzle-orm/pg-core');
        console.log(JSON.stringify(loaded.sort()));`,
      ],
      { encoding: 'utf8' },
    ),
  );

it('loads the same modules', () => {
  const loaded = modulesLoaded('');
  expect(loaded.length).toBeGreaterThan(50);
  expect(modulesLoaded("resolveOnce('drizzle-orm');")).toEqual(loaded);
});
