import type { Me } from '#shared/accounts/me.ts';
import { AddTopic } from './AddTopic.tsx';
import { SearchQueue } from './SearchQueue.tsx';

/** What the reader follows, and the field for more. `asked` is a topic from the address. */
export const Topics = ({ me, asked }: { me: Me; asked: string | null }) => (
  <>
    <AddTopic me={me} asked={asked} />
    <SearchQueue me={me} />
  </>
);
