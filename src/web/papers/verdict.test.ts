import { type Digest, digest } from '#shared/digests/digest.ts';
import { effectOf, withVerdict } from './verdict.ts';

const termId = '00000000-0000-4000-8000-000000000001';
const moment = '2026-05-01T08:00:00.000Z';
const paper = (id: string) => ({ id, title: `Paper ${id}`, source: 'arxiv', relevanceScore: 0.5 });
const made = (fields: object = {}): Digest =>
  digest.parse({
    ...{
      id: '00000000-0000-4000-8000-000000000002',
      digestType: 'weekly',
      subject: 'soil',
      searchTerm: 'soil',
    },
    ...{ aiSummary: null, writtenBy: null, status: 'sent', sentAt: moment, createdAt: moment },
    ...{ papersData: [paper('1'), paper('2')], summary: [], coverage: [], windowDays: 7 },
    ...{ searchTermId: termId, feedback: { 2: 'less' } },
    ...fields,
  });

test('feedback on a paper appears in every cached digest with it, and disappears when undone', () => {
  const more = withVerdict(made(), { termId, paperId: '1', verdict: 'more' });
  expect(more.feedback).toEqual({ 1: 'more', 2: 'less' });
  const less = withVerdict(more, { termId, paperId: '1', verdict: 'less' });
  expect(less.feedback).toEqual({ 1: 'less', 2: 'less' });
  expect(withVerdict(more, { termId, paperId: '1', verdict: null }).feedback).toEqual({ 2: 'less' });
  const unsaid = made({ feedback: undefined });
  expect(withVerdict(unsaid, { termId, paperId: '2', verdict: null }).feedback).toEqual({});
});

test('feedback changes no digest of another topic or without the paper', () => {
  for (const other of [made({ searchTermId: null }), made({ papersData: [] })])
    expect(withVerdict(other, { termId, paperId: '1', verdict: 'more' })).toBe(other);
});

test('a sentence describes the effect of feedback', () => {
  expect(effectOf('more', 'soil')).toMatch(/higher in your next digest on “soil.”/);
  expect(effectOf('less', 'soil')).toMatch(/lower in your next digest on “soil.”/);
  expect(effectOf(null, 'soil')).toMatch(/will not use it/);
});
