import { frontMatter, markdownLine, markdownTitle } from '#citations/markdownText.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { shelfLists } from '#shared/shelf/shelf.ts';
import type { ReaderPaperInput } from '../papers/shown.ts';

/** Front matter and a title for note-taking programs. */
export const markdownHead = (day: string, address: string): string =>
  `${frontMatter({ title: `Shelf, ${day}`, date: day, source: address })}\n\n# Shelf\n\n`;

/** Papers as CommonMark. Only the reader's own note, which is Markdown, can contain markup. */
export const markdownPapers = (papers: ReaderPaperInput[]): string => papers.map(paperOf).join('');

function paperOf({ paper, state, tags, note, at, term }: ReaderPaperInput): string {
  const authors = paper.authors ?? [];
  const named = authors.length > 6 ? [...authors.slice(0, 6), `and ${authors.length - 6} more`] : authors;
  const where = paper.journal ?? sourceLabels[paper.source];
  const list = state === 'new' ? 'New' : shelfLists[state];
  return [
    `## ${markdownTitle(paper)}`,
    [named.join(', '), where, paper.publishedOn ?? '']
      .map((one) => markdownLine(one))
      .filter(Boolean)
      .join(' · '),
    markdownLine([`${list} ${at.slice(0, 10)}`, term ?? ''].filter(Boolean).join(' · ')),
    paper.doi ? markdownLine(`DOI: ${paper.doi}`) : '',
    tags.length ? `Tags: ${tags.map((tag) => markdownLine(tag)).join(', ')}` : '',
    note.trim(),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n\n');
}
