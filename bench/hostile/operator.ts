import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cognatesOf, translationOf } from '#engine/understanding/foreign.ts';
import { otherNames } from '#engine/understanding/otherNames.ts';
import { readDictionary } from '#platform/runtime/dictionaryFile.ts';

/** Entries that an operator might add. */
export const dictionary: [string, string][] = [
  ['aa', 'heart'],
  ['aaaa', 'sleep'],
];

/** Parsers of files that an operator may have received from somebody else. */
export const ofOperator: Record<string, (text: string) => unknown> = {
  dictionary: (text) => otherNames(inFile(text, (file) => readDictionary('TOPIC_DICTIONARY', file))),
  'word of a dictionary': (text) => [
    translationOf(otherNames(dictionary), text.slice(0, 300)),
    cognatesOf(text.slice(0, 300)),
  ],
};

function inFile<T>(text: string, read: (file: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-hostile-'));
  const file = path.join(folder, 'given');
  try {
    writeFileSync(file, text);
    return read(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
