import type { Entry } from '../records/entry.ts';
import { latest, visible } from '../records/entry.ts';
import type { Expression, Field } from './expression.ts';
import { TextIndex } from './textIndex.ts';

/**
 * The indexed records of one source. Sets of records are byte maps, one byte per record: AND, OR and NOT over 16,000
 * records take a few microseconds. The first query builds the indexes.
 */
export class RecordIndex {
  readonly entries: Entry[] = [];
  private readonly places = new Map<string, number>();
  private indexes: { text: TextIndex; names: TextIndex } | null = null;

  add(entry: Entry): void {
    const place = this.entries.push(entry) - 1;
    this.places.set(entry.id.toLowerCase(), place);
    if (this.indexes) this.index(place);
  }

  get(id: string): Entry | undefined {
    return this.entries[this.places.get(id.toLowerCase()) ?? -1];
  }

  /** Runs `change` on the entry and updates the indexes. */
  update(entry: Entry, change: (entry: Entry) => void): void {
    const place = this.places.get(entry.id.toLowerCase())!;
    if (this.indexes) this.unindex(place);
    change(entry);
    if (this.indexes) this.index(place);
  }

  find(question: Expression): Entry[] {
    const found = this.match(question);
    return this.entries.filter((entry, place) => found[place] && visible(entry));
  }

  /** How many records, visible or hidden, contain these words. Zero makes a phrase "not found". */
  knows(question: Expression): boolean {
    return this.match(question).includes(1);
  }

  private match(question: Expression): Uint8Array {
    const set = new Uint8Array(this.entries.length);
    switch (question.kind) {
      case 'everything':
        return set.fill(1);
      case 'nothing':
        return set;
      case 'doi':
        for (const [place, { doi, pmc }] of this.entries.entries())
          if ([doi, pmc].some((own) => own?.toLowerCase() === question.doi)) set[place] = 1;
        return set;
      case 'numbered':
        for (const [place, { id }] of this.entries.entries())
          if (Number(id) >= question.first && Number(id) <= question.last) set[place] = 1;
        return set;
      case 'between': {
        const { from, until, date } = question;
        for (const [place, { addedAt, changedAt }] of this.entries.entries()) {
          const at = date === 'added' ? addedAt : changedAt;
          if (at >= from && at < until) set[place] = 1;
        }
        return set;
      }
      case 'words':
        return this.matchWords(question.words, question.field, set);
      default:
        return combine(question.kind, this.match(question.left), this.match(question.right));
    }
  }

  private matchWords(words: string[], field: Field, set: Uint8Array): Uint8Array {
    const [first, ...others] = words;
    if (!first) return set;
    for (const index of this.indexesOf(field)) for (const place of index.find(first)) set[place] = 1;
    for (const word of others) {
      const also = new Uint8Array(set.length);
      for (const index of this.indexesOf(field)) for (const place of index.find(word)) also[place] = 1;
      for (let place = 0; place < set.length; place++) set[place]! &= also[place]!;
    }
    if (others.length || field === 'type') {
      const phrase = phrasePattern(words);
      for (const [place, entry] of this.entries.entries())
        if (set[place] && !fieldsOf(entry, field).some((text) => phrase.test(text))) set[place] = 0;
    }
    return set;
  }

  private indexesOf(field: Field): TextIndex[] {
    const { text, names } = this.built();
    return { all: [text, names], text: [text], type: [names] }[field];
  }

  private built(): NonNullable<typeof this.indexes> {
    if (!this.indexes) {
      this.indexes = { text: new TextIndex(), names: new TextIndex() };
      for (const place of this.entries.keys()) this.index(place);
    }
    return this.indexes;
  }

  private index(place: number): void {
    const { text, names } = this.built();
    text.add(place, fieldsOf(this.entries[place]!, 'text').join(' '));
    names.add(place, namesOf(this.entries[place]!).join(' '));
  }

  private unindex(place: number): void {
    const { text, names } = this.built();
    text.remove(place, fieldsOf(this.entries[place]!, 'text').join(' '));
    names.remove(place, namesOf(this.entries[place]!).join(' '));
  }
}

function combine(kind: 'and' | 'or' | 'not', left: Uint8Array, right: Uint8Array): Uint8Array {
  for (let place = 0; place < left.length; place++) {
    if (kind === 'and') left[place]! &= right[place]!;
    else if (kind === 'or') left[place]! |= right[place]!;
    else if (right[place]) left[place] = 0;
  }
  return left;
}

const namesOf = ({ authors, journal, categories, types }: Entry): string[] => [
  ...[...authors, journal ?? '', ...categories, ...types],
];

function fieldsOf(entry: Entry, field: Field): string[] {
  const { title, abstract } = latest(entry);
  const text = [title, abstract ?? ''];
  return { text, type: entry.types, all: [...text, ...namesOf(entry)] }[field];
}

/** Finds adjacent words, ignoring case, punctuation and plural; the last may end in `*`. */
function phrasePattern(words: string[]): RegExp {
  const forms = words.map((word) =>
    word.endsWith('*') ? `${word.slice(0, -1)}[\\p{L}\\p{N}]*` : `${word}s?`,
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])${forms.join('[^\\p{L}\\p{N}]+')}(?![\\p{L}\\p{N}])`, 'iu');
}
