import type { Platform } from '#platform/platform.ts';

/** Citations stand on the platform. */
export type CitationsApp = Platform;
