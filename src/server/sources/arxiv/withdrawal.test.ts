import { isWithdrawn } from './reply.ts';
import cases from './withdrawal.test.json' with { type: 'json' };

const paper = { comments: '', abstract: 'We study tides.', file: { type: 'D', size: '401kb' } };

describe('isWithdrawn', () => {
  it('decides by the file of the newest version', () => {
    expect(isWithdrawn(paper)).toBe(false);
    expect(isWithdrawn({ ...paper, file: { type: 'I', size: '0kb' } })).toBe(true);
    expect(isWithdrawn({ ...paper, file: { type: '', size: '0kb' } })).toBe(true);
    expect(isWithdrawn({ ...paper, file: null })).toBe(false);
  });

  it.each(cases.withdrawn)('recognizes the comment "%s"', (comments) =>
    expect(isWithdrawn({ ...paper, comments })).toBe(true),
  );

  it.each([
    'This paper has been withdrawn by the authors due to an error.',
    'This submission has been withdrawn by arXiv administrators as the second author was unaware of it.',
    'We withdraw this paper, since the main result was known.',
  ])('recognizes the abstract "%s"', (abstract) => expect(isWithdrawn({ ...paper, abstract })).toBe(true));

  it.each(cases.current)('takes no other withdrawal for its own: "%s" "%s"', (comments, abstract) =>
    expect(isWithdrawn({ ...paper, comments, abstract })).toBe(false),
  );
});
