/** American spelling for British, and the singular for irregular plurals. */
export function americanSpelling(word: string): string {
  const singular = irregular.get(word);
  if (singular) return singular;
  let out = word;
  for (const [pattern, american] of rules) if (pattern.test(out)) out = out.replace(pattern, american);
  return out;
}

/** Irregular plurals and spellings in scientific English. */
const irregular = new Map(
  `women woman|men man|children child|mice mouse|feet foot|teeth tooth|geese goose|lice louse|people person
  bacteria bacterium|criteria criterion|phenomena phenomenon|mitochondria mitochondrion|fungi fungus|nuclei nucleus
  loci locus|stimuli stimulus|bacilli bacillus|genera genus|larvae larva|algae alga|vertebrae vertebra|fetuses fetus
  foetuses fetus|hypotheses hypothesis|analyses analysis|metaanalyses metaanalysis|diagnoses diagnosis
  metastases metastasis|syntheses synthesis|prognoses prognosis|indices index|vertices vertex|matrices matrix
  appendices appendix|cortices cortex|vortices vortex|axes axis|crises crisis|theses thesis|ova ovum|sera serum
  septa septum|ganglia ganglion|alveoli alveolus|bronchi bronchus|thrombi thrombus|emboli embolus|polyhedra polyhedron
  spectra spectrum|quanta quantum|maxima maximum|minima minimum|optima optimum|equilibria equilibrium|fora forum
  symposia symposium|biopsies biopsy|taxa taxon|leaves leaf|lives life|knives knife|halves half|wolves wolf
  programme program|programmes program|grey gray|ageing aging|whilst while|artefact artifact|artefacts artifact
  aluminium aluminum|mould mold|moulds mold|tyre tire|tyres tire|plough plow|defence defense|offence offense
  licence license|practise practice|practised practiced|judgement judgment|sceptical skeptical|cheque check
  enrolment enrollment|fulfil fulfill|fulfilment fulfillment|learnt learned|focussed focused|focussing focusing`
    .split(/[|\n]/)
    .map((pair) => pair.trim().split(' ') as [string, string]),
);

/** British to American, limited to stems to which the rule applies: "-our" in "tumour" but not in "four". */
const rules: [RegExp, string][] = [
  [
    /(?<=^(?:tum|behavi|misbehavi|col|fav|lab|hum|neighb|vap|od|arm|harb|rum|hon|sav|vig|glam|flav|end?eav))our/,
    'or',
  ],
  [/(?<=[a-z]{3})isation/, 'ization'],
  [
    /(?<=[a-z]{2}(?:al|ar|on|im|(?<!pr)om|er|at|em|in|il|os|ig|th|ic|et|or|yn|ot|it))is(?=e[ds]?$|ing$|ers?$)/,
    'iz',
  ],
  [/(?<=anal|catal|paral|dial|hydrol|electrol|lyophil)ys(?=e[ds]?$|ing$|ers?$|able$)/, 'yz'],
  [
    /(?<=^|an|isch|leuk|ur|glyc|volem|poly|hyperlipid|thalass|septic|tox|bacter|vir|olig|cholesterol)haem/,
    'hem',
  ],
  [/haem/, 'hem'],
  [/aemi/, 'emi'],
  [/aesthe/, 'esthe'],
  [/^aetio/, 'etio'],
  [/oedem/, 'edem'],
  [/^oestr/, 'estr'],
  [/^oesoph/, 'esoph'],
  [/(?<!h)paed(?=i)/, 'ped'],
  [/foet/, 'fet'],
  [/gynaec/, 'gynec'],
  [/orrhoea|rrhoea/, 'rrhea'],
  [/^coeli/, 'celi'],
  [/^faec/, 'fec'],
  [/^caes/, 'ces'],
  [/^palaeo/, 'paleo'],
  [/^archaeo/, 'archeo'],
  [/^manoeuv(?:re|er)/, 'maneuver'],
  [/^sulph/, 'sulf'],
  [
    /(?<=^(?:cent|fib|lit|met|kilomet|millimet|centimet|nanomet|micromet|calib|tit|theat|spect|lust))re(?=s?$)/,
    'er',
  ],
  [/(?<=^(?:anal|catal|dial|homol|prol|monol|epil|paral|orthol))ogue/, 'og'],
  [
    /(?<=^(?:mod|lab|trav|lev|chann|canc|pan|tunn|fu|counc|couns|sign|mars?h|equ|tot|fun|kern|spir|dia))(e|a)ll(?=ed$|ing$|ers?$|or$)/,
    '$1l',
  ],
];
