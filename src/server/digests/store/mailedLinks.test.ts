import { describe, expect, it } from 'vitest';
import { citationsToken } from '#citations/link.ts';
import { feedbackToken } from '#topics/feedback/judge.ts';
import { unsubscribeToken } from '#topics/unsubscribe.ts';
import { withoutTokens, withTokens } from './mailedLinks.ts';

const app = { secret: 'a secret of thirty-two characters' };
const [id, userId, termId] = [1, 2, 3].map((n) => `0000000${n}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
];
const linked = { id, userId, searchTermId: termId };
const tokens = [
  unsubscribeToken(app, userId, termId),
  citationsToken(app, id),
  feedbackToken(app, { termId, paperId: 7 }),
] as const;
const mail = `<a href="https://x/unsubscribe?token=${tokens[0]}&amp;ask=1"></a> https://x/references/${tokens[1]}.ris https://x/feedback?token=${tokens[2]}&verdict=more`;

describe('the stored mail of a digest', () => {
  it('holds none of its tokens, and is sent with all of them', () => {
    const row = withoutTokens(app, {
      ...linked,
      content: mail,
      contentText: mail,
      papersData: [{ id: '7' }],
    });
    for (const token of tokens) expect(row.content + row.contentText).not.toContain(token);
    expect(withTokens(app, linked, row.content)).toBe(mail);
    expect(withTokens(app, linked, row.contentText)).toBe(mail);
  });

  it('gives a text from outside no token that it only names', () => {
    const other = '00000009-0000-4000-8000-000000000000';
    const given = `https://evil.example/?token=~${other}.unsubscribe ~.unsubscribe ?token=${'A'.repeat(43)}`;
    const row = withoutTokens(app, { ...linked, content: given, papersData: [] });
    expect(row.content).toBe(given);
    expect(withTokens(app, linked, given)).toBe(given);
  });

  it('is sent as it was stored before tokens were left out', () => {
    expect(withTokens(app, linked, mail)).toBe(mail);
  });
});
