import type { Me } from '#shared/accounts/me.ts';
import { AddTopic } from './AddTopic.tsx';
import { SearchQueue } from './SearchQueue.tsx';

interface TopicsProps {
  me: Me;
  /** A topic from the address. */
  asked: string | null;
  /** How many new papers a topic has, by its id. */
  unreadOf: (id: string) => number;
}

/** The reader's topics, and the field to add one. */
export const Topics = ({ me, asked, unreadOf }: TopicsProps) => (
  <>
    <AddTopic me={me} asked={asked} />
    <SearchQueue me={me} unreadOf={unreadOf} />
  </>
);
