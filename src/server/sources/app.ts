import type { Platform } from '#platform/platform.ts';
import type { Sources } from './record/source.ts';

/** What code that calls the sources needs. */
export type SourcesApp = Platform & { sources: Sources };
