import type { Entry } from '../records/entry.ts';
import { latest, visible } from '../records/entry.ts';
import type { Expression, Field } from './expression.ts';
import { wordsOf } from './words.ts';

type Said = Record<'text' | 'type' | 'names', string>;

/** The records of one source. A query reads them one by one: 16,000 take some milliseconds, as at the real services. */
export class RecordIndex {
  readonly entries: Entry[] = [];
  private readonly byId = new Map<string, Entry>();
  /** The words of each record, kept from the first query on. */
  private readonly said = new WeakMap<Entry, Said>();

  add(entry: Entry): void {
    this.entries.push(entry);
    this.byId.set(entry.id.toLowerCase(), entry);
  }

  get(id: string): Entry | undefined {
    return this.byId.get(id.toLowerCase());
  }

  /** Runs `change` on the entry, whose words may be others afterwards. */
  update(entry: Entry, change: (entry: Entry) => void): void {
    change(entry);
    this.said.delete(entry);
  }

  find(question: Expression): Entry[] {
    return this.entries.filter((entry) => visible(entry) && this.matches(entry, question));
  }

  /** Whether any record, visible or hidden, contains these words. If none does, a phrase is "not found". */
  knows(question: Expression): boolean {
    return this.entries.some((entry) => this.matches(entry, question));
  }

  private matches(entry: Entry, question: Expression): boolean {
    switch (question.kind) {
      case 'everything':
        return true;
      case 'nothing':
        return false;
      case 'doi':
        return [entry.doi, entry.pmc].some((own) => own?.toLowerCase() === question.doi);
      case 'numbered':
        return Number(entry.id) >= question.first && Number(entry.id) <= question.last;
      case 'between': {
        const at = question.date === 'added' ? entry.addedAt : entry.changedAt;
        return at >= question.from && at < question.until;
      }
      case 'words':
        return this.says(entry, question.words, question.field);
      case 'or':
        return this.matches(entry, question.left) || this.matches(entry, question.right);
      default:
        return (
          this.matches(entry, question.left) &&
          this.matches(entry, question.right) === (question.kind === 'and')
        );
    }
  }

  /** Whether the field has these words side by side; the last may end in `*`. */
  private says(entry: Entry, words: string[], field: Field): boolean {
    const said = this.said.get(entry) ?? saidBy(entry);
    this.said.set(entry, said);
    const phrase = ` ${words.join(' ')} `.replace('* ', '');
    return field === 'all'
      ? said.text.includes(phrase) || said.names.includes(phrase)
      : said[field].includes(phrase);
  }
}

function saidBy(entry: Entry): Said {
  const { authors, journal, categories, types } = entry;
  const { title, abstract } = latest(entry);
  // What is between two texts is no word, so that no phrase goes from one into the next.
  const joined = (...texts: string[]) => ` ${texts.map((text) => wordsOf(text).join(' ')).join(' | ')} `;
  return {
    text: joined(title, abstract ?? ''),
    type: joined(...types),
    names: joined(...authors, journal ?? '', ...categories, ...types),
  };
}
