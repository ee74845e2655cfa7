import type { Source, Span, TopicPart, Understood } from '../core/types.ts';
import { findMatches } from '../index/matcher.ts';
import { intersection, union } from '../index/matches.ts';
import { type IndexReader, segmentOf } from '../index/reader.ts';
import { planQuery } from '../query/plan.ts';
import type { Query } from '../query/query.ts';
import { tokenize } from '../text/tokenize.ts';
import { isKnownType } from '../understanding/documentKinds.ts';
import type { Note } from '../understanding/sentences.ts';
import { type Node, parseSyntax } from '../understanding/syntax.ts';
import { type Aligned, alignWords, unitsOf } from './units.ts';

/**
 * A topic as `rank` reads it, with the papers that became available on `from` (days since 1970) or later for each part.
 * Never throws. Every letter and digit of the topic lies in the span of a part, a field, a note, an ignored word or an
 * unknown one, or in an operator.
 */
export function understand(reader: IndexReader, text: string, from: number): Understood {
  const { root, notes, asked } = parseSyntax(text, reader.sources);
  const reading = new Reading(reader, text, from);
  if (root) reading.add(root);
  reading.addLeftOvers(notes, asked);
  const { allOf, anyOf, not, kinds, fields, ignored, unknown, foreign } = reading;
  return {
    ...{ topic: text, allOf, anyOf, not, kinds, fields, ignored, unknown, foreign },
    notes: notes.map((note) => ({
      text: note.text,
      span: { from: note.from, to: note.to },
      repair: repairOf(text, note, reader.sources),
    })),
    didYouMean: reading.corrected(),
  };
}

class Reading {
  readonly allOf: TopicPart[] = [];
  readonly anyOf: Understood['anyOf'] = [];
  readonly not: TopicPart[] = [];
  readonly kinds: TopicPart[] = [];
  readonly fields: Understood['fields'] = [];
  readonly ignored: Understood['ignored'] = [];
  readonly unknown: Understood['unknown'] = [];
  readonly foreign: Understood['foreign'] = [];
  /** Misspelled words, by position. */
  private readonly misspelled: (Span & { read: string })[] = [];
  private readonly covered: Span[] = [];
  private readonly reader: IndexReader;
  private readonly text: string;
  private readonly from: number;

  constructor(reader: IndexReader, text: string, from: number) {
    this.reader = reader;
    this.text = text;
    this.from = from;
  }

  add(node: Node): void {
    switch (node.kind) {
      case 'and':
        for (const item of node.items) this.add(item);
        break;
      case 'or':
        this.anyOf.push({ span: spanOf(node), options: node.items.map((item) => this.whole(item)) });
        break;
      case 'not':
        this.not.push(this.whole(node.item, node));
        break;
      case 'field':
        this.addField(node);
        break;
      case 'words':
        this.addWords(node);
        break;
      default:
        this.place(this.whole(node));
    }
  }

  private place(part: TopicPart): void {
    if (isKnownType(part.searchedAs ?? part.name)) this.kinds.push(part);
    else this.allOf.push(part);
  }

  private addField(node: Node & { kind: 'field' }): void {
    const { field, item } = node;
    const part = this.whole(item, node);
    if (field === 'type') this.kinds.push(part);
    else this.fields.push({ field, text: part.name, span: part.span, known: this.whole(node).known });
  }

  /** An expression as one part, counted by what its papers must match. */
  private whole(node: Node, around: Span = node): TopicPart {
    this.covered.push(spanOf(around));
    const exact = node.kind === 'phrase';
    const named = node.kind === 'field' && node.field === 'type' ? node.item : node;
    const written = this.text.slice(node.from, node.to).trim();
    const query = planQuery(plainTopic(exact ? `"${node.text}"` : written), this.reader);
    return {
      name: 'text' in named ? named.text : written.replace(/[\s,;.:]{1,3}$/, ''),
      span: spanOf(around),
      exact,
      searchedAs: null,
      alternatives: [],
      ...this.countOf(docsOfQuery(this.reader, query)),
    };
  }

