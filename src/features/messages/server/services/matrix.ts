import { html } from 'hono/html';
import { fieldOf } from '#platform/http/outbound.ts';
import { decoded } from '#sources/record/identifierIn.ts';
import { cut, post, readChat, type Service } from './service.ts';

/**
 * A room of Matrix. The transaction id is the delivery's, so that a homeserver recognizes a repeated one
 * (https://spec.matrix.org/v1.11/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid).
 */
export const matrix: Service = {
  request({ id, place, announcement: { title, url, lead, papers } }) {
    const { origin, room } = placeOf(place.address)!;
    const shown = papers.map((paper) => ({
      ...paper,
      title: cut(paper.title, 300),
      where: cut(paper.where, 200),
      takeaway: cut(paper.takeaway, 600),
    }));
    const list = shown.map(
      (paper) =>
        html`<li>${paper.url ? html`<a href="${paper.url}">${paper.title}</a>` : paper.title}<br />${paper.where}${
          paper.takeaway ? html`<br /><em>${paper.takeaway}</em>` : ''
        }</li>`,
    );
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${id}`;
    const formatted = html`<p><strong>${title}</strong><br />${lead} · <a href="${url}">Read on the web</a></p>
      <ol>${list}</ol>`;
    return {
      ...post(
        origin + path,
        {
          msgtype: 'm.notice',
          body: [`${title}: ${lead}`, url, ...shown.map((paper, at) => `${at + 1}. ${paper.title}`)].join(
            '\n',
          ),
          format: 'org.matrix.custom.html',
          formatted_body: formatted.toString(),
          // Mentions nobody. Without this field, old clients search the text for “@room”.
          'm.mentions': {},
        },
        { authorization: `Bearer ${place.token}` },
      ),
      method: 'PUT',
    };
  },
  read(answer) {
    const code = fieldOf(answer.text, 'errcode');
    const word = typeof code === 'string' && /^M_[A-Z_]{1,60}$/.test(code) ? code : '';
    const outcome = readChat('Matrix', answer, word);
    const wait = Number(fieldOf(answer.text, 'retry_after_ms')) / 1000;
    return outcome.outcome === 'later' && outcome.wait === 0 && wait > 0
      ? { ...outcome, wait: Math.ceil(wait) }
      : outcome;
  },
  refuse({ address, token }) {
    if (!placeOf(address))
      return 'The address of a Matrix room looks like https://matrix.example.org/_matrix/client/v3/rooms/!room:example.org.';
    return token ? null : 'Please enter the access token of the account that is to post in the room.';
  },
};

/** The homeserver and the room in an address. */
function placeOf(address: string): { origin: string; room: string } | null {
  const { origin, pathname } = new URL(address);
  const room = /^\/_matrix\/client\/(?:v3|r0)\/rooms\/([^/]+)/.exec(pathname)?.[1];
  if (!room) return null;
  const name = decoded(room);
  return /^!\S{1,250}$/.test(name) ? { origin, room: name } : null;
}
