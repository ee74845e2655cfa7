/** Checks messages against the documented limits of Slack and Discord. */
type Body = Record<string, unknown> | null;

type Block = { type?: string; text?: { type?: string; text?: string } };

/** Slack's error code for an invalid message; null for a valid one. */
export function slackProblem(body: Body): string | null {
  if (!body) return 'invalid_payload';
  const { text, blocks = [] } = body as { text?: string; blocks?: Block[] };
  if (!text && !blocks.length) return 'missing_text_or_fallback_or_attachments';
  const fits = blocks.every(({ type, text }) => {
    const most = type === 'header' ? 150 : type === 'section' ? 3000 : 0;
    const length = text?.text?.length ?? 0;
    const kind = type === 'header' ? 'plain_text' : 'mrkdwn';
    return length > 0 && length <= most && text?.type === kind;
  });
  if (!fits || blocks.length > 50) return 'invalid_blocks';
  return JSON.stringify(blocks).length > 13_200 + blocks.length * 80 ? 'msg_blocks_too_long' : null;
}

type Embed = { title?: string; url?: string; description?: string };

/** Discord's error details for an invalid message; null for a valid one. */
export function discordProblem(body: Body): object | null {
  if (!body) return { _errors: [{ code: 'BODY_NOT_JSON', message: 'The body is no JSON' }] };
  const { content = '', embeds = [] } = body as { content?: string; embeds?: Embed[] };
  const tooLong = (field: string) => ({ [field]: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } });
  if (!content && !embeds.length) return tooLong('content');
  if (content.length > 2000) return tooLong('content');
  if (embeds.length > 10) return tooLong('embeds');
  if (embeds.some(({ title = '' }) => title.length > 256)) return tooLong('title');
  if (embeds.some(({ description = '' }) => description.length > 4096)) return tooLong('description');
  if (embeds.some(({ url = 'https://x.example' }) => !/^https?:/.test(url))) return tooLong('url');
  const all = embeds.reduce(
    (sum, { title = '', description = '' }) => sum + title.length + description.length,
    0,
  );
  return all > 6000 ? tooLong('embeds') : null;
}
