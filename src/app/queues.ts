import { features } from '#features/index.ts';
import { type Policies, queues } from '#platform/queue/queues.ts';

/** The queues of the core and of every feature. */
export const allQueues: Policies = Object.assign({ ...queues }, ...features.map(({ queues }) => queues));
