import { contentStems } from '../text/stems.ts';
import { directions } from './certainty.ts';
import { type Figure, figuresOf, listing } from './numbers.ts';

/** Longer evidence than any sentence that a person writes; comparing its figures would take too long. */
const longest = 4000;

/**
 * Whether each number of a sentence belongs to what it belongs to in the evidence: the words around it fit the same number
 * there at least as well as any other number of the unit, weighted for names. A range stays a range, and who tells the whole
 * of `5 of 9` tells the part. Takes plain texts.
 */
export function bindingHolds(sentence: string, evidence: string): boolean {
  if (evidence.length > longest) return false;
  const [said, proved] = [figuresOf(sentence), figuresOf(evidence)];
  const [own, there] = [clausesOf(sentence), clausesOf(evidence)];
  const around = proved.map(({ at }) => there.find(({ to }) => at < to)!.stems);
  const parts = wholes(evidence);
  const last = new Map<string | null, number>();
  return said.every((figure, at) => {
    const clause = own.find(({ from, to }) => from <= figure.at && figure.at < to)!;
    const beside = said
      .filter((one) => one.at >= clause.from && one.at < clause.to)
      .map(({ value }) => value);
    const context = new Map([...clause.stems].filter(([stem]) => stem !== figure.value));
    let [mine, other, place] = [-1, -1, -1];
    for (const [at, { value, unit }] of proved.entries()) {
      if (unit !== figure.unit) continue;
      const fits = shared(context, around[at]!);
      const isNext = at >= (last.get(unit) ?? 0);
      if (value === figure.value && (fits > mine || (place < (last.get(unit) ?? 0) && isNext)))
        [mine, place] = [Math.max(mine, fits), at];
      else if (!beside.includes(value)) other = Math.max(other, fits);
    }
    // Out of order, it must fit better than any other.
    const isInOrder = place >= (last.get(figure.unit) ?? 0);
    last.set(figure.unit, Math.max(place + 1, last.get(figure.unit) ?? 0));
    const next = said[at + 1];
    return (
      (mine < 0 || mine > 0 || !isElsewhere(context, around[place]!, there)) &&
      (mine < 0 || (isInOrder ? mine >= other : other >= 0 && mine > other)) &&
      (!next ||
        !isRange(sentence, figure, next) ||
        proved.some(({ value }, at) => value === figure.value && proved[at + 1]?.value === next.value)) &&
      parts.every(([part, whole]) => figure.value !== whole || said.some(({ value }) => value === part))
    );
  });
}

/** Whether the words around a number are in other clauses of the evidence, and the clause of the number has words of its own. */
const isElsewhere = (
  context: ReadonlyMap<string, number>,
  own: ReadonlyMap<string, number>,
  all: readonly { stems: ReadonlyMap<string, number> }[],
): boolean =>
  [...own.keys()].filter((stem) => /^(?!vs$|ci$)\D/.test(stem)).length > 2 &&
  all.some(({ stems }) => stems !== own && shared(context, stems) > 1);

const isRange = (text: string, one: Figure, next: Figure): boolean =>
  /^\s?(?:-|to)\s?$/.test(text.slice(one.end, next.at)) ||
  (/^[^,;]{0,12}\bto\s$/.test(text.slice(one.end, next.at)) && one.unit === next.unit);

/** Parts of a text between signs and words that part statements, with the stems of each; a bare one takes those before it. */
function clausesOf(text: string): { from: number; to: number; stems: ReadonlyMap<string, number> }[] {
  const figures = figuresOf(text);
  const ends = [
    ...text.matchAll(/[,;:]\s|\s(?:and|or|but|while|whereas|versus|vs\.?|against|compared (?:with|to))\s/g),
  ]
    .filter(
      ({ index, 0: sign }) =>
        !figures.some(({ end }, at) => {
          const next = figures[at + 1];
          return (
            next &&
            end <= index &&
            index + sign.length <= next.at &&
            listing.test(text.slice(end, next.at).replace(/[%()]/g, ''))
          );
        }),
    )
    .map(({ index }) => index + 1);
  let from = 0;
  let before: ReadonlyMap<string, number> = new Map();
  return [...ends, text.length + 1].map((to) => {
    const stems = weighed(text.slice(from, to));
    const isBare = stems.size === 0 || [...stems.keys()].every((stem) => /^\d/.test(stem));
    before = isBare ? new Map([...before, ...stems]) : stems;
    const clause = { from, to, stems: before };
    from = to;
    return clause;
  });
}

/** Stems of a text and its figures; names count double. */
function weighed(text: string): Map<string, number> {
  const found = new Map(
    contentStems(text).flatMap((stem) =>
      /^\d/.test(stem) || directions.some((words) => words.test(stem)) ? [] : [[stem, 1]],
    ),
  );
  for (const { value } of figuresOf(text)) found.set(value, 1);
  for (const name of text.match(/(?<![\p{L}\p{N}])\p{L}*\p{Lu}\p{L}*\p{Lu}[\p{L}\p{N}]*/gu) ?? [])
    for (const stem of contentStems(name)) found.set(stem, 2);
  return found;
}

const shared = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number =>
  [...one].reduce((sum, [stem, weight]) => sum + (other.has(stem) ? weight : 0), 0);

/** `36 of 81`, `of the 9 children, 5`: part and whole. */
const wholes = (text: string): [part: string, whole: string][] => {
  const figures = figuresOf(text);
  return figures.flatMap(({ value, at, end }, place): [string, string][] => {
    const next = figures[place + 1];
    if (next && /^ (?:out )?of (?:the |all )?$/.test(text.slice(end, next.at))) return [[value, next.value]];
    if (!/\b[Oo]f (?:the |these |all )?$/.test(text.slice(0, at))) return [];
    const part = figures
      .slice(place + 1)
      .find((one) => !one.unit && /^\d+$/.test(one.value) && Number(one.value) < Number(value));
    return part && !/;/.test(text.slice(end, part.at)) && part.at - end < 80 ? [[part.value, value]] : [];
  });
};
