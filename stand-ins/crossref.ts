import { type Context, Hono } from 'hono';
import { type Place, serveApp } from './loopback/serve.ts';

export interface Update {
  DOI: string;
  type: string;
  label?: string;
  source?: 'publisher' | 'retraction-watch';
}

/** A record as `/works` returns it; a test sets the fields it needs. */
export interface Registered {
  DOI: string;
  type?: string;
  'update-to'?: Update[];
  'updated-by'?: Update[];
  relation?: Record<string, { 'id-type': string; id: string; 'asserted-by': string }[]>;
  /** When the record last changed; now by default. */
  indexedAt?: Date;
}

export interface CrossrefStandIn {
  url: string;
  environment: { CROSSREF: string; CROSSREF_URL: string };
  /** Every request, including refused ones. */
  readonly calls: URLSearchParams[];
  register(...records: Registered[]): void;
  /** Registers a notice and the article it refers to. */
  update(about: string, notice: string, update: Omit<Update, 'DOI'>): void;
  /** Answers the next `times` requests with this status, or all requests until reset with null. */
  misbehave(status: number | null, times?: number): void;
  close(): Promise<void>;
}

/**
 * The part of Crossref's `/works` that the product uses. Filters of one name are alternatives, an unknown filter is a 400,
 * a DOI registered elsewhere is silently missing, and the cursor continues after the last page.
 */
export async function startCrossref({
  now = () => new Date(),
  ...place
}: Place & { now?: () => Date } = {}): Promise<CrossrefStandIn> {
  const calls: CrossrefStandIn['calls'] = [];
  const records = new Map<string, Registered>();
  let trouble: { status: number; times: number } | null = null;
  const app = new Hono();

  app.get('/works', (c) => {
    calls.push(new URL(c.req.url).searchParams);
    const found = trouble;
    if (found && --found.times <= 0) trouble = null;
    if (found) return c.html('<html><body><h1>Too Many Requests</h1></body></html>', found.status as 429);
    const polite = Boolean(c.req.query('mailto'));
    c.header('x-api-pool', polite ? 'polite-array' : 'public-array');
    c.header('x-rate-limit-limit', polite ? '3' : '1');
    c.header('x-rate-limit-interval', '1s');
    return answer(c, [...records.values()]);
  });

  const register = (record: Registered) => {
    const DOI = record.DOI.toLowerCase();
    records.set(DOI, { ...records.get(DOI), ...record, DOI, indexedAt: record.indexedAt ?? now() });
  };
  const { url, close } = await serveApp(app, place);
  return {
    url,
    environment: { CROSSREF: 'on', CROSSREF_URL: url },
    calls,
    register: (...given) => given.forEach(register),
    update(about, notice, update) {
      const entry = (DOI: string): Update => ({ label: update.type, source: 'publisher', ...update, DOI });
      const before = records.get(about.toLowerCase())?.['updated-by'] ?? [];
      register({ DOI: about, type: 'journal-article', 'updated-by': [...before, entry(notice)] });
      const others = records.get(notice.toLowerCase())?.['update-to'] ?? [];
      register({ DOI: notice, type: 'journal-article', 'update-to': [...others, entry(about)] });
    },
    misbehave: (status, times = Number.POSITIVE_INFINITY) => {
      trouble = status === null ? null : { status, times };
    },
    close,
  };
}

type Check = (record: Registered, value: string) => boolean;

const dayOf = ({ indexedAt }: Registered): string => indexedAt!.toISOString().slice(0, 10);

const filters: Record<string, Check> = {
  doi: ({ DOI }, value) => DOI === value.toLowerCase(),
  type: ({ type = 'journal-article' }, value) => type === value,
  'update-type': (record, value) => (record['update-to'] ?? []).some(({ type }) => type === value),
  'relation.type': ({ relation = {} }, value) => Object.hasOwn(relation, value),
  'from-index-date': (record, value) => dayOf(record) >= value,
  'until-index-date': (record, value) => dayOf(record) <= value,
};

function answer(c: Context, records: Registered[]): Response {
  const wanted = new Map<string, string[]>();
  for (const part of (c.req.query('filter') ?? '').split(',')) {
    const [, name = part, value = ''] = /^([^:]+):(.*)$/.exec(part) ?? [];
    if (!Object.hasOwn(filters, name))
      return refused(
        c,
        'filter-not-available',
        name,
        `Filter '${name}' specified but there is no such filter for this route.`,
      );
    wanted.set(name, [...(wanted.get(name) ?? []), value]);
  }
  const rows = Number(c.req.query('rows') ?? 20);
  if (!Number.isInteger(rows) || rows < 0 || rows > 1000)
    return refused(
      c,
      'integer-not-valid',
      c.req.query('rows')!,
      'Must be a positive integer less than or equal to 1000. ',
    );
  const matching = records.filter((record) =>
    [...wanted].every(([name, values]) => values.some((value) => filters[name]!(record, value))),
  );
  const cursor = c.req.query('cursor');
  const offset = cursor && cursor !== '*' ? Number(Buffer.from(cursor, 'base64').toString()) : 0;
  const page = matching.slice(offset, offset + rows);
  const fields = c.req.query('select')?.split(',');
  return c.json({
    status: 'ok',
    'message-type': 'work-list',
    'message-version': '1.0.0',
    message: {
      facets: {},
      'total-results': matching.length,
      items: page.map(({ indexedAt: _, ...record }) =>
        Object.fromEntries(Object.entries(record).filter(([name]) => fields?.includes(name) ?? true)),
      ),
      'items-per-page': rows,
      ...(cursor && { 'next-cursor': Buffer.from(String(offset + page.length)).toString('base64') }),
    },
  });
}

const refused = (c: Context, type: string, value: string, message: string): Response =>
  c.json(
    {
      status: 'failed',
      'message-type': 'validation-failure',
      message: [{ type, value, message }],
    },
    400,
  );
