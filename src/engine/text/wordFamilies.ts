/**
 * One stem for related words that Porter's rules keep apart: agents (editor, edit), methods (endoscopy, endoscopic),
 * diseases (ischemia, ischemic; thrombosis, thrombotic) and tissues (epithelium, epithelial) with their adjectives,
 * nouns that change the verb's stem (reduction, reduce). Takes and returns stems of Porter2.
 */
export function familyOf(stem: string): string {
  if (stem.length > longestWord) return stem;
  const head = heads.get(stem);
  if (head) return head;
  for (const [pattern, kept] of rules[stem.charCodeAt(stem.length - 1)] ?? [])
    if (pattern.test(stem)) return stem.replace(pattern, kept);
  return stem;
}

/** No word of these families is longer. Protects against long words from outside: endings are matched by looking behind. */
const longestWord = 60;

/**
 * Rules by ending, each checked against the words of 60,000 abstracts. Words whose meanings differ (effect and effector,
 * direct and director, electrolyte and electrolysis) stay apart.
 */
const byEnding: Record<string, [pattern: RegExp, kept: string][]> = {
  r: [
    // Only after two syllables, as Porter removes "ion": vector, factor, sector, tumor and motor stay whole.
    [
      /(?<=[aeiouy][^aeiouy]+[aeiouy]+[^aeiouy]*[st])(?<!cept|effect|direct|success|process|profess|ancest|elect|extens|depress|descript)or$/,
      '',
    ],
  ],
  i: [
    [/(?<=[a-z]{3})(?<!labor|observ|combin|inspir|expir)atori$/, ''],
    [/(?<=graph|metr|scop|troph|trop|phag|iatr|erg|rarch|chron|ectom|conom|natom|opath)i$/, ''],
    [/(?<=[a-z]{3}f)i$/, ''],
    [/(?<=[a-z]{2}os|synthes|ypothes|emphas)i$/, ''],
    [/(?<=(?:biosynth|photosynth|hematopoi|iur|electrophor|prosth|^em|^par)es)i$/, ''],
    [/(?<=(?:metast|hom?eost|hemost|psori|chol?est)as)i$/, ''],
    [/(?<=(?:dro|teo|cata|para|bo|rino|mo|co|nzo|uto|dia|^|ato|rma|pho)ly)si$/, 's'],
  ],
  t: [
    [/(?<=cirrh|por|psych|thromb|scler|symbi|fibr|apopt|hypn|sten|zoon|necr|^mit|^mei|osm|^neur)ot$/, 'os'],
    [/(?<=(?:dia|pro)gnos)t$/, ''],
    [/(?<=biosynth|photosynth|hematopoi|iur|electrophor|prosth|^em)et$/, 'es'],
    [/(?<=metast|hom?eost|hemost|psori|chol?est)at$/, 'as'],
    [/(?<=(?:hydro|teo|cata|para|mbo|rino|emo)ly)(?:s?t)$/, 's'],
    [/(?<=[a-z]{2}(?<!ar)om|asthm|traum|plasm|stigm)at$/, 'a'],
    [/(?<=synap)t$/, 's'],
  ],
  z: [[/(?<=(?:dro|cata|para|dia)ly)z$/, 's']],
  m: [[/(?<=theli|metri|cardi|bacteri)um$/, '']],
  s: [[/(?<=vir)us$/, '']],
  l: [[/(?<=vir)al$/, '']],
  a: [[/(?<=[a-z]{2}em|ox|rhythm|pleg|[td]ycard|phren|alges|lodyn|ymph?om|tax|pen|uri?|dysphor)ia$/, '']],
};
const rules: (typeof byEnding)[string][] = [];
for (const [ending, some] of Object.entries(byEnding)) rules[ending.charCodeAt(0)] = some;

/** Irregular cases: a stem, and its family's stem. */
const heads = new Map(
  `learner learn|solver solv|planner plan|killer kill|binder bind|tracker track|smoker smoke|prover prove|coder code
  teacher teach|drinker drink|speaker speak|player play|reader read|scanner scan|gripper grip|sampler sampl|parser pars
  router rout|spreader spread|farmer farm|walker walk|runner run|printer print|trainer train|parameter paramet
  polymer polym|oligomer oligom|catheter cathet|diameter diamet|sensor sens|survivor surviv|compressor compress
  stressor stress|inhibitori inhibit|secretori secret|migratori migrat|vasodilatori vasodil
  supervisori supervis|contributori contribut|antisecretori antisecret|therapi therapeut|surgeri surgic|surgeon surgic
  dementia dement|anesthesia anesthet|dystonia dyston|mania manic|malaria malari|fetus fetal|fungus fungal
  hippocampus hippocamp|thalamus thalam|hypothalamus hypothalam|esophagus esophag|spinal spine|striatum striatal
  antrum antral|septum septal|stroma stromal|alga algal|larva larval|molecul molecular|placenta placent|mucosa mucos
  retina retin|gingiva gingiv|microglia microgli|angina angin|stimulus stimul|pancrea pancreat|epilepsi epilept
  prescript prescrib|absorpt absorb|adsorpt adsorb|percept perceiv|reduct reduc|induct induc|expans expand
  occlus occlud|defens defend|constraint constrain|complaint complain|exposur expos|disclosur disclos|erasur eras
  recognit recogn|decomposit decompos|transmitt transmit|emitt emit|fuse fusion|pregnant pregnanc|growth grow
  arthrit arthriti|autist autism|treatment treat|environment environ|microenvironment microenviron|judgment judg
  childhood child|adulthood adult|microbiota microbiom|seq sequenc
  mitochondrion mitochondri|embryon embryo|mammalian mammal|microb microbi|cyanobacteria cyanobacteri|quadrup quadruped
  bipe biped|prolif prolifer|degen degener|neurodegen neurodegener|regen regener`
    .split(/[|\n]/)
    .map((pair) => pair.trim().split(' ') as [string, string]),
);
