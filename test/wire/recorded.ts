import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Replies recorded from the real services, kept outside the project. */
const folder = path.resolve(import.meta.dirname, '../../../shared/wire');

export const missing = !existsSync(folder);
if (missing) console.info(`no recorded replies at ${folder}: their tests are skipped`);

type Recorded = 'pubmed' | 'arxiv' | 'biorxiv' | 'openalex' | 'europepmc' | 'crossref' | 'mesh';

/** Text of a recorded reply, unwrapped from its status and decompressed if needed. */
export function recorded(source: Recorded, name: string): string {
  const bytes = readFileSync(path.join(folder, source, name));
  if (name.endsWith('.gz')) return gunzipSync(bytes).toString();
  const text = bytes.toString();
  return name.startsWith('atom-') && name.endsWith('.json')
    ? (JSON.parse(text) as { body: string }).body
    : text;
}

/** Names of the recorded replies of a source. */
export const recordedNames = (source: Recorded, pattern: RegExp): string[] =>
  missing ? [] : readdirSync(path.join(folder, source)).filter((name) => pattern.test(name));
