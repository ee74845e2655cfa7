import type { ComparableTitle } from './title.ts';

/**
 * Whether two different titles differ in substance. They do not if one has an additional subtitle, or if the difference is
 * word order, function words, an abbreviation and its long form, inflection, a few added words, or words of the sentence
 * rather than its subject (`limits`, `restricts`). Another number, sign, part, opposite or noun means another work.
 * @param isOneTeam three authors or more are the same, so more words may be added, and a noun beside another verb
 */
export function differ(one: ComparableTitle, other: ComparableTitle, isOneTeam = false): boolean {
  const [long, short] = one.words.length >= other.words.length ? [one, other] : [other, one];
  if (long.main && (!short.main || same(long.main, short.words))) {
    const own = ownWords({ words: long.main, main: null }, short)?.own.flat();
    if (own?.every((word) => isGeneric(word)) && !isTurned(long.main, short.words))
      return long.words.slice(long.main.length).some((word) => changesKind(word));
  }
  if (isNamed(long.words, short.words)) return false;
  const content = Math.max(contentOf(one.words).length, contentOf(other.words).length);
  const rest = ownWords(one, other);
  if (!rest || Math.min(rest.few[0].length, rest.few[1].length) > content / 2 + 3) return true;
  const [left, right] = rest.own;
  // `in mice versus rats` and `between mice and rats`
  if ([...left, ...right].every((word) => word === 'versus' || word === 'vs'))
    return isTurned(one.words, other.words);
  // Which pandemic need not be said.
  const isPandemic = [one, other].every(({ words }) => words.includes('pandemic'));
  const telling = [...left, ...right].filter((word) => !(isPandemic && word === 'covid19'));
  if (telling.some((word) => isCritical(word) || changesKind(word))) return true;
  const most = content / (isOneTeam ? 2 : 3);
  if (left.length && right.length) {
    const nouns = [left, right].map((words) => words.filter((word) => !isGeneric(word)).length);
    const isReworded = Math.min(...nouns) === 0 && Math.max(...nouns) <= (isOneTeam ? content / 3 : 0);
    return left.length > most || right.length > most || !isReworded || areHeads(left, right, one, other);
  }
  return [...left, ...right].filter((word) => !isOneTeam || !isGeneric(word)).length > most;
}

/**
 * The words that two titles do not share: those of their content, and those that stay when forms, synonyms, counts, dates and
 * designs are left out. Null where numbers or opposites contradict each other.
 */
function ownWords(one: ComparableTitle, other: ComparableTitle) {
  const few: [string[], string[]] = [
    contentOf(minus(one.words, other.words)),
    contentOf(minus(other.words, one.words)),
  ];
  if (few.every((words) => words.some(isNumber)) || areOpposites(...few)) return null;
  const whole = { left: one.words, right: other.words };
  let own = few;
  for (const rule of rules) own = rule(...own, whole);
  return { few, own };
}

/** `MapX2 enables fast alignment of long reads`, where the other title begins with `Fast`. */
const isNamed = (long: string[], short: string[]): boolean =>
  /^[a-z]+\d+ (?:is|are|enable|allow|provide|permit|support)$/.test(long.slice(0, -short.length).join(' ')) &&
  same(long.slice(-short.length), short);

/** How titles that are alike differ: `Aspirin in early stroke` and `Statins in …`, `A trial` and `Protocol of a trial`. */
export function differenceOf(one: ComparableTitle, other: ComparableTitle): 'subject' | 'kind' | null {
  const own = [minus(one.words, other.words), minus(other.words, one.words)].map(contentOf);
  const most = Math.max(9, contentOf(one.words).length, contentOf(other.words).length) / 3;
  const areAlike = own.every((words) => words.length <= most);
  if (own.flat().some((word) => word === 'protocol' || (areAlike && changesKind(word)))) return 'kind';
  return areAlike && own.every((words) => !words.every(isGeneric)) ? 'subject' : null;
}

/** `Mapping of mines`, `Removal of mines`: what is done is the subject, too. */
const areHeads = (left: string[], right: string[], one: ComparableTitle, other: ComparableTitle): boolean =>
  [left, right].every((words) => words.length === 1) &&
  [left, right].some(([word]) => !isGeneric(word!)) &&
  one.words[one.words.indexOf(left[0]!) + 1] === 'of' &&
  other.words[other.words.indexOf(right[0]!) + 1] === 'of';

