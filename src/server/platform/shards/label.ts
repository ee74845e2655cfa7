import type { Config } from '../runtime/config.ts';

/** Of the settings, what names this server to the others. */
export type Labeling = Pick<Config, 'shards'>;

/**
 * A token as it is handed out: behind the name of this server, `one~TOKEN`, where readers are spread over several, so that
 * whichever is asked knows whom to ask. "~" needs no escape in an address or a cookie, and no token of ours has one.
 */
export const labeled = ({ shards }: Labeling, token: string): string =>
  shards ? `${shards.own}~${token}` : token;

/** The name before a token; null for a token without one. It is what the token says, and proves nothing. */
export const shardLabelOf = (token: string): string | null =>
  /^(?:litwatch_)?([a-z][a-z\d]{0,15})~/.exec(token)?.[1] ?? null;

/** A token without its label, if it has one. */
export const withoutShardLabel = (token: string): string => token.replace(/^[a-z][a-z\d]{0,15}~/, '');
