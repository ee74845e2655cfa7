import { mean } from './measures.ts';

interface Prediction {
  /** The predicted probability, 0 to 1. */
  predicted: number;
  relevant: boolean;
}

/** Predicted and observed relevance by tenths of the prediction; empty tenths are left out. */
export function tenths(
  predictions: readonly Prediction[],
): { from: number; said: number; found: number; count: number }[] {
  const bins = Map.groupBy(predictions, ({ predicted }) => Math.min(Math.floor(predicted * 10), 9));
  return [...bins]
    .sort(([one], [other]) => one - other)
    .map(([bin, some]) => ({
      from: bin / 10,
      said: mean(some.map(({ predicted }) => predicted)),
      found: mean(some.map(({ relevant }) => (relevant ? 1 : 0))),
      count: some.length,
    }));
}

/** The expected calibration error over ten bins (Naeini et al. 2015). */
export const errorOf = (predictions: readonly Prediction[]): number =>
  tenths(predictions).reduce(
    (sum, { said, found, count }) => sum + (Math.abs(said - found) * count) / predictions.length,
    0,
  );

/** Rounds of random draws; the mean varies by less than .001. */
const rounds = 100;

/** The error that perfect probabilities would show on this few papers. Deterministic. */
export function expectedByChance(predictions: readonly Prediction[]): number {
  let state = 0x2545f491;
  const draw = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const drawn = () => predictions.map(({ predicted }) => ({ predicted, relevant: draw() < predicted }));
  return mean(Array.from({ length: rounds }, () => errorOf(drawn())));
}
