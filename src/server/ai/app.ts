import type { Platform } from '#platform/platform.ts';
import type { Models } from './types.ts';

/** The platform with the model servers. */
export type AiApp = Platform & { models: Models };
