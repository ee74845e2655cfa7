import { readFileSync, statSync } from 'node:fs';
import { SettingsError } from './settings.ts';

/** Every ranking thread holds the entries, which take about 15 MB in each at this number. */
const entriesAtMost = 100_000;
const bytesAtMost = 16 * 1024 * 1024;
const charactersAtMost = 200;

/** A term of another language, and the words of English papers for it. */
export type DictionaryEntry = readonly [term: string, english: string];

/**
 * The entries of an operator's dictionary: UTF-8, with a term, a tab and its English per line. Skips empty lines and
 * lines that begin with `#`.
 * @throws SettingsError naming the file, and the wrong line
 */
export function readDictionary(variable: string, file: string): DictionaryEntry[] {
  const refuse = (reason: string): never => {
    throw new SettingsError(`${variable}: ${file} ${reason}.`);
  };
  const entries: DictionaryEntry[] = [];
  for (const [i, line] of textOf(file, refuse).split('\n').entries()) {
    const text = line.replace(/\r$/, '');
    if (text.trim() === '' || text.startsWith('#')) continue;
    const [term = '', english = '', ...more] = text.split('\t').map((part) => part.trim());
    if (!term || !english || more.length > 0)
      refuse(`needs a term, one tab and its English in line ${i + 1}`);
    if (term.length > charactersAtMost || english.length > charactersAtMost)
      refuse(`has more than ${charactersAtMost} characters for a term in line ${i + 1}`);
    if (entries.push([term, english]) > entriesAtMost)
      refuse(`has more than ${entriesAtMost.toLocaleString('en')} entries`);
  }
  return entries;
}

function textOf(file: string, refuse: (reason: string) => never): string {
  let bytes: Buffer;
  try {
    if (statSync(file).size > bytesAtMost) return refuse(`is larger than ${bytesAtMost / 1024 / 1024} MB`);
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    return refuse(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('is not UTF-8');
  }
}
