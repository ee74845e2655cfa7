import { LRUCache } from 'lru-cache';
import { once, recalled } from '../core/memo.ts';
import type { Span, Topic } from '../core/types.ts';
import { idf, idfOf } from '../documents/statistics.ts';
import { findMatches, isMatched, type Matcher } from '../index/matcher.ts';
import type { Matches } from '../index/matches.ts';
import { dayAt, documentFrequency, type IndexReader } from '../index/reader.ts';
import { alternativesFor } from '../understanding/alternatives.ts';
import { askedKind } from '../understanding/documentKinds.ts';
import { type Correction, readWords } from '../understanding/reading.ts';
import { matchesOfWord } from '../understanding/senses.ts';
import { type Node, parseSyntax, textsOf } from '../understanding/syntax.ts';
import { ideasOf, weighAsOne } from './ideas.ts';
import { kindMatcher, matcherOf, phrase } from './matchers.ts';
import type { Aspect, Query, QueryTerm, ScoredTerm } from './query.ts';
import { addWord, isQuestion, runsOf, weightedStems } from './topicWords.ts';

/** Parses a topic and its expansion against an index. */
export function planQuery(topic: Topic, reader: IndexReader): Query {
  const { root, asked } = parseSyntax(topic.text, reader.sources);
  const plan = new Plan(reader);
  plan.isRequest = asked.length > 0 && isQuestion.test(topic.text);
  if (root?.kind === 'words') plan.given = topic.expansion.map(({ phrase: name }) => name);
  if (root) plan.addTop(root);
  if (topic.own) {
    const own = planQuery({ ...topic, text: topic.own, own: undefined }, reader);
    plan.required.push(...own.required);
    plan.excluded.push(...own.excluded);
  }
  if (plan.scored.length === 0) plan.scoreRequired();
  return plan.finish(topic);
}

class Plan {
  readonly reader: IndexReader;
  readonly words = new Map<number, QueryTerm>();
  readonly scored: ScoredTerm[] = [];
  readonly required: Matcher[] = [];
  readonly excluded: Matcher[] = [];
  readonly aspects: (Aspect & { mass: number })[] = [];
  readonly otherNames: Query['otherNames'] = [];
  readonly corrections: Correction[] = [];
  unknown = 0;
  /** Other names for all of the topic, from outside of the index. */
  given: readonly string[] = [];
  /** The topic began as a question or a request does. */
  isRequest = false;
  private phrases = 0;
  private asksForKind = false;
  private isCondition = false;

  constructor(reader: IndexReader) {
    this.reader = reader;
  }

  addTop(node: Node, required = false): void {
    switch (node.kind) {
      case 'and':
        for (const item of node.items) this.addTop(item, required || node.explicit);
        break;
      case 'or':
        this.addGroup(node);
        if (node.explicit) this.required.push(matcherOf(node, this.reader));
        break;
      case 'not':
        this.excluded.push(matcherOf(node.item, this.reader, true));
        break;
      case 'phrase': {
        this.addWords(node.text, this.phrases++);
        const matcher = matcherOf({ ...node, text: readWords(this.reader, node.text).text }, this.reader);
        // A phrase of stop words only has no condition.
        if (matcher.kind !== 'phrase' || matcher.terms.length > 0) this.required.push(matcher);
        break;
      }
      case 'prefix':
        this.addGroup(node);
        if (required) this.required.push(matcherOf(node, this.reader));
        break;
      case 'field':
        if (node.field === 'title') this.addTop(node.item, required);
        this.required.push(matcherOf(node, this.reader));
        break;
      case 'words':
        if (required) this.required.push({ kind: 'all', of: this.addWords(node.text) });
        else {
          this.addWords(node.text);
          this.keepToKind(node.text);
        }
    }
  }

  /** Requires the kind of document that the topic asks for. */
  keepToKind(text: string): void {
    const asked = askedKind(text);
    if (!asked) return;
    this.asksForKind = true;
    this.required.push(kindMatcher(asked.kind, this.reader.vocabulary));
  }

  /** Lets a topic without words, such as `author:Okafor`, match all papers that it admits, the newest best. */
  scoreRequired(): void {
    if (this.required.length === 0) return;
    const { docIds } = findMatches(this.reader, { kind: 'all', of: this.required });
    const age = (docId: number) => Math.max(0, this.reader.newestDay - dayAt(this.reader, docId));
    const frequencies = Float32Array.from(docIds, (docId) => freshness / (1 + age(docId)));
    this.isCondition = true;
    this.addAspectOf('', { docIds, frequencies });
  }

  /** Adds one term for all alternatives of a group. */
  private addGroup(node: Node): void {
    const matches = findMatches(this.reader, matcherOf(node, this.reader));
    const aspect = this.addAspectOf(textsOf(node).join(' or '), matches);
    for (const text of textsOf(node))
      for (const { stem, weight } of weightedStems(text)) {
        const term = this.reader.vocabulary.numbers.get(stem) ?? -1;
        if (term < 0) continue;
        addWord(this.words, term, weight);
        aspect.terms.push(term);
      }
  }

  private addAspectOf(text: string, matches: Matches): Aspect {
    const idf = idfOf(this.reader.statistics.papers, matches.docIds.length);
    const aspect = this.newAspect(text, { from: 0, to: text.length }, -1);
    aspect.whole.push(this.scored.length);
    aspect.mass = idf;
    this.scored.push({ term: -1, weight: 1, idf, aspect: this.aspects.length - 1, matches });
    return aspect;
  }

