/**
 * Whether every statement in the present tense stands in the present in the source too: "reduced mortality in this
 * trial" is a report, "reduces mortality" a law (the commonest overgeneralisation of generated summaries: Peters and
 * Chin-Yee 2025, Royal Society Open Science 12, 241776). Takes plain texts.
 */
export function tenseHolds(sentence: string, evidence: string): boolean {
  const proved = presentIn(evidence);
  return [...presentIn(sentence)].every(([verb, times]) => times <= (proved.get(verb) ?? 0));
}

/** Verbs of a text that stand in the present, in one form, and how often. */
function presentIn(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const match of text.toLowerCase().matchAll(/[a-z'-]+/g)) {
    const [word] = match;
    const verb =
      auxiliaries[word] ??
      singular.get(word) ??
      (isFiniteThere(text, match.index) ? plural.get(word) : undefined);
    if (verb) found.set(verb, (found.get(verb) ?? 0) + 1);
  }
  return found;
}

/** Not behind `to`, an auxiliary or an article, where it would be an infinitive or a noun. */
const isFiniteThere = (text: string, at: number): boolean =>
  !/\b(?:to|may|might|could|can|will|would|should|shall|must|did|does|do|not|cannot|and|or|the|a|an|of|in|for|with|by|this|that|no|any|each|on|its|their|our)\s+(?:\w+ly\s+)?$/i.test(
    text.slice(Math.max(0, at - 30), at),
  );

const auxiliaries: Record<string, string> = {
  is: 'be',
  are: 'be',
  has: 'have',
  have: 'have',
  does: 'do',
  do: 'do',
};

/** What papers claim of their matter; words by which a paper tells what it does itself are not among them. */
const verbs =
  `abolish accelerate accumulate achieve act activate adapt affect aggravate aid allow alleviate alter ameliorate amplify
  attenuate avoid benefit bind block boost bring cause change combat come confer constitute contain contribute control
  correct correlate cure cut decline decrease degrade delay depend determine deteriorate diminish disrupt double drive
  eliminate enable encode encourage enhance ensure eradicate exacerbate exceed exert exhibit express facilitate fail fall
  favour favor form function gain generate give go govern grow halt harm heal help hinder impact impair impede improve
  increase induce influence inhibit interact interfere involve keep kill lack last lead limit link lower lose maintain make
  match mediate mitigate modulate motivate need normalise normalize occur offer outperform outweigh overcome perform
  persist play possess predict preserve prevent produce progress prolong promote protect prove provide raise react reach
  recover reduce regress regulate rely remain remove repair replace require rescue resist respond restore result reverse
  rise save sensitise sensitize serve shape shift shorten slow solve speed stabilise stabilize stimulate stop strengthen
  support suppress surpass sustain target tend tolerate transform treat trigger underlie undergo underperform unlock
  vary weaken work worsen yield`
    .split(/\s+/)
    .filter(Boolean);

const singular = new Map(
  verbs.map((verb) => [
    /(?:[sxz]|ch|sh|o)$/.test(verb)
      ? `${verb}es`
      : /[^aeiou]y$/.test(verb)
        ? `${verb.slice(0, -1)}ies`
        : `${verb}s`,
    verb,
  ]),
);
const plural = new Map(verbs.map((verb) => [verb, verb]));
