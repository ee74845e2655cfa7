/** Who or what was studied, with the words that state it. */
export interface Population {
  name: string;
  quote: string;
}

/** Words that identify each kind. A text is searched in the order of the kinds. */
const kinds: readonly (readonly [name: string, words: RegExp])[] = [
  ['preterm infants', /\b(?:preterm|very low birth ?weight) (?:infants|newborns|neonates|babies)\b/i],
  ['newborns', /\b(?:newborns|neonates|neonatal (?:patients|unit))\b/i],
  ['infants', /\binfants\b/i],
  ['pregnant women', /\bpregnant (?:women|people|patients)\b/i],
  ['adolescents', /\b(?:adolescents|teenagers)\b/i],
  ['children', /\b(?:children|schoolchildren|pa?ediatric patients)\b/i],
  ['older adults', /\b(?:older|elderly) (?:adults|people|patients|persons|individuals)\b/i],
  ['healthy volunteers', /\bhealthy (?:\w+ )?(?:volunteers|subjects|participants|adults)\b/i],
  ['healthcare workers', /\bhealth ?care (?:workers|professionals)\b/i],
  ['students', /\b(?:medical |undergraduate |university )?students\b/i],
  ['women', /\bwomen\b/i],
  ['men', /\bmen\b/i],
  ['patients', /\bpatients\b/i],
  ['adults', /\badults\b/i],
  ['mice', /\b(?:mice|mouse)\b/i],
  ['rats', /\brats?\b/i],
  ['zebrafish', /\bzebrafish\b/i],
  ['fruit flies', /\b(?:Drosophila|fruit fl(?:y|ies))\b/],
  ['C. elegans', /\b(?:C\. elegans|Caenorhabditis elegans)\b/],
  ['monkeys', /\b(?:macaques?|rhesus|monkeys?|marmosets?)\b/i],
  ['pigs', /\b(?:pigs|piglets|swine)\b/i],
  ['dogs', /\bdogs\b/i],
  ['cats', /\bcats\b/i],
  ['rabbits', /\brabbits\b/i],
  ['yeast', /\b(?:yeast|Saccharomyces)\b/i],
  ['E. coli', /\b(?:E\. coli|Escherichia coli)\b/],
  [
    'human cells',
    /\b(?:HEK ?293T?|HeLa|A549|human (?:\w+ )?(?:cells|organoids|keratinocytes|fibroblasts))\b/,
  ],
];
const people = new Set(kinds.slice(0, 14).map(([name]) => name));
/** Whether a population is of people. */
export const isPeople = ({ name }: Population): boolean => people.has(name);

const telling =
  /\b(?:in|among|from|with|of|included|enrolled|recruited|studied|randomi[sz]ed|using|\d[\d,]*|ANIMALS:?) (?:[\p{L}\d,-]+ ){0,3}$/iu;

/**
 * Who or what was studied, if the title names it or the abstract counts or enrolls it; null if that is not clear. An
 * abstract with people and animals is ambiguous, so only its title decides.
 */
export function populationOf(title: string, abstract: string): Population | null {
  const inTitle = kinds.find(([, words]) => words.test(title));
  if (inTitle) return { name: inTitle[0], quote: title };
  const told = kinds.filter(([, words]) => {
    const found = words.exec(abstract);
    return found !== null && telling.test(abstract.slice(Math.max(0, found.index - 60), found.index));
  });
  const [first] = told;
  if (!first || told.some(([name]) => people.has(name) !== people.has(first[0]))) return null;
  const found = first[1].exec(abstract)!;
  return { name: first[0], quote: sentenceAround(abstract, found.index) };
}

/** The sentence at a position of a text. */
export function sentenceAround(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('. ', at), text.lastIndexOf('\n', at)) + 1;
  const stop = text.indexOf('. ', at);
  return text.slice(start, stop < 0 ? text.length : stop + 1).trim();
}
