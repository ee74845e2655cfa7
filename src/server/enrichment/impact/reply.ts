import { z } from 'zod';
import { licenseOf } from '#sources/record/record.ts';

/** The fields of a work that are requested (`select`). */
export const workFields =
  'doi,cited_by_count,fwci,citation_normalized_percentile,publication_date,primary_location,open_access,best_oa_location';
export const abstractFields = 'doi,abstract_inverted_index';
/** The fields of a source, which is OpenAlex's word for a journal or a repository. */
export const venueFields = 'id,summary_stats';

/** May be missing in older records; the rest can be read without it. */
const figure = z.number().nullish();

const work = z.object({
  doi: z.string().nullish(),
  cited_by_count: z.int().nonnegative().nullish(),
  fwci: figure,
  citation_normalized_percentile: z.object({ value: figure }).nullish(),
  publication_date: z.iso.date().nullish(),
  primary_location: z
    .object({ source: z.object({ id: z.string(), type: z.string().nullish() }).nullish() })
    .nullish(),
  open_access: z.object({ oa_url: z.string().nullish() }).nullish(),
  best_oa_location: z.object({ pdf_url: z.string().nullish(), license: z.string().nullish() }).nullish(),
});

const stats = z.object({ '2yr_mean_citedness': figure }).nullish();
const venue = z.object({ id: z.string(), summary_stats: stats });

const page = z.object({ results: z.array(z.unknown()) });

export interface Work {
  /** In lower case, without the resolver's address. */
  doi: string;
  percentile: number | null;
  fwci: number | null;
  citations: number;
  publicationDate: string | null;
  /** The journal's id, `S…`; null for a repository, an unknown journal or none. */
  journal: string | null;
  /** A free PDF, and its Creative Commons license; null if none is known. */
  pdfUrl: string | null;
  license: string | null;
}

/** Reads a page of works. @throws ZodError or SyntaxError if it is not one. */
export const readWorks = (body: string): Work[] =>
  readable(work, body).flatMap((row) => {
    if (!row.doi) return [];
    const source = row.primary_location?.source;
    return {
      doi: plainDoi(row.doi),
      percentile: row.citation_normalized_percentile?.value ?? null,
      fwci: row.fwci ?? null,
      citations: row.cited_by_count ?? 0,
      publicationDate: row.publication_date ?? null,
      ...freeCopyIn(row),
      journal: source && serials.has(source.type ?? '') ? shortId(source.id) : null,
    };
  });

const plainDoi = (doi: string): string => doi.toLowerCase().replace(/^https?:\/\/(?:dx\.)?doi\.org\//, '');

const places = z.record(z.string(), z.array(z.int().nonnegative()));
const summarized = z.object({ doi: z.string(), abstract_inverted_index: places });

/** Words, and characters, of the longest abstract. An index of few bytes can name many places of a long word. */
const [mostWords, mostCharacters] = [5_000, 50_000];
/** Shorter texts are remarks, such as “International audience”. */
const fewestCharacters = 100;

/** The abstracts of a page of works, by DOI. @throws ZodError or SyntaxError if it is not a page. */
export const readAbstracts = (body: string): Map<string, string> =>
  new Map(
    page.parse(JSON.parse(body)).results.flatMap((one): [string, string][] => {
      const { data } = summarized.safeParse(one);
      const text = data && abstractIn(data.abstract_inverted_index);
      return text ? [[plainDoi(data.doi), text]] : [];
    }),
  );

/** The text of an index of its words; null if a place has no word or two, or if it is no abstract by its length. */
function abstractIn(index: Record<string, number[]>): string | null {
  const words: [number, string][] = [];
  let characters = 0;
  for (const [word, places] of Object.entries(index)) {
    characters += (word.length + 1) * places.length;
    if (words.length + places.length > mostWords || characters > mostCharacters) return null;
    for (const place of places) words.push([place, word]);
  }
  words.sort(([a], [b]) => a - b);
  if (characters < fewestCharacters || words.some(([place], at) => place !== at)) return null;
  return words
    .map(([, word]) => word)
    .join(' ')
    .replace(/^abstract\W{0,3}\s/i, '');
}

/** Accepts only the address of a PDF, because for many works only the landing page of a free copy is known. */
function freeCopyIn({
  open_access,
  best_oa_location,
}: z.output<typeof work>): Pick<Work, 'pdfUrl' | 'license'> {
  const address = [best_oa_location?.pdf_url, open_access?.oa_url].find(
    (one, at) => one && (at === 0 || /\.pdf(?:$|[?#])|\/pdf\//i.test(one)),
  );
  const url = address ? URL.parse(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.href.length > 500)
    return { pdfUrl: null, license: null };
  return { pdfUrl: url.href, license: licenseOf(best_oa_location?.license) };
}

/** Mean citedness over two years by journal id, `S…`. @throws ZodError or SyntaxError if it is not a page of sources. */
export const readVenues = (body: string): Map<string, number | null> =>
  new Map(
    readable(venue, body).map(({ id, summary_stats }) => [
      shortId(id),
      summary_stats?.['2yr_mean_citedness'] ?? null,
    ]),
  );

/** Skips malformed rows; throws if all are malformed. */
function readable<T>(row: z.ZodType<T>, body: string): T[] {
  const { results } = page.parse(JSON.parse(body));
  const rows = results.flatMap((one) => row.safeParse(one).data ?? []);
  return rows.length > 0 || results.length === 0 ? rows : [row.parse(results[0])];
}

/** Venues that select their papers, unlike repositories. */
const serials = new Set(['journal', 'conference', 'book series']);

const shortId = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** What an impact service reports about one paper; null if unknown. */
export interface Figures {
  /** 0 to 1 among works of its field, year and type (`citation_normalized_percentile`). */
  percentile: number | null;
  /** Citations relative to the mean of its field, year and type; 1 is the world mean. */
  fwci: number | null;
  citations: number;
  /** Mean citations over two years of its journal (`2yr_mean_citedness`); null for repositories. */
  venue: number | null;
  /** Years since publication. */
  age: number;
}

/**
 * Impact of one paper, 0 to 1, .5 for an average one; null if nothing is known.
 *
 * Its field-normalized citations count as far as they are meaningful yet: a quarter with one citation, half with
 * three, fully after two years, when no citation is an answer too. The journal supplies the rest, because a paper of
 * this week has no citations and OpenAlex gives all of those percentile 0. A repository says nothing about quality,
 * so a paper without a journal gets the average there.
 */
export function impactFrom({ percentile, fwci, citations, venue, age }: Figures): number | null {
  const own = percentile ?? (fwci === null ? null : fwci / (fwci + 1));
  const trust = own === null ? 0 : Math.min(Math.max(citations / (citations + 3), age / 2, 0), 1);
  if (venue === null && trust < leastTrust) return null;
  return round(trust * clamp(own ?? 0) + (1 - trust) * (venue === null ? ordinary : standing(venue)));
}

/** .5 for a journal with three citations per paper in two years, .8 for twelve. */
const standing = (venue: number): number => Math.max(venue, 0) / (Math.max(venue, 0) + 3);

const ordinary = 0.5;
/** Reached with one citation, or after half a year. */
const leastTrust = 0.25;
const clamp = (share: number): number => Math.min(Math.max(share, 0), 1);
/** Three decimals, so that one more citation among hundreds does not cause reindexing. */
const round = (share: number): number => Math.round(share * 1000) / 1000;
