import packageJson from '#package.json' with { type: 'json' };
import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import { offeredSources, type SourceName } from '#shared/papers/sources.ts';
import { arxiv } from './arxiv/index.ts';
import { biorxiv, medrxiv } from './biorxiv/index.ts';
import type { Organization, SourceDescriptor } from './client/descriptor.ts';
import { isReachable } from './client/fetchOnce.ts';
import { type PoliteClient, politeClient } from './client/politeClient.ts';
import { europepmc } from './europepmc/index.ts';
import { pubmed } from './pubmed/index.ts';
import type { Sources } from './record/source.ts';

/** Every source there is; the order is that of `shared/papers/sources.ts`. */
export const descriptors: Record<SourceName, SourceDescriptor> = {
  pubmed,
  arxiv,
  biorxiv,
  medrxiv,
  europepmc,
};

export interface OpenOptions {
  log: Log;
  /** The page that says who runs this server, e.g. `https://litwatch.example/contact`. */
  contactUrl?: string;
  /** Today decides how an arXiv window is asked for. */
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

/**
 * The offered sources whose organization gives no answer within three seconds, by one HEAD request to each organization.
 * Never rejects because of the network.
 */
export async function unreachableSources(config: Config['sources']): Promise<SourceName[]> {
  const offered = offeredSources(config.more).map((name) => descriptors[name]);
  const byOrganization = Map.groupBy(offered, ({ organization }) => organization);
  const missing = await Promise.all(
    [...byOrganization].map(async ([organization, sources]) =>
      (await isReachable(organization.probeUrl(config), userAgent(config), 3_000))
        ? []
        : sources.map(({ name }) => name),
    ),
  );
  return missing.flat();
}

/** Says who asks and whom to write to, so that a source can complain before it blocks us. */
export const userAgent = ({ contactEmail }: Config['sources'], contactUrl?: string): string =>
  `Litwatch/${packageJson.version} (${contactUrl ? `+${contactUrl}; ` : ''}mailto:${contactEmail})`;
