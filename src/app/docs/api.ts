import { features } from '#features/index.ts';
import type { Feature } from '#kit/feature.ts';
import { api as core } from '#shared/api.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';

/** Every call of the API. A test checks that each is served, and that every route is one of them. */
export const api: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = Object.assign(
  { ...core },
  ...features.map(({ contract }) => contract),
);

/** Events that are posted to addresses of readers. */
export const webhooks: NonNullable<Feature['webhooks']> = Object.assign(
  {},
  ...features.map(({ webhooks }) => webhooks),
);