const same = (some: string[], others: string[]): boolean => some.join('') === others.join('');

/** The words of one title that the other lacks, counting repetitions. */
function minus(some: string[], others: string[]): string[] {
  const left = [...others];
  return some.filter((word) => {
    const at = left.indexOf(word);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}

const contentOf = (words: string[]): string[] => words.filter((word) => !functionWords.has(word));

/** The words of a title's subject, in the form of `comparableTitle`: those that two works rarely share by chance. */
export const subjectOf = ({ words }: Pick<ComparableTitle, 'words'>): string[] => [
  ...new Set(contentOf(words).filter((word) => word.length > 2 && !isGeneric(word))),
];

const functionWords = new Set(
  'of in on for by with via through and or to from at as is are was were be been being its their our this that these those do does did using use used into within between among over under toward towards upon about across can may will would could should must might which who how other different like itself themselve'.split(
    ' ',
  ),
);

type Rule = (
  left: string[],
  right: string[],
  whole: { left: string[]; right: string[] },
) => [string[], string[]];

/** An abbreviation in one title whose letters are the initials of consecutive words in the other. */
const withoutAbbreviations: Rule = (left, right, whole) => {
  const [l, r] = expanded(left, right, whole.right);
  const [r2, l2] = expanded(r, l, whole.left);
  return [l2, r2];
};

function expanded(short: string[], long: string[], words: string[]): [string[], string[]] {
  let rest = long;
  const kept = short.filter((abbreviation) => {
    const run = runOf(abbreviation, words);
    if (!run?.some((word) => rest.includes(word))) return true;
    rest = rest.filter((word) => !run.includes(word));
    return false;
  });
  return [kept, rest];
}

/** The words that an abbreviation stands for. A number in it stays a number. */
function runOf(abbreviation: string, words: string[]): string[] | null {
  const known = longForms.get(abbreviation);
  if (known && ` ${words.join(' ')} `.includes(` ${known} `)) return known.split(' ');
  const form = known?.includes(' ')
    ? undefined
    : words.find((word) => known && word.startsWith(known.slice(0, 12)));
  if (form) return [form];
  const parts = abbreviation.match(/\d+|[a-z]/g) ?? [];
  if (parts.length < 2 || parts.length > 7 || abbreviation !== parts.join('')) return null;
  for (let at = 0; at < words.length; at++) {
    const run: string[] = [];
    let part = 0;
    for (let next = at; next < words.length && part < parts.length; next++) {
      const word = words[next]!;
      if (/^\d/.test(parts[part]!) ? word === parts[part] : word.startsWith(parts[part]!)) part++;
      else if (!functionWords.has(word)) break;
      run.push(word);
    }
    if (part === parts.length) return run;
  }
  return null;
}

/** Abbreviations that are not the initials of their long form, which is in the form of `comparableTitle`. */
const longForms = new Map(
  'mri/magnetic resonance imaging,eeg/electrencephalography,ecg/electrocardiography,tb/tuberculosis,dna/deoxyribonucleic acid,rna/ribonucleic acid,adhd/attention deficit hyperactivity disorder,copd/chronic obstructive pulmonary disease,ptsd/posttraumatic stress disorder,3d/3 dimensional,2d/2 dimensional,crispri/crispr interference,yeast/saccharomyce cerevisie,zebrafish/danio rerio,mouse/mus musculus,scrna/single cell rna,snrna/single nucleus rna,seq/sequencing,art/antiretroviral therapy,elisa/enzyme linked immunosorbent assay,hpv/human papillomavirus,ecmo/extracorporeal membrane oxygenation,amr/antimicrobial resistance,hcc/hepatocellular carcinoma,crc/colorectal cancer,meg/magnetencephalography,lncrna/long noncoding rna,mirna/microrna,cmv/cytomegalovirus,vte/venous thrombembolism,ms/multiple sclerosis,nirs/near infrared spectroscopy'
    .split(',')
    .map((both) => both.split('/') as [string, string]),
);

/** `time series` and `timeseries`, `tiles on` and `tileson`, which a typesetter glued. */
const withoutCompounds: Rule = (left, right, whole) => {
  const l = left.filter((word) => !isCompound(word, whole.right));
  const r = right.filter((word) => !isCompound(word, whole.left));
  return l.length === left.length && r.length === right.length
    ? [left, right]
    : [partsRemoved(l, right, r), partsRemoved(r, left, l)];
};
const isCompound = (word: string, parts: string[]): boolean =>
  parts.some((part, at) => at + 1 < parts.length && ['', 's'].some((s) => part + s + parts[at + 1] === word));
const partsRemoved = (own: string[], others: string[], othersLeft: string[]): string[] => {
  const compounds = others.filter((word) => !othersLeft.includes(word));
  return own.filter((part) => !compounds.some((compound) => compound.includes(part)));
};

/** Two forms of one word: `regulates` and `regulation`. */
const withoutInflections: Rule = (left, right) => {
  const rest = [...right];
  const kept = left.filter((word) => {
    const at = rest.findIndex((other) => isInflection(word, other));
    if (at < 0) return true;
    rest.splice(at, 1);
    return false;
  });
  return [kept, rest];
};

function isInflection(one: string, other: string): boolean {
  let stem = 0;
  while (stem < one.length && one[stem] === other[stem]) stem++;
  // `depleting` and `depletion` share the first letter of their endings too.
  return [stem, stem - 1].some((at) => {
    const ends = [one, other].map((word) => word.slice(at));
    return at >= 4 && (ends.every((end) => endings.test(end)) || pairedEndings.test(ends.sort().join(' ')));
  });
}
/** Endings of two words for one thing only beside each other: a plan is no plant. */
const pairedEndings =
  /^(?:e? ergic|ent ing|ergic in|e? tic|is tic|(?:al?|ic) um|c[ey] t|(?: i?a?| v?ia)n|ian y|a ese|an o| (?:ese|i|ish))$/;
const endings =
  /^(?:e?[sdl]?|es|ed|ing|ings|ion|ions|ation|ations|al|ally|ics?|ous|o?genesis|[bdglmnprt](?:ed|ing)|ly|ically|ity|ment|ments|ive|or|ors|er|ers|ance|ence|ory|able|k?y|ying|ies|ied|ications?|ated|ary|i[sz]ation|i[sz]e[sd]?|i[sz]ing)$/;

/** Two words for one thing: `renal` and `kidney`. */
const withoutSynonyms: Rule = (left, right) => exchanged(left, right, synonyms);

/** Two words that stand for one thing only where all else agrees: `adults at risk` are not `patients`. */
const withoutNearSynonyms: Rule = (left, right) => {
  const rest = exchanged(left, right, nearSynonyms);
  return rest.flat().every(isGeneric) ? rest : [left, right];
};

function exchanged(left: string[], right: string[], groups: string[][]): [string[], string[]] {
  const rest = [...right];
  const kept = left.filter((word) => {
    const at = rest.findIndex((other) => groups.some((all) => all.includes(word) && all.includes(other)));
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return [kept, rest];
}

const groupsOf = (text: string): string[][] => text.split('/').map((all) => all.split(' '));
const synonyms = groupsOf(
  'microbiome microbiota/therapy treatment/elderly older/kidney renal/heart cardiac/liver hepatic/lung pulmonary/brain cerebral/doctor physician/mouse murine/spread spreading propagation/replacement arthroplasty/following after/adult resident/omicron b.1.1.529/delta b.1.617.2',
);
const nearSynonyms = groupsOf(
  'case patient participant person people individual subject adult/efficacy effectiveness/ethnic ancestry/adolescent teenager youth/woman female/man male/child pediatric/tumor cancer/death mortality/monkey macaque/bound complex/level concentration/spread spreading transmission/risk hazard/tool framework/loss deficiency deletion knockout/home household/later subsequent',
);

/** When it was studied, where one title alone says so: `, 20-28 January 2020`. */
const withoutDates: Rule = (left, right, whole) => {
  if (whole.left.some(isMonth) === whole.right.some(isMonth)) return [left, right];
  const without = (some: string[], words: string[]) =>
    some.filter((word) => {
      const at = words.indexOf(word);
      return !isMonth(word) && !(isNumber(word) && words.slice(Math.max(0, at - 2), at + 3).some(isMonth));
    });
  return [without(left, whole.left), without(right, whole.right)];
};
const isMonth = (word: string): boolean =>
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/.test(word);

/** How many were studied, where one title alone says so: `in 1,204 adults`. */
const withoutCounts: Rule = (left, right, whole) => {
  const without = (some: string[], words: string[]) =>
    some.filter((word) => {
      const at = isNumber(word) ? words.indexOf(word) : -1;
      // The years of a study, where the other title has no number.
      const isYear = /^(?:19|20)\d\d$/.test(word) && ![left, right].every((one) => one.some(isNumber));
      if (at >= 0 && isYear) return false;
      const [before, next = '', second = ''] = [words[at - 1]!, words[at + 1], words[at + 2]];
      const isOf = counted.has(next) || (counted.has(second) && !units.test(next));
      return at < 1 || !isOf || !(functionWords.has(before) || nearly.test(before));
    });
  return [without(left, whole.left), without(right, whole.right)];
};
const units = /^(?:\p{L}|[cdkm]?[gm]|m[lm]|dose|hour|day|week|month|year)$/u;
const nearly = /^(?:further|additional|another|nearly|almost|approximately)$/;
const counted = new Set(
  'adult article case child country center hospital individual man mouse participant patient people person publication sample study subject trial veteran woman'.split(
    ' ',
  ),
);

/** How it was studied, where one title alone says so, or both say so with a word in common: `a cohort study`. */
const withoutDesigns: Rule = (left, right, whole) => {
  const isContradicted = left.some(isDesign) && right.some(isDesign);
  if (isContradicted && !whole.left.some((word) => isDesign(word) && whole.right.includes(word)))
    return [left, right];
  return [left.filter((word) => !isDesign(word)), right.filter((word) => !isDesign(word))];
};
const isDesign = (word: string): boolean => designs.has(word);
const designs = new Set(
  'case cohort control controlled cross meta metaanalysis method mixed multicenter nationwide cryo em longitudinal observational prospective qualitative randomised retrospective review sectional survey systematic trial'.split(
    ' ',
  ),
);

const rules: Rule[] = [
  withoutAbbreviations,
  withoutCompounds,
  withoutInflections,
  withoutSynonyms,
  withoutDates,
  withoutCounts,
  withoutDesigns,
  withoutNearSynonyms,
];

const isNumber = (word: string): boolean => /^\d/.test(word);

/** Different numbers, signs and parts mean different works. */
const isCritical = (word: string): boolean =>
  /\d|[+-]/.test(word) || /^(?:i{1,3}|iv|v|vi{1,3}|ix|x)$/.test(word) || critical.has(word);
const critical = new Set(
  'not no non without before versus vs than except fail pilot feasibility mortality fetal neonatal maternal paternal'.split(
    ' ',
  ),
);

/** Words that say what kind of publication it is. */
const changesKind = (word: string): boolean => kinds.has(word) || /^(?:i{1,3}|iv|v|vi{1,3}|ix|x)$/.test(word);
const kinds = new Set(
  'cost economic external baseline summary hoc mediation opinion protocol design rationale supplementary supplement dataset descriptor abstract poster reply response comment commentary editorial letter erratum correction corrigendum retraction addendum part update updated followup interim extended extension substudy subgroup secondary replication revisited companion volume chapter edition'.split(
    ' ',
  ),
);

const isGeneric = (word: string): boolean =>
  generic.has(word) ||
  [...genericStems].some((stem) => word.startsWith(stem) && endings.test(word.slice(stem.length)));

/** What acts on what, in titles of the same words: `effect of sleep on mood`, `effect of mood on sleep`. */
const isTurned = (one: string[], other: string[]): boolean =>
  directions.some((verb) => {
    // Said twice, it may be two.
    const placeIn = (words: string[]) =>
      words.indexOf(verb) === words.lastIndexOf(verb) ? words.indexOf(verb) : 0;
    const [at, there] = [placeIn(one), placeIn(other)];
    const [before, behind] = [one.slice(0, at), one.slice(at + 1)];
    const [beforeThere, behindThere] = [other.slice(0, there), other.slice(there + 1)];
    // A word that is said on both sides may be in either place.
    const moves = (from: string[], to: string[], stays: string[]) =>
      from.some((word) => !functionWords.has(word) && to.includes(word) && !stays.includes(word));
    return (
      at > 0 &&
      there > 0 &&
      moves(before, behindThere, beforeThere) &&
      moves(behind, beforeThere, behindThere)
    );
  });
const directions =
  'on to cause affect regulate modulate drive shape promote inhibit induce predict mediate activate suppress'.split(
    ' ',
  );

const areOpposites = (left: string[], right: string[]): boolean =>
  [left, right].some((words, at) => words.some((word) => isNegated(word, [right, left][at]!))) ||
  opposites.some(([up, down]) => {
    const has = (words: string[], stems: string[]) =>
      words.some((word) => stems.some((stem) => word.startsWith(stem)));
    return (has(left, up) && has(right, down)) || (has(left, down) && has(right, up));
  });

/** `uncontrolled` beside `controlled` */
const isNegated = (word: string, others: string[]): boolean => {
  const [, prefix, rest] = /^(un|non|in|dys|dis)(.{5,})$/.exec(word) ?? [];
  return rest !== undefined && others.includes(rest) && !others.includes(prefix!);
};

/** Stems of one side, and those of the other. */
const opposites = [
  'increas enhanc promot activat stimulat induc upregulat elevat improv accelerat facilitat amplif boost gain augment strengthen support enabl hasten rais speed quicken prolong permit allow preserv protect/decreas reduc inhibit suppress downregulat lower impair decelerat slow delay retard shorten hinder attenuat loss loses weaken block prevent abolish disrupt limit restrict fail worsen diminish damag ablat silenc inactivat',
  'detect predict identif measur monitor/prevent eliminat eradicat remov',
  'assessing estimating characterising predicting measuring detecting evaluating/reducing disrupting modifying inducing building improving',
  'after following/during',
  'before/after following',
  ...'before/during discover/validat risk/protect prospectiv/retrospectiv develop/validat deriv/validat upper/lower early/late acut/chronic left/right odd/even positiv/negativ short/long high/low internal/external proximal/distal anterior/posterior primar/secondar presen/absen deplet/add gain/loss direct/indirect activ/passiv'.split(
    ' ',
  ),
].map((pair) => pair.split('/').map((stems) => stems.split(' ')) as [string[], string[]]);

/** Verbs and similar words of a title's sentence. Exchanging them does not change the subject. */
const generic = new Set(
  'new novel study analysis approach evidence role insight effect impact influence implication case investigation evaluation assessment exploration overview mechanism contribution importance perspective association relationship link relation understanding result finding identification characterization based multiple key critical distinct broad general efficient robust simple shows show give gives make makes set sets put puts get gets keep keeps hold holds run runs fast accurate flexible scalable reliable versatile comprehensive value trend during after existing resolution necessarily largely mainly widely strongly substantially markedly significantly potentially'.split(
    ' ',
  ),
);
const genericStems = new Set(
  'limit restrict constrain control govern regulat modulat dictat determin shap mold sculpt driv direct guid steer orchestrat coordinat mediat influenc affect impact alter chang modif reprogram rewir remodel reorganiz promot enhanc increas boost improv facilitat enabl permit allow support sustain maintain preserv protect safeguard defend reduc decreas lower impair inhibit suppress repress block prevent attenuat abolish disrupt compromis hinder trigger induc caus evok elicit produc generat creat form yield reveal uncover demonstrat show indicat suggest identif detect predict discover explor investigat examin evaluat assess analyz analys characteris characteriz describ report map link connect associat correlat relat couple contribut underli underpin account explain requir need depend rely involv engag recruit activat stimulat accelerat amplif stabilis destabilis initiat establish specif encod confer provid offer achiev exploit leverag employ utilis appl develop design build construct introduc propos present compar measur estimat quantif monitor track resolv dissect decod unravel define delineat highlight emerg aris confound deciph delay rais lower'.split(
    ' ',
  ),
);
