import type { Platform } from '#platform/platform.ts';
import type { Sources } from './record/source.ts';

/** What code that asks the sources works with. */
export type SourcesApp = Platform & { sources: Sources };
