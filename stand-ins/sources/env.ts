import type { HttpBindings } from '@hono/node-server';
import type { Kind } from './misbehave.ts';

/** What the handlers of the sources stand-in find in their context. */
export interface SourcesEnv {
  Bindings: HttpBindings;
  Variables: {
    /** What this reply is to do wrong; handlers heed the kinds that only they can play. */
    spoil: Kind | null;
  };
}
