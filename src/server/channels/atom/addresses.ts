import { renewFeedSecret } from '#accounts/credentials/apiTokens.ts';
import type { FeedAddresses } from '#shared/digests/feed.ts';
import { topicsOf } from '#topics/topic/topic.ts';
import type { ChannelsApp } from '../app.ts';

/** Creates new private addresses of the reader's feeds, for all topics and for each. The old addresses stop working. */
export async function renewFeedAddresses(
  app: Pick<ChannelsApp, 'db' | 'now' | 'config'>,
  userId: string,
): Promise<FeedAddresses> {
  const { secret, createdAt } = await renewFeedSecret(app, userId);
  const topics = await topicsOf(app, userId);
  return {
    createdAt: createdAt.toISOString(),
    all: feedAddress(app, secret, null),
    terms: topics.map(({ id, term }) => ({ id, term, url: feedAddress(app, secret, id) })),
  };
}

/** The format of a feed, by the extension of its address. */
export type FeedFormat = 'atom' | 'json';

/** The address of one topic's feed, or of all topics' with `topicId` null. */
export const feedAddress = (
  { config: { baseUrl } }: Pick<ChannelsApp, 'config'>,
  secret: string,
  topicId: string | null,
  format: FeedFormat = 'atom',
): string => `${baseUrl}/feeds/${secret}.${format}${topicId ? `?term=${topicId}` : ''}`;
