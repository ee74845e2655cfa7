import { fieldOf } from '#platform/http/outbound.ts';
import { cut, post, readChat, type Service } from './service.ts';

/** Longer ones become a file (https://docs.ntfy.sh/publish/#limitations). */
const mostBytes = 4096;

/** A topic of ntfy.sh or of a private server. Uses its JSON format, in which titles need no escaping. */
export const ntfy: Service = {
  request({ id, place, announcement: { title, url, lead, papers } }) {
    const address = new URL(place.address);
    const lines = papers.map((paper, at) => `${at + 1}. ${cut(paper.title, 200)} (${cut(paper.where, 80)})`);
    return post(
      `${address.origin}/`,
      {
        topic: address.pathname.slice(1),
        title: cut(title, 200),
        message: withinBytes([lead, ...lines]),
        click: url,
        // From ntfy 2.16 on, a repeated message replaces the first one instead of appearing twice.
        sequence_id: id,
      },
      place.token ? { authorization: `Bearer ${place.token}` } : {},
    );
  },
  read(answer) {
    const said = fieldOf(answer.text, 'error');
    return readChat('ntfy', answer, typeof said === 'string' ? cut(said.replace(/[^\w ,:.-]/g, ''), 80) : '');
  },
  refuse: ({ address }) =>
    /^\/[\w-]{1,64}$/.test(new URL(address).pathname)
      ? null
      : 'The address of an ntfy topic looks like https://ntfy.sh/your-topic.',
};

/** As many of the lines as fit. */
function withinBytes(lines: string[]): string {
  let text = '';
  for (const line of lines) {
    const longer = text ? `${text}\n${line}` : line;
    if (Buffer.byteLength(longer) > mostBytes) break;
    text = longer;
  }
  return text;
}
