import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '#app/settings.ts';
import { temporaryFolder } from '#test/opened.ts';
import { ConfigError } from './config.ts';

const folder = temporaryFolder();

function written(content: string | Buffer): string {
  const at = path.join(folder, 'terms.tsv');
  writeFileSync(at, content);
  return at;
}

describe('TOPIC_DICTIONARY', () => {
  it('reads a term and its English per line, without comments and empty lines', () => {
    const file = written(
      '# German MeSH\nKehlkopf\tlarynx\r\n\n Vorhofseptumdefekt \t atrial septal defect\n',
    );
    expect(readConfig({ TOPIC_DICTIONARY: file }).topicDictionary).toEqual([
      ['Kehlkopf', 'larynx'],
      ['Vorhofseptumdefekt', 'atrial septal defect'],
    ]);
    expect(readConfig({}).topicDictionary).toEqual([]);
  });

  it.each([
    [
      'a line without a tab',
      'Kehlkopf\tlarynx\nSpeiche radius\n',
      /needs a term, one tab and its English in line 2\.$/,
    ],
    ['a line with two tabs', 'Kehlkopf\tlarynx\tn\n', /in line 1\.$/],
    ['a term without its English', 'Kehlkopf\t\n', /in line 1\.$/],
    ['bytes that are no UTF-8', Buffer.from([0x4b, 0xff, 0x09, 0x6c]), /is not UTF-8\.$/],
    ['a term too long', `${'x'.repeat(201)}\tlarynx`, /more than 200 characters for a term in line 1\.$/],
    ['too many entries', 'a\tb\n'.repeat(100_001), /has more than 100,000 entries\.$/],
    ['a file too large', `# ${'x'.repeat(17 * 1024 * 1024)}`, /is larger than 16 MB\.$/],
  ])('refuses the start because of %s with one line', (_, content, sentence) => {
    const file = written(content);
    expect(() => readConfig({ TOPIC_DICTIONARY: file })).toThrow(ConfigError);
    expect(() => readConfig({ TOPIC_DICTIONARY: file })).toThrow(sentence);
    expect(() => readConfig({ TOPIC_DICTIONARY: file })).toThrow(/^TOPIC_DICTIONARY: .*terms\.tsv /);
  });

  it('refuses a missing file', () =>
    expect(() => readConfig({ TOPIC_DICTIONARY: path.join(folder, 'none.tsv') })).toThrow(
      /^TOPIC_DICTIONARY: .*none\.tsv cannot be read \(ENOENT\)\.$/,
    ));
});
