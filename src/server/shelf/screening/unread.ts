/** The result of a random sample of papers. */
export interface Sample {
  /** Number of papers it was drawn from, without replacement. */
  of: number;
  drawn: number;
  relevant: number;
}

/**
 * Upper bound, with this confidence, on the number of relevant papers among the `of` papers: the largest number for which a
 * sample with so few relevant ones has at least probability 1 − confidence under the hypergeometric distribution (an exact
 * one-sided bound in the sense of Clopper & Pearson). Never below the number in the sample.
 */
export function mostRelevant({ of, drawn, relevant }: Sample, confidence: number): number {
  let least = relevant;
  let most = of - (drawn - relevant);
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (atMost(relevant, { of, drawn, relevant: middle }) > 1 - confidence) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** The probability that `drawn` of `of` papers, of which `relevant` are relevant, hold at most `found` relevant ones. */
export function atMost(found: number, { of, drawn, relevant }: Sample): number {
  const fewest = Math.max(0, drawn - (of - relevant));
  let sum = 0;
  for (let held = fewest; held <= Math.min(found, drawn, relevant); held++)
    sum += Math.exp(
      logChoose(relevant, held) + logChoose(of - relevant, drawn - held) - logChoose(of, drawn),
    );
  return Math.min(1, sum);
}

const logFactorials = [0, 0];

/** Logarithm of the number of ways to choose `some` of `all`. */
function logChoose(all: number, some: number): number {
  for (let n = logFactorials.length; n <= all; n++) logFactorials.push(logFactorials[n - 1]! + Math.log(n));
  return logFactorials[all]! - logFactorials[some]! - logFactorials[all - some]!;
}
