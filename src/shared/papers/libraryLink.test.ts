import { libraryLink, throughLibrary, withLibrary } from './libraryLink.ts';

const article = {
  source: 'pubmed' as const,
  title: 'Moss & ferns',
  url: 'https://pubmed.ncbi.nlm.nih.gov/41000001/',
  doi: '10.5555/a&b#c',
  journal: 'Journal of Invented Results',
  publishedOn: '2026-02-27',
};
const found = (link: string, paper = article, options?: { brief: boolean }) =>
  new URL(throughLibrary(link, paper, options)!);

describe('library link', () => {
  it.each([
    'https://resolver.example.edu/sfx',
    'http://resolver.example.edu:8080/openurl?institution=01',
    'https://login.proxy.example.edu/login?url=',
  ])('is %s', (link) => expect(libraryLink.parse(`  ${link} `)).toBe(link));

  it.each([
    ['', 'https://'],
    ['proxy.example.edu', 'https://'],
    ['javascript:alert(1)//', 'https://'],
    ['https://', 'https://'],
    ['https://a b.example.edu/', 'https://'],
    ['https://example.edu/"><script>', 'https://'],
    ['https://me:secret@example.edu/?', 'password'],
    ['https://me@example.edu/?', 'password'],
    ['https://example.edu/#find', '#'],
    [`https://example.edu/${'x'.repeat(300)}`, '300 characters'],
  ])('is not %j', (link, said) =>
    expect(
      libraryLink
        .safeParse(link)
        .error?.issues.map(({ message }) => message)
        .join(),
    ).toContain(said),
  );

  it('opens a paper as an OpenURL with its identifiers and known fields', () => {
    const { origin, searchParams } = found('https://resolver.example.edu/sfx?institution=01');
    expect(origin).toBe('https://resolver.example.edu');
    expect(searchParams.get('institution')).toBe('01');
    expect(searchParams.get('url_ver')).toBe('Z39.88-2004');
    expect(searchParams.getAll('rft_id')).toEqual(['info:doi/10.5555/a&b#c', 'info:pmid/41000001']);
    expect(searchParams.get('rft.atitle')).toBe('Moss & ferns');
    expect(searchParams.get('rft.jtitle')).toBe('Journal of Invented Results');
    expect(searchParams.get('rft.date')).toBe('2026-02-27');
    for (const link of [
      'https://example.edu/sfx',
      'https://example.edu/sfx?',
      'https://example.edu/sfx?a=b&',
    ])
      expect(found(link).searchParams.get('rft.genre')).toBe('article');
  });

  it('shortens to the identifiers, or to the title of a paper without any', () => {
    const link = 'https://resolver.example.edu/sfx';
    expect(found(link, article, { brief: true }).searchParams.has('rft.atitle')).toBe(false);
    const bare = { ...article, doi: null as never, url: 'https://example.org/1' };
    expect(found(link, bare, { brief: true }).searchParams.get('rft.atitle')).toBe('Moss & ferns');
  });

  it('opens a paper at its publisher through a proxy, encoded as the proxy expects', () => {
    const page = 'https://doi.org/10.5555/a%26b%23c';
    expect(throughLibrary('https://proxy.example.edu/login?url=', article)).toBe(
      `https://proxy.example.edu/login?url=${page}`,
    );
    for (const link of [
      'https://proxy.example.edu/login?qurl=',
      'https://go.openathens.net/redirector/example.edu?url=',
    ])
      expect(throughLibrary(link, article)).toBe(link + encodeURIComponent(page));
    const without = { ...article, doi: null, url: 'https://example.org/1' };
    expect(throughLibrary('https://proxy.example.edu/login?url=', without)).toBe(
      'https://proxy.example.edu/login?url=https://example.org/1',
    );
    const nowhere = { ...without, url: 'javascript:alert(1)' };
    expect(throughLibrary('https://proxy.example.edu/login?url=', nowhere)).toBeNull();
  });

  it('leaves papers unchanged without a library', () => expect(withLibrary(null, article)).toBe(article));
});
