import type { App as Services } from '#kit/feature.ts';
import type { Clocks } from './clock.ts';

/** All services of a running server. Created once in `start.ts`, and passed to routes and jobs. */
export type App = Services & Clocks;
