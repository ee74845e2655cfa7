/** An inverted index: for each word the numbers of the documents that contain it, ascending. */
export class TextIndex {
  private readonly postings = new Map<string, number[]>();

  add(document: number, text: string): void {
    for (const word of wordsOf(text)) {
      const documents = this.postings.get(word);
      if (!documents) this.postings.set(word, [document]);
      else if (documents.at(-1)! < document) documents.push(document);
      else if (documents.at(-1) !== document && !documents.includes(document)) {
        documents.push(document);
        documents.sort((a, b) => a - b);
      }
    }
  }

  remove(document: number, text: string): void {
    for (const word of new Set(wordsOf(text))) {
      const rest = (this.postings.get(word) ?? []).filter((other) => other !== document);
      if (rest.length) this.postings.set(word, rest);
      else this.postings.delete(word);
    }
  }

  /** `word` as `wordsOf` returns it; a trailing `*` matches any ending. */
  find(word: string): readonly number[] {
    if (!word.endsWith('*')) return this.postings.get(word) ?? [];
    const start = word.slice(0, -1);
    return [...this.postings].flatMap(([other, documents]) => (other.startsWith(start) ? documents : []));
  }
}

/** Lower-case words of letters and digits, without the plural's `s`, which both services ignore. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(fold);
}

const fold = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
