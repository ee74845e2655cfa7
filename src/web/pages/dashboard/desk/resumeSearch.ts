import { topic } from '#shared/values/fields.ts';

export interface WaitingSearch {
  /** Topic in the address, `?pendingSearch=`. Anybody can make such a link. */
  fromAddress: string | null;
  /** Topic that this tab kept itself, before sign-in or before the plans were shown. */
  fromSession: string | null;
  /** Whether the plan has room for another term. */
  room: boolean;
}

/**
 * What to do with a search that waited for sign-in or for a larger plan. It is submitted only when this tab kept
 * it: a topic that stands in the address alone is put into the field, since opening a link must not change anything.
 * `keep` says that it goes on waiting in the session.
 */
export function resumeSearch({ fromAddress, fromSession, room }: WaitingSearch): {
  submit: string | null;
  fill: string | null;
  keep: boolean;
} {
  const kept = readable(fromSession);
  const asked = readable(fromAddress);
  if (kept && room) return { submit: kept, fill: null, keep: false };
  return { submit: null, fill: kept ?? asked, keep: kept !== null };
}

const readable = (text: string | null): string | null => {
  const read = topic.safeParse(text ?? '');
  return read.success ? read.data : null;
};
