import { Hono } from 'hono';
import { z } from 'zod';
import type { Calls } from './calls.ts';
import { kinds, type SourcesEnv } from './faults/env.ts';
import { behavior, type Misbehavior } from './faults/misbehave.ts';
import type { Library } from './library.ts';
import { corpusRecord, link, sourceNames } from './records/corpus.ts';

const ids = z.object({ ids: z.array(z.string()) });

const change = z.object({
  id: z.string(),
  patch: z.strictObject({
    title: z.string().optional(),
    abstract: z.string().nullish(),
    authors: z.array(z.string()).optional(),
    retracted: z.boolean().optional(),
    withdrawn: z.boolean().optional(),
    newVersion: z.boolean().optional(),
    publishedDoi: z.string().optional(),
    publishedIn: z.string().optional(),
    deleted: z.boolean().optional(),
    comment: z.string().nullish(),
    links: z.array(link).optional(),
  }),
});

const wanted = z.object({
  source: z.enum(sourceNames),
  behaviour: z.enum(kinds).or(behavior).nullable(),
});

/** Controls the stand-in by HTTP, for tests in another process. */
export function control({
  library,
  misbehavior,
  calls,
}: {
  library: Library;
  misbehavior: Misbehavior;
  calls: Calls;
}) {
  const app = new Hono<SourcesEnv>();
  app.get('/control', (c) =>
    c.json({ records: Object.fromEntries(sourceNames.map((source) => [source, library.count(source)])) }),
  );
  app.get('/control/calls', (c) => c.json(calls));
  app.delete('/control/calls', (c) => {
    calls.reset();
    return c.json({ done: true });
  });

  const command = <T>(path: string, shape: z.ZodType<T>, act: (body: T) => void) =>
    app.post(`/control/${path}`, async (c) => {
      const body = shape.safeParse(await c.req.json().catch(() => null));
      if (!body.success) return c.json({ message: z.prettifyError(body.error) }, 400);
      try {
        act(body.data);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return c.json({ message: error.message }, 404);
      }
      return c.json({ done: true });
    });
  command('misbehave', wanted, ({ source, behaviour }) => misbehavior.set(source, behaviour));
  command('withhold', ids, ({ ids }) => library.withhold(ids));
  command('release', ids, ({ ids }) => library.release(ids));
  command('change', change, ({ id, patch }) => library.change(id, patch));
  command('add', z.object({ records: z.array(corpusRecord) }), ({ records }) => library.add(records));
  return app;
}
