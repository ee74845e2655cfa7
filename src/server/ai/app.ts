import type { Platform } from '#platform/platform.ts';
import type { Models } from './types.ts';

/** What code that asks a model works with. */
export type AiApp = Platform & { models: Models };
