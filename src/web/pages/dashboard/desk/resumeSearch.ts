import { topic } from '#shared/values/fields.ts';

export interface WaitingSearch {
  /** Topic in the address, `?pendingSearch=`. Anyone can make such a link. */
  fromAddress: string | null;
  /** Topic that this tab stored before sign-in or before showing the plans. */
  fromSession: string | null;
  /** Whether the plan has room for another topic. */
  room: boolean;
}

/**
 * Decides what to do with a search that waited for sign-in or for a larger plan. It is submitted only if this tab
 * stored it. A topic from the address only fills in the field, because opening a link must not change anything.
 * `keep` leaves it in session storage.
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
