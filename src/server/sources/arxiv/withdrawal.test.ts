import { isWithdrawn } from './reply.ts';

const paper = { comments: '', abstract: 'We study tides.', file: { type: 'D', size: '401kb' } };

describe('isWithdrawn', () => {
  it('decides by the file of the newest version', () => {
    expect(isWithdrawn(paper)).toBe(false);
    expect(isWithdrawn({ ...paper, file: { type: 'I', size: '0kb' } })).toBe(true);
    expect(isWithdrawn({ ...paper, file: { type: '', size: '0kb' } })).toBe(true);
    expect(isWithdrawn({ ...paper, file: null })).toBe(false);
  });

  it.each([
    'This paper has been withdrawn by the authors',
    'This papers has been withdrawn',
    'paper withdrawn by author',
    '12 pages, 3 figures. This paper has been withdrawn by the author due to a sign error in equation 1',
    '8 pages; withdrawn due to an error in Lemma 2',
    'We withdraw this paper because Theorem 1 is wrong',
    'We hereby withdraw our submission',
    'The authors wish to withdraw this manuscript',
    'The author has withdrawn this paper due to a gap in the proof',
    'Reason for withdrawal: the data were mislabeled',
    'withdrawn by arXiv administrators due to plagiarism',
    'This submission has been removed by arXiv administrators because of falsified authorship',
    'Withdrawn',
    'Temporarily withdrawn pending revision',
    'This version has been withdrawn by arXiv admins',
    'This article is withdrawn from arXiv until the patent is filed',
    'arXiv admin has withdrawn this paper',
  ])('recognizes the comment "%s"', (comments) => expect(isWithdrawn({ ...paper, comments })).toBe(true));

  it.each([
    'This paper has been withdrawn by the authors due to an error.',
    'This submission has been withdrawn by arXiv administrators as the second author was unaware of it.',
    'We withdraw this paper, since the main result was known.',
  ])('recognizes the abstract "%s"', (abstract) => expect(isWithdrawn({ ...paper, abstract })).toBe(true));

  it.each([
    ['Withdrawn from the workshop, now at another one', ''],
    ['This paper was withdrawn from PRL and sent to PRA', ''],
    ['The first version was withdrawn and corrected', ''],
    ['An earlier version was withdrawn by the authors', ''],
    ['Replaces the withdrawn paper arXiv:1001.0001', ''],
    ['Lemma 3 of version 1 is withdrawn', ''],
    ['Supersedes arXiv:1001.0001, which was withdrawn', ''],
    ['', 'Withdrawal of nutrients slows growth in colonies of moss.'],
    ['', 'We withdraw energy from a quantum battery and measure its work.'],
    ['', 'Withdrawn papers are cited for years. We count how often.'],
    ['', 'The paper studies alcohol withdrawal in rats.'],
  ])('takes no other withdrawal for its own: "%s" "%s"', (comments, abstract) =>
    expect(isWithdrawn({ ...paper, comments, abstract })).toBe(false),
  );
});
