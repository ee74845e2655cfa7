import { stem } from 'porter2';

/** The stems of the meaningful words of a text, in order. Numbers and names are unchanged. */
export function contentStems(text: string): string[] {
  const found: string[] = [];
  if (stems.size > stemsAtMost) stems.clear();
  for (const one of text.normalize('NFKC').toLowerCase().match(word) ?? []) {
    const stem = stems.get(one) ?? learned(one);
    if (stem) found.push(stem);
  }
  return found;
}

const word = /[\p{L}\p{N}][\p{L}\p{N}-]+/gu;

/** Stems by word, because stemming takes longer than everything else here, and papers share their words. */
const stems = new Map<string, string>();
/** Then it starts from scratch: keeping the order of use takes as long as reading a word. */
const stemsAtMost = 50_000;

/** Empty for a word without meaning of its own. */
function learned(one: string): string {
  const found = stop.has(one) ? '' : /^[a-z]+$/.test(one) ? stem(one) : one;
  stems.set(one, found);
  return found;
}

const stop = new Set(
  `a about above after again against all along also although among an and any are as at be because been before being below
  between both but by can could did do does doing during each either et al etc few for from further had has have having he
  her here his how however i if in into is it its itself just may might more most much must neither no nor not now of off
  on once one only onto or other our out over own per same she should since so some such than that the their them then
  there therefore these they this those through thus to too toward towards under until up upon us use used uses using very
  via was we well were what when where whether which while who whom whose why will with within without would you your
  study studies paper papers result results show shows showed shown find finds found finding findings report reports reported
  suggest suggests suggested indicate indicates indicated demonstrate demonstrates demonstrated observe observed
  author authors article work`
    .split(/\s+/)
    .filter(Boolean),
);

/** Share of the smaller set that is also in the other, 0 to 1. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const one of small) if (large.has(one)) shared++;
  return shared / Math.max(1, small.size);
}