  /** Adds the parts of words without operators: one for each idea, and one for words that share another name. */
  private addWords(node: Node & { kind: 'words' }): void {
    const query = planQuery(plainTopic(node.text), this.reader);
    const aligned = alignWords(this.text, node, query.corrections);
    this.addCorrections(query, aligned);
    const { read } = aligned;
    for (const { from, to, span, aspects, alternatives } of unitsOf(this.reader, aligned, query)) {
      this.covered.push(span);
      const typed = this.text.slice(span.from, span.to);
      const searched = read.slice(from, to);
      const docs = docsOfAspects(this.reader, query, aspects);
      this.place({
        name: typed,
        span,
        exact: false,
        searchedAs: searched.toLowerCase() === typed.toLowerCase() ? null : inCaseOf(typed[0]!, searched),
        alternatives,
        ...this.countOf(docs),
      });
    }
  }

  private addCorrections(query: Query, { spans }: Aligned): void {
    for (const [i, { typed, read, from }] of query.corrections.entries()) {
      const span = spans[i];
      if (from === 'language') this.foreign.push({ typed, read });
      else if (span) this.misspelled.push({ ...span, read });
    }
  }

  /** Adds what no part covers: words that no paper has, and words too common to search for. */
  addLeftOvers(notes: readonly Span[], asked: readonly Span[]): void {
    const covered = [...this.covered, ...notes];
    for (const match of this.text.matchAll(/[\p{L}\p{N}]+/gu)) {
      const span = { from: match.index, to: match.index + match[0].length };
      if (covered.some(({ from, to }) => from < span.to && span.from < to)) continue;
      if (/^(?:AND|OR|NOT|or)$/.test(match[0])) continue;
      const tokens = tokenize(match[0]).filter(({ isSynonym }) => !isSynonym);
      const isUnknown =
        !asked.some(({ from, to }) => from <= span.from && span.to <= to) &&
        tokens.length > 0 &&
        tokens.every(({ stem }) => !this.reader.vocabulary.numbers.has(stem));
      (isUnknown ? this.unknown : this.ignored).push({ text: match[0], span });
    }
  }

  /** The topic with its misspelled words corrected; null if none are. */
  corrected(): string | null {
    if (!this.misspelled.length) return null;
    return this.misspelled
      .toSorted((one, other) => other.from - one.from)
      .reduce(
        (text, { from, to, read }) => text.slice(0, from) + inCaseOf(text[from]!, read) + text.slice(to),
        this.text,
      );
  }

  private countOf(docIds: Uint32Array): Pick<TopicPart, 'weekCount' | 'known'> {
    const weekCount = docIds.filter((docId) => {
      const { segment, docBase, deleted } = segmentOf(this.reader, docId);
      return !deleted[docId - docBase] && segment.store.columns.available[docId - docBase]! >= this.from;
    }).length;
    return { weekCount, known: docIds.length > 0 };
  }
}

/** A correction, capitalized as the typed word is. */
const inCaseOf = (first: string, read: string): string =>
  first === first.toLowerCase() ? read : read.charAt(0).toUpperCase() + read.slice(1);

const spanOf = ({ from, to }: Span): Span => ({ from, to });

const plainTopic = (text: string) => ({ text, expansion: [], liked: [], disliked: [], vector: null });

/** Documents that cover all these aspects: all parts of each, or one name for the whole. */
function docsOfAspects(reader: IndexReader, { scored }: Query, aspects: Query['aspects']): Uint32Array {
  const of = (some: readonly number[]) =>
    some.map((i) => scored[i]!.matches ?? findMatches(reader, { kind: 'term', term: scored[i]!.term }));
  return intersection(aspects.map(({ parts, whole }) => union([intersection(of(parts)), ...of(whole)])))
    .docIds;
}

/** Documents that a whole expression asks for: all that meet its requirements, or all its aspects. */
const docsOfQuery = (reader: IndexReader, query: Query): Uint32Array =>
  query.required.length > 0
    ? findMatches(reader, { kind: 'all', of: query.required }).docIds
    : docsOfAspects(reader, query, query.aspects);

/**
 * How the engine reads a topic, without the fault that a note is about: leaves out the mark or, if that does not help,
 * closes a parenthesis. Null if neither gives a topic with fewer notes.
 */
function repairOf(topic: string, { from, to }: Note, sources: readonly Source[]): string | null {
  const faults = parseSyntax(topic, sources).notes.length;
  const without = `${topic.slice(0, from)} ${topic.slice(to)}`;
  const ways = topic[from] === '(' ? [`${topic})`, without] : [without];
  for (const way of ways) {
    const mended = way.replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/ \)/g, ')').trim();
    const { root, notes } = parseSyntax(mended, sources);
    if (root && notes.length < faults) return mended;
  }
  return null;
}
