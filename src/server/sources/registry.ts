import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import type { SourceName } from '#shared/papers/paper.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { arxiv } from './arxiv/arxiv.ts';
import { biorxiv } from './biorxiv/biorxiv.ts';
import { type Manners, politely } from './client/politeClient.ts';
import { isReachable } from './client/reach.ts';
import { pubmed } from './pubmed/pubmed.ts';
import type { Sources } from './record/source.ts';

export interface OpenOptions {
  log: Log;
  /** The page that says who runs this server, e.g. `https://litwatch.example/contact`. */
  contactUrl?: string;
  /** Today decides how an arXiv window is asked for. */
  now?: () => Date;
}

/** The four sources, each organisation at its own pace. Nothing is asked before a source is used. */
export function openSources(
  config: Config['sources'],
  { log, contactUrl, now = () => new Date() }: OpenOptions,
): Sources {
  const beginMs = config.timeoutSeconds * 1000;
  const client = (manners: Manners) =>
    politely(manners, {
      userAgent: userAgent(config, contactUrl),
      log,
      limits: { beginMs, wholeMs: 3 * beginMs },
    });
  const askBiorxiv = client(manners.biorxiv);
  return {
    pubmed: pubmed({
      url: config.pubmedUrl,
      apiKey: config.ncbiApiKey,
      email: config.contactEmail,
      ask: client(config.ncbiApiKey ? manners.ncbiWithKey : manners.ncbi),
      log,
    }),
    arxiv: arxiv({
      apiUrl: config.arxivApiUrl,
      oaiUrl: config.arxivOaiUrl,
      ask: client(manners.arxiv),
      now,
      log,
    }),
    biorxiv: biorxiv('biorxiv', { url: config.biorxivApiUrl, ask: askBiorxiv }),
    medrxiv: biorxiv('medrxiv', { url: config.biorxivApiUrl, ask: askBiorxiv }),
  };
}

/**
 * Which sources nothing answers for, within three seconds, by one small request to each organisation.
 * Never rejects for what a network does.
 */
export async function unreachableSources(config: Config['sources']): Promise<SourceName[]> {
  const organisations: [string, SourceName[]][] = [
    [`${config.pubmedUrl}/einfo.fcgi`, ['pubmed']],
    [`${config.arxivOaiUrl}?verb=Identify`, ['arxiv']],
    [config.biorxivApiUrl, ['biorxiv', 'medrxiv']],
  ];
  const missing = await Promise.all(
    organisations.map(async ([address, sources]) =>
      (await isReachable(address, userAgent(config), 3_000)) ? [] : sources,
    ),
  );
  return missing.flat();
}

/** Says who asks and whom to write to, so that a source can complain before it blocks. */
export const userAgent = ({ contactEmail }: Config['sources'], contactUrl?: string): string =>
  `Litwatch/${packageJson.version} (${contactUrl ? `+${contactUrl}; ` : ''}mailto:${contactEmail})`;

const manners = {
  /** https://support.nlm.nih.gov/kbArticle/?pn=KA-05318: three requests a second, ten with a key. */
  ncbi: { requests: 3, perMs: 1_000, atOnce: 3, backOffMs: 2_000 },
  ncbiWithKey: { requests: 10, perMs: 1_000, atOnce: 5, backOffMs: 2_000 },
  /**
   * https://info.arxiv.org/help/api/tou.html: one request every three seconds over one connection, the query API
   * and OAI-PMH together. It says 429 without a Retry-After even below that: wait long before trying again.
   */
  arxiv: { requests: 1, perMs: 3_000, atOnce: 1, backOffMs: 10_000 },
  /** No limit is published; one request a second for both servers is what they were seen to bear. */
  biorxiv: { requests: 1, perMs: 1_000, atOnce: 1, backOffMs: 2_000 },
} satisfies Record<string, Manners>;
