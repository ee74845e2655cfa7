import { features } from '#features/index.ts';
import { api as core } from '#shared/api.ts';

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type Contracts = typeof core & Together<(typeof features)[number]['contract']>;

/** Every call of the API. A test checks that each is served, and that every route is one of them. */
export const api: Contracts = Object.assign({ ...core }, ...features.map(({ contract }) => contract));
