import type { Config } from '../runtime/config.ts';
import { errorFields } from '../runtime/log.ts';
import type { Directory } from './directory.ts';
import { sendAsItIs } from './send.ts';

/** What an operator is told of what lies elsewhere; never `wrong`, since a shard answers its own readers alone. */
export interface Reached {
  state: 'ok' | 'warning';
  detail: string;
}

/** How long a shard may take to say that it is up, in milliseconds. */
const waitMs = 3000;

/** The directory, which sign-up, sign-in by password and forgotten passwords need. Never rejects. */
export async function reachDirectory(directory: Directory): Promise<Reached> {
  const trouble = await directory.trouble();
  return trouble === null
    ? { state: 'ok', detail: 'Answers.' }
    : { state: 'warning', detail: `Nobody can sign in or up (DIRECTORY_URL): ${trouble}.` };
}

/** The other shards, each by whether it says that it is up. Never rejects. */
export async function reachShards({ all, own }: NonNullable<Config['shards']>): Promise<Reached> {
  const others = all.filter(({ name }) => name !== own);
  const troubles = await Promise.all(
    others.map(async ({ name, url }) => {
      const trouble = await troubleAt(`${url}/healthz`);
      return trouble === null ? [] : [`${name} (${trouble})`];
    }),
  );
  const silent = troubles.flat();
  return silent.length
    ? { state: 'warning', detail: `No answer from ${silent.join(', ')}.` }
    : { state: 'ok', detail: `This is ${own}; ${others.length} more answer.` };
}

async function troubleAt(address: string): Promise<string | null> {
  try {
    const answer = await sendAsItIs(new Request(address, { signal: AbortSignal.timeout(waitMs) }));
    await answer.body?.cancel();
    return answer.ok ? null : `answers ${answer.status}`;
  } catch (error) {
    const { message, code } = errorFields(error);
    return code ?? message;
  }
}
