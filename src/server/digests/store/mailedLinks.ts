import { citationsToken } from '#citations/link.ts';
import { readToken, type Signing } from '#platform/signedLink.ts';
import { feedbackToken } from '#topics/feedback/judge.ts';
import { unsubscribeToken } from '#topics/unsubscribe.ts';

/** What the tokens of a digest's links are made of. */
interface Linked {
  id: string;
  userId: string;
  searchTermId?: string | null;
}

/** Both parts of a mail. */
interface Parts {
  content: string;
  contentText?: string;
}

/**
 * The parts of a digest's mail as they are stored: in place of each token that opens something stands a name, which is
 * one only with the digest's id, so that no paper can bring a text that becomes a token. A copy of the database holds no
 * link that works: a token that is ours and cannot be made again, because its topic was deleted, is left out for good.
 */
export function withoutTokens<Row extends Linked & Parts & { papersData: { id?: string }[] }>(
  app: Signing,
  row: Row,
): Row & { hasTokens: false } {
  const termId = row.searchTermId ?? null;
  const names = new Map([
    [unsubscribeToken(app, row.userId, termId), 'unsubscribe'],
    [citationsToken(app, row.id), 'references'],
    ...row.papersData.flatMap(({ id }) =>
      termId && id && /^\d{1,14}$/.test(id)
        ? [[feedbackToken(app, { termId, paperId: Number(id) }), `feedback.${id}`] as const]
        : [],
    ),
  ]);
  const stored = (part: string): string =>
    part.replace(tokens, (link, before: string, token: string) => {
      const name = names.get(token) ?? (isOurs(app, token) ? 'ended' : null);
      return name ? `${before}~${row.id}.${name}` : link;
    });
  return {
    ...{ ...row, hasTokens: false },
    ...{ content: stored(row.content), contentText: stored(row.contentText ?? '') },
  };
}

/** Links of a mail with what may be a token of ours. */
const tokens = /(\?token=|\/references\/)([\w-]{40,200})/g;

const isOurs = (app: Signing, token: string): boolean =>
  (['unsubscribe', 'references', 'feedback'] as const).some((purpose) => readToken(app, purpose, token));

/** The same with its tokens again. The names of other digests, and those that lost their topic, stay as they are. */
export function withTokens(app: Signing, { id, userId, searchTermId = null }: Linked, part: string): string {
  return part.replace(
    /~([\da-f-]{36})\.(unsubscribe|references|feedback\.(\d{1,14}))/g,
    (name: string, digestId: string, kind: string, paperId: string) => {
      if (digestId !== id) return name;
      if (kind === 'unsubscribe') return unsubscribeToken(app, userId, searchTermId);
      if (kind === 'references') return citationsToken(app, id);
      return searchTermId ? feedbackToken(app, { termId: searchTermId, paperId: Number(paperId) }) : name;
    },
  );
}
