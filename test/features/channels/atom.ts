import { SaxesParser } from 'saxes';

const atom = 'http://www.w3.org/2005/Atom';

export interface AtomElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: AtomElement[];
}

/**
 * Parses a feed as strictly as RFC 4287: well-formed XML in Atom's namespace, the required elements of a feed and its
 * entries once each, absolute addresses, unique ids and RFC 3339 dates.
 * @throws with the broken rule.
 */
export function readAtom(text: string) {
  const feed = parse(text);
  must(feed.name === 'feed', 'the root is a feed');
  const entries = all(feed, 'entry');
  for (const element of [feed, ...entries]) {
    for (const name of ['id', 'title', 'updated']) must(all(element, name).length === 1, `one ${name}`);
    must(URL.canParse(one(element, 'id').text), `the id ${one(element, 'id').text} is an IRI`);
    for (const name of ['updated', 'published'])
      for (const { text } of all(element, name)) must(rfc3339.test(text), `${text} is a moment`);
    for (const { attributes } of all(element, 'link'))
      must(URL.canParse(attributes.href ?? ''), `the link ${attributes.href} is absolute`);
    for (const author of all(element, 'author')) must(one(author, 'name').text !== '', 'authors have names');
    for (const { attributes } of all(element, 'category'))
      must(Boolean(attributes.term), 'categories have terms');
  }
  must(all(feed, 'author').length > 0, 'the feed has an author');
  must(
    all(feed, 'link').some(({ attributes }) => attributes.rel === 'self'),
    'the feed links to itself',
  );
  const ids = [feed, ...entries].map((element) => one(element, 'id').text);
  must(new Set(ids).size === ids.length, 'ids are unique');
  return { feed, entries };
}

export const all = (element: AtomElement, name: string): AtomElement[] =>
  element.children.filter((child) => child.name === name);

export function one(element: AtomElement, name: string): AtomElement {
  const [found] = all(element, name);
  must(found !== undefined, `${element.name} has ${name}`);
  return found!;
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function must(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`Not an Atom feed: ${rule} (RFC 4287).`);
}

function parse(text: string): AtomElement {
  const root: AtomElement = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    must(uri === atom, `${local} is of Atom's namespace`);
    const element: AtomElement = {
      name: local,
      attributes: Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value])),
      text: '',
      children: [],
    };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  const add = (text: string) => {
    open.at(-1)!.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  return root.children[0]!;
}
