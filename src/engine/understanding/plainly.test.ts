import { readFileSync } from 'node:fs';
import path from 'node:path';
import { indexedSources } from '#shared/papers/sources.ts';
import { type Node, parseSyntax } from './syntax.ts';

const [, ...sentences] = readFileSync(path.resolve('bench/data/typed/without.tsv'), 'utf8')
  .replace(/\n$/, '')
  .split('\n')
  .map((line) => line.split('\t') as [string, string, string, string, string]);

const textOf = (node: Node): string =>
  'items' in node ? node.items.map(textOf).join(' ') : 'item' in node ? textOf(node.item) : node.text;

/** What a topic is about, leaves out, asks for and is limited to. */
function read(topic: string) {
  const { root, notes } = parseSyntax(topic, indexedSources);
  const limit = notes.map(({ text }) => text);
  const found = { about: [] as string[], out: [] as string[], asked: [] as string[], limit };
  const nodes = root?.kind === 'and' && root.items.length > 1 ? root.items : root ? [root] : [];
  for (const node of nodes) {
    if (node.kind === 'not')
      found.out.push(
        node.item.kind === 'field'
          ? `type:${textOf(node.item).replace(/s$/, '').replace(/se$/, 'sis')}`
          : textOf(node.item),
      );
    else if (node.kind === 'and') found.asked.push(textOf(node));
    else if (node.kind === 'field') found.limit.push(`${node.field} ${textOf(node.item)}`);
    else found.about.push(textOf(node));
  }
  return found;
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.filter((word) => !/^(?:but|and|with|on)$/.test(word))
    .join(' ') ?? '';

describe('a sentence with no, without or except', () => {
  it.each(sentences)(
    'reads what “%s” leaves out, asks for and limits',
    (topic, about, leftOut, asked, limit) => {
      const found = read(topic);
      expect(wordsOf(found.about.join(' '))).toBe(wordsOf(about));
      expect(found.out.join(', ').replace('meta-analyse', 'meta-analysis')).toBe(leftOut);
      expect(found.asked.join(' ')).toBe(asked);
      if (limit) expect(found.limit.join(' ')).toContain(limit);
      else expect(found.limit).toEqual([]);
    },
  );
});