  /** Adds words with their other names. Returns what a paper must have to have each of them, by any name. */
  private addWords(typed: string, phrase = -1): Matcher[] {
    const { vocabulary, statistics } = this.reader;
    const { text, corrections } = readWords(this.reader, typed);
    this.corrections.push(...corrections);
    const tokens = weightedStems(text, this.isRequest);
    const texts = tokens.map(({ token }) => token);
    const alternatives = alternativesFor(this.reader, text, texts, this.given);
    const found = alternatives.filter(({ matcher }) => isMatched(this.reader, matcher));
    for (const { first, last, matcher, isSum = false } of found)
      if (matcher.kind === 'term' || matcher.kind === 'phrase')
        this.otherNames.push({
          words: tokens.slice(first, last + 1).map(({ stem }) => vocabulary.numbers.get(stem) ?? -1),
          terms: matcher.kind === 'term' ? [matcher.term] : matcher.terms,
          isSum,
        });
    const known = new Map<number, ScoredTerm>();
    const runs = runsOf(
      text,
      tokens.map(({ token }) => token),
    );
    const byRun = new Map<number, number>();
    const each: Matcher[] = [];
    for (const [i, { stem, weight, token, frame }] of tokens.entries()) {
      const term = vocabulary.numbers.get(stem) ?? -1;
      const others = found.flatMap(({ first, last, matcher }) => (first <= i && i <= last ? matcher : []));
      if (!token.isSynonym) each.push({ kind: 'any', of: [{ kind: 'term', term }, ...others] });
      const matches = matchesOfWord(this.reader, { term, typed: text.slice(token.from, token.to) }, others);
      if (term < 0 && !matches?.docIds.length) {
        this.unknown += weight * idf(statistics, term);
        continue;
      }
      if (term >= 0) addWord(this.words, term, weight);
      const before = known.get(term);
      if (before && term >= 0) {
        before.weight += weight;
        continue;
      }
      const own = matches ? this.unionIdf(term, matches) : idf(statistics, term);
      const one: ScoredTerm = { term, weight, idf: own, aspect: -1, matches };
      if (!frame) {
        const run = runs[i]!;
        if (!byRun.has(run)) {
          this.newAspect(text, token, phrase);
          byRun.set(run, this.aspects.length - 1);
        }
        one.aspect = byRun.get(run)!;
        const aspect = this.aspects[one.aspect]!;
        widenBy(aspect, token);
        if (term >= 0) aspect.terms.push(term);
        (token.isSynonym ? aspect.whole : aspect.parts).push(this.scored.length);
        aspect.mass = token.isSynonym
          ? Math.max(aspect.mass, weight * one.idf)
          : aspect.mass + weight * one.idf;
      }
      known.set(term, one);
      this.scored.push(one);
    }
    return each;
  }

  /** The idf of a word and its alternatives, including the background's share of the word. */
  private unionIdf(term: number, { docIds }: Matches): number {
    const { papers, frequencies } = this.reader.statistics;
    const background = Math.max(0, (frequencies[term] ?? 0) - documentFrequency(this.reader, term));
    return idfOf(papers, docIds.length + background);
  }

  private newAspect(read: string, { from, to }: Span, phrase: number): Aspect & { mass: number } {
    const text = read.slice(from, to);
    const aspect = { text, read, from, to, terms: [], phrase, share: 0, mass: 0, parts: [], whole: [] };
    this.aspects.push(aspect);
    return aspect;
  }

  finish(topic: Topic): Query {
    const { vocabulary } = this.reader;
    const mass = this.aspects.reduce((sum, one) => sum + one.mass, 0) || 1;
    const query = {
      terms: [...this.words.values()],
      scored: this.scored,
      aspects: this.aspects.map((aspect) => ({ ...aspect, share: aspect.mass / mass })),
      required: this.required,
      otherNames: this.otherNames,
      asksForKind: this.asksForKind,
      isCondition: this.isCondition,
      corrections: this.corrections,
      excluded: this.excluded,
      expansion: topic.expansion
        .map(({ phrase: text }) => phrase(text, vocabulary))
        .filter(({ terms }) => terms.length > 0),
    };
    const ideas = ideasOf(this.reader, query);
    for (const idea of ideas) weighAsOne(this.reader, query, idea);
    const maxScore = this.scored.reduce((sum, { weight, idf }) => sum + weight * idf, this.unknown);
    return { ...query, ideas, maxScore };
  }
}

/** Age in days at which a paper of a topic without words counts half. */
const freshness = 30;

/** Extends an aspect by a part of the same name: `6` of `IL-6`. */
function widenBy(aspect: Aspect, { from, to }: Span): void {
  aspect.from = Math.min(aspect.from, from);
  aspect.to = Math.max(aspect.to, to);
  aspect.text = aspect.read.slice(aspect.from, aspect.to);
}

/** Limit on the documents in the lists of all cached plans, eight bytes each. Several plans may share a list. */
const documentsAtMost = 2_000_000;
/** Cost of a plan without lists, in documents: some four kilobytes. */
const costOfPlan = 500;

const plansOf = once(
  (_: IndexReader) => new LRUCache<string, Query>({ maxSize: documentsAtMost, sizeCalculation: costOf }),
);

/** As `planQuery`, but plans a topic once until the index changes. Do not modify the result. */
export const plannedQuery = (topic: Topic, reader: IndexReader): Query =>
  recalled(plansOf(reader), JSON.stringify([topic.text, topic.own, topic.expansion]), () =>
    planQuery(topic, reader),
  );

const costOf = ({ scored }: Query): number =>
  scored.reduce((sum, { matches }) => sum + (matches?.docIds.length ?? 0), costOfPlan);
