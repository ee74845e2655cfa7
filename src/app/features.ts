import { core } from '#core/index.ts';
import { features as parts } from '#features/index.ts';
import { site } from './site.ts';

/** The rooms of the core, then the features: whom this server asks, in this order. */
export const features = [...core, site, ...parts];
