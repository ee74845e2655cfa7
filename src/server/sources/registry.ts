import packageJson from '#package.json' with { type: 'json' };
import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import { offeredSources, type SourceName } from '#shared/papers/sources.ts';
import { arxiv } from './arxiv/index.ts';
import { biorxiv, medrxiv } from './biorxiv/index.ts';
import { statusOf } from './client/fetchOnce.ts';
import {
  type Organization,
  type PoliteClient,
  politeClient,
  type Questions,
  type SourceDescriptor,
} from './client/politeClient.ts';
import { crossref } from './crossref/index.ts';
import { europepmc } from './europepmc/index.ts';
import { pubmed } from './pubmed/index.ts';
import type { Sources } from './record/source.ts';

/** Every source, in the order of `shared/papers/sources.ts`. */
export const descriptors: Record<SourceName, SourceDescriptor> = {
  pubmed,
  arxiv,
  biorxiv,
  medrxiv,
  europepmc,
  crossref,
};

export interface OpenOptions {
  log: Log;
  /** The page that says who runs this server, e.g. `https://litwatch.example/contact`. */
  contactUrl?: string;
  /** The clock, because a request for an arXiv window depends on today. */
  now?: () => Date;
}

/** Opens every source; sources of one organization share its rate limit. No request is made before one is used. */
export function openSources(
  config: Config['sources'],
  { log, contactUrl, now = () => new Date() }: OpenOptions,
): Sources {
  const beginMs = config.timeoutSeconds * 1000;
  const clients = new Map<Organization, PoliteClient>();
  const clientOf = (organization: Organization): PoliteClient => {
    const known = clients.get(organization);
    if (known) return known;
    const client = politeClient(organization.policy(config), {
      userAgent: userAgent(config, contactUrl),
      log,
      limits: { beginMs, wholeMs: 3 * beginMs },
    });
    clients.set(organization, client);
    return client;
  };
  return Object.fromEntries(
    Object.values(descriptors).map((descriptor) => [
      descriptor.name,
      descriptor.open({ config, ask: clientOf(descriptor.organization), log, now }),
    ]),
  ) as Sources;
}

/** A source that cannot be read now, with its status; null without a response. */
export type SourceTrouble = { source: SourceName; status: number | null };

/**
 * The offered sources whose organization does not answer within three seconds, or reports that it is down, is too busy, or
 * refuses us. Sends one HEAD request per organization. Never rejects because of the network.
 */
export async function troubledSources(config: Config['sources']): Promise<SourceTrouble[]> {
  const offered = offeredSources(config.more).map((name) => descriptors[name]);
  const byOrganization = Map.groupBy(offered, ({ organization }) => organization);
  const troubles = await Promise.all(
    [...byOrganization].map(async ([organization, sources]) => {
      const status = await statusOf(organization.probeUrl(config), userAgent(config), 3_000);
      return saysNo(status) ? sources.map(({ name }) => ({ source: name, status })) : [];
    }),
  );
  return troubles.flat();
}

/** The base address of an API may not exist as a page (404) or not support HEAD (405). */
const saysNo = (status: number | null): boolean =>
  status === null || status >= 500 || [401, 403, 429].includes(status);

/** Identifies us and names a contact, so that a source can complain before it blocks us. */
const userAgent = ({ contactEmail }: Config['sources'], contactUrl?: string): string =>
  `Litwatch/${packageJson.version} (${contactUrl ? `+${contactUrl}; ` : ''}mailto:${contactEmail})`;

/** What this installation asks questions with; each request is counted by `spend`. */
export const questionsOf = (
  { config, log }: { config: Config; log: Log },
  signal: AbortSignal,
  spend: () => Promise<void>,
): Questions => ({
  ...{ config, log, signal, spend },
  userAgent: userAgent(config.sources, config.baseUrl),
});
