import type { Platform } from '#platform/platform.ts';
import type { LiveIndex } from './liveIndex.ts';

/** The platform with the search index. */
export type SearchApp = Platform & { index: LiveIndex };
