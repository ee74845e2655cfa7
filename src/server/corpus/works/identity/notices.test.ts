import cases from './notices.test.json' with { type: 'json' };
import { pieceKind, withoutLabel } from './notices.ts';

const kindOf = (title: string, publicationTypes = ['Journal Article']) =>
  pieceKind({ title, publicationTypes });

describe('pieceKind', () => {
  it.each(cases.pieces)('recognizes a %s: %s', (kind, title) => expect(kindOf(title)).toBe(kind));

  it.each(cases.notices)('takes a notice for one: %s', (title) => expect(kindOf(title)).not.toBeNull());

  it.each(cases.papers)('takes a paper for a paper: %s', (title) => expect(kindOf(title)).toBeNull());

  it('goes by the publication type where there is one', () => {
    expect(kindOf('Brown fat in voles.', ['Published Erratum'])).toBe('correction');
    expect(kindOf('Statins and runners.', ['Letter', 'Comment'])).toBe('response');
    expect(kindOf('Curcumin in beagles.', ['Retraction of Publication'])).toBe('retraction');
  });
});

it.each(cases.labeled)('withoutLabel finds the title of the work in %s', (title) =>
  expect(withoutLabel(title).replace(/\.$/, '')).toBe('Moss on roofs: a study of walls'),
);
