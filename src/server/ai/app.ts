import type { Platform } from '#platform/platform.ts';
import type { Models } from './models.ts';

/** The platform with the model servers. */
export type AiApp = Platform & { models: Models };
