import { fieldOf } from '#platform/http/outbound.ts';
import { type AnnouncedPaper, cut, post, readChat, type Service } from './service.ts';

/**
 * An incoming webhook of Discord. Stays within the limits of ten embeds, 256 characters per title and 6,000 in total
 * (https://docs.discord.com/developers/resources/message#embed-object-embed-limits). Titles cannot mention anybody.
 */
export const discord: Service = {
  request({ place, announcement: { title, url, lead, papers } }) {
    const address = new URL(place.address);
    // Makes Discord return the message, which distinguishes an accepted message from a dropped one.
    address.searchParams.set('wait', 'true');
    return post(address.href, {
      content: cut(`**${escaped(title)}**\n${escaped(lead)} · <${url}>`, 2000),
      embeds: papers.slice(0, 10).map(embed),
      allowed_mentions: { parse: [] },
    });
  },
  read(answer) {
    const outcome = readChat('Discord', answer);
    const wait = Number(fieldOf(answer.text, 'retry_after'));
    return outcome.outcome === 'later' && wait > outcome.wait
      ? { ...outcome, wait: Math.ceil(wait) }
      : outcome;
  },
};

/** Below 550 characters, so that ten stay within the total limit. */
const embed = ({ title, url, where, takeaway }: AnnouncedPaper) => ({
  title: cut(escaped(cut(title, 160)), 240),
  ...(url && url.length < 600 ? { url } : {}),
  description: cut(escaped([cut(where, 80), cut(takeaway, 180)].filter(Boolean).join('\n')), 310),
});

/** Markdown, mentions and emoji become plain characters. */
const escaped = (text: string): string => text.replace(/[\\*_~|`>#[\]()<:@]/g, String.raw`\$&`);
