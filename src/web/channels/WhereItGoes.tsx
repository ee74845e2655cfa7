import { useQuery } from '@tanstack/react-query';
import { channelApi, channelsPerTopic } from '#shared/channels/channel.ts';
import { reading } from '#web/api/query.ts';
import { AddChannel } from './AddChannel.tsx';
import { ChannelEntry } from './ChannelEntry.tsx';
import { Zotero } from './Zotero.tsx';

/** Where a topic's digests go besides mail: its channels, and a form to add one. */
export function WhereItGoes({ topicId }: { topicId: string }) {
  const { data, error } = useQuery(reading(channelApi.list, { params: { id: topicId } }));
  if (error)
    return (
      <p role="alert" className="text-sm text-bad">
        Where this topic goes could not be loaded. {error.message}
      </p>
    );
  if (!data) return null;
  return (
    <>
      {data.channels.length > 0 && (
        <ul className="mb-5 divide-y divide-line border-y border-line">
          {data.channels.map((channel) => (
            <ChannelEntry key={channel.id} channel={channel} topicId={topicId} />
          ))}
        </ul>
      )}
      {data.channels.length < channelsPerTopic && <AddChannel topicId={topicId} />}
      <Zotero topicId={topicId} />
    </>
  );
}
