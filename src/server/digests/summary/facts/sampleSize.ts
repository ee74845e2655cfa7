/** How many were studied. */
export interface SampleSize {
  value: number;
  /** Of what: `patients`, `mice`, `studies`. */
  unit: string;
  /** The words of the abstract that say so. */
  quote: string;
}

const unit =
  'patients|participants|individuals|adults|children|infants|women|men|volunteers|subjects|persons|people|residents|households|students|teachers|respondents|neonates|adolescents|pregnancies|cases|donors|dogs|mice|rats|samples|isolates|genomes|studies|trials|articles|eyes|specimens|accessions|records|physicians|nurses|cats|cows|pigs|youths|veterans|survivors|pairs|screens|endoscopies|workers|schoolchildren';
const figure = String.raw`\d{1,3}(?:,\d{3})+|\d{1,7}`;
const between = String.raw`(?:[\p{L}-]+ ){0,3}`;

/** Where the number of those studied stands, from the clearest. Each names `value` and `unit`. */
const shapes = [
  String.raw`\b(?:a total of|in total,?|overall,?|in all,?) (?<value>${figure}) ${between}(?<unit>${unit})\b`,
  String.raw`\b(?:we|study|trial|cohort|analysis|sample|review) (?:\w+ )?(?:included|enrolled|recruited|studied|comprised|analy[sz]ed|followed|randomi[sz]ed|randomly assigned|examined|evaluated|reviewed|involved|assessed|surveyed) (?:a total of |data from |data of )?(?<value>${figure}) ${between}(?<unit>${unit})\b`,
  String.raw`(?:^|[.;:] )(?<value>${figure}) ${between}(?<unit>${unit}) (?:[\p{L}-]+ ){0,6}?(?:were|was|participated|completed|underwent|received)\b`,
  String.raw`\b(?:cohort|sample|series|survey|trial|study|group) of (?<value>${figure}) ${between}(?<unit>${unit})\b`,
  String.raw`\b(?<unit>${unit}) \(n ?= ?(?<value>${figure})\)`,
].map((shape) => new RegExp(shape, 'iu'));

/**
 * How many were studied, when the abstract says it in digits and one number only fits. Never a sum, never a guess: null
 * where only the sizes of groups are stated.
 */
export function sampleSizeOf(abstract: string): SampleSize | null {
  for (const shape of shapes) {
    const found = shape.exec(abstract);
    const { value, unit: things } = found?.groups ?? {};
    if (!found || !value || !things) continue;
    const number = Number(value.replaceAll(',', ''));
    const isYear = !value.includes(',') && number >= 1900 && number <= 2100;
    const next = abstract.slice(found.index + found[0].length, found.index + found[0].length + 3);
    if (number < 2 || isYear || /^\s?[-–]\s?\d/.test(next)) continue;
    return { value: number, unit: things.toLowerCase(), quote: found[0].replace(/^[.;:] /, '') };
  }
  return largestIn(abstract);
}

const anyNumber = new RegExp(
  String.raw`(?<![\d.,/] ?)(?<value>${figure}) (?:[\p{L}-]+ ){0,2}(?<unit>${unit})\b`,
  'giu',
);

/**
 * Numbers of people or animals that stand in the methods or results: the largest is the whole. Null when one of them
 * counts those who were only asked or looked at.
 */
function largestIn(abstract: string): SampleSize | null {
  const told = abstract.slice(abstract.search(/[.!?]\s/) + 1);
  if (/\b(?:eligible|screened|invited|articles|per \d)/i.test(told)) return null;
  let largest: SampleSize | null = null;
  for (const { 0: quote, groups } of told.matchAll(anyNumber)) {
    const value = Number(groups!.value!.replaceAll(',', ''));
    const isYear = !groups!.value!.includes(',') && value >= 1900 && value <= 2100;
    if (value > 4 && !isYear && value > (largest?.value ?? 0))
      largest = { value, unit: groups!.unit!.toLowerCase(), quote };
  }
  return largest;
}
