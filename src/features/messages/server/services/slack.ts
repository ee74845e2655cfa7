import { type AnnouncedPaper, cut, post, readChat, type Service } from './service.ts';

/**
 * An incoming webhook of Slack, or of a server that takes the same messages (Mattermost, Rocket.Chat). Within the
 * limits of https://docs.slack.dev/reference/block-kit/blocks: 50 blocks, a header of 150 and a section of 3,000 characters,
 * and about 13,000 in all blocks together.
 */
export const slack: Service = {
  request({ place, announcement: { title, url, lead, papers } }) {
    return post(place.address, {
      text: escaped(`${title}: ${lead}`, 1000),
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: cut(title, 150), emoji: false } },
        section(`${escaped(lead, 500)} · <${url}|Read on the web>`),
        ...papers.map((paper) => section(entry(paper))),
      ],
      unfurl_links: false,
      unfurl_media: false,
    });
  },
  read(answer) {
    const word = /^[a-z_]{2,60}$/.exec(answer.text.trim())?.[0] ?? '';
    // Slack reports in its body what others report by the status.
    const isOver = answer.status >= 400 && over.has(word);
    return readChat('Slack', isOver ? { ...answer, status: 410 } : answer, word === 'ok' ? '' : word);
  },
};

const over = new Set(['invalid_token', 'no_team', 'no_service', 'channel_is_archived']);

/** `verbatim`: names of channels and people stay plain text. */
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } });

/** Below 1,000 characters, so that ten fit into a message. */
function entry({ title, url, where, takeaway }: AnnouncedPaper): string {
  const name = escaped(title, 300);
  // A bar would end the address, and so would a bracket.
  const address = url?.replace(/[|<>]/g, encodeURIComponent);
  return [
    address && address.length < 250 ? `*<${address}|${name}>*` : `*${name}*`,
    escaped(where, 100),
    escaped(takeaway, 300),
  ]
    .filter(Boolean)
    .join('\n');
}

/** At most this many characters, with Slack's three special characters escaped, so that `<!channel>` is only text. */
function escaped(text: string, most: number): string {
  let written = '';
  for (const character of text) {
    const next = entities[character] ?? character;
    if (written.length + next.length >= most) return `${written.trimEnd()}…`;
    written += next;
  }
  return written;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
