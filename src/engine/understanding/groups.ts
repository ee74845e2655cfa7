import type { LearnedClass } from '../core/types.ts';
import { tokenize } from '../text/tokenize.ts';

interface ClosedGroup {
  names: string[];
  narrower: string[];
}

/**
 * Names for one population, setting, organ, outcome or kind of study, as titles and abstracts write them: MeSH check
 * tags, publication types and the most common descriptors, with their entry terms. Narrower terms follow `>`: they count
 * for the names before it but not the other way round.
 */
const groups = groupsIn(
  `
child | pediatric | childhood > infant | adolescent | preschool | schoolchildren
infant | newborn | neonate | neonatal | baby
adolescent | teenager | teen | youth
older adult | elderly | older people | older person | geriatric | older patient
pregnancy | pregnant | maternal | gestational
women | female
men | male
student | undergraduate
caregiver | carer
healthcare worker | health care worker | HCW | health worker | healthcare professional | health professional | healthcare personnel | medical staff > nurse | physician | doctor | frontline worker
doctor | physician | clinician
intensive care | ICU | critical care | critically ill
emergency department | emergency room | accident and emergency
primary care | general practice | family medicine
general practitioner | family physician
nursing home | long-term care facility | care home
low-income country | developing country | LMIC | middle-income country
randomized controlled trial | randomized trial | RCT | randomized clinical trial | controlled trial
trial | RCT
case report | case series
systematic review | meta-analysis | scoping review
cohort study | prospective cohort | longitudinal study
cross-sectional study | cross-sectional survey
heart | cardiac
kidney | renal
liver | hepatic
lung | pulmonary
brain | cerebral
stomach | gastric
skin | cutaneous
bone | skeletal
eye | ocular
blood > plasma | serum
cancer | neoplasm | tumor | malignancy > carcinoma
heart attack | myocardial infarction
high blood pressure | hypertension
stroke | cerebrovascular accident
flu | influenza
COVID-19 | SARS-CoV-2 | COVID | coronavirus disease 2019
antibiotic | antibacterial | antimicrobial
antimicrobial resistance | antibiotic resistance
side effect | adverse event | adverse effect | adverse reaction | toxicity
death | mortality
smoking | tobacco | cigarette
obesity | obese
type 2 diabetes | T2D | T2DM | type II diabetes
mental health | psychological health > depression | anxiety | psychiatric | psychological distress | mental disorder | mental illness
artificial intelligence | AI > machine learning | deep learning
machine learning > deep learning
`,
);

/** Classes of drugs by their effect (MeSH's pharmacological actions), and the most common drugs of each. */
const drugClasses = groupsIn(
  `
GLP-1 receptor agonist | GLP-1RA | GLP-1 RA | GLP-1 agonist | GLP-1 analogue | incretin mimetic > semaglutide | liraglutide | dulaglutide | exenatide | lixisenatide | tirzepatide
SGLT2 inhibitor | SGLT-2 inhibitor | SGLT2i | gliflozin > empagliflozin | dapagliflozin | canagliflozin | ertugliflozin
DPP-4 inhibitor | DPP4 inhibitor | gliptin > sitagliptin | vildagliptin | linagliptin | saxagliptin
statin | HMG-CoA reductase inhibitor > atorvastatin | rosuvastatin | simvastatin | pravastatin | lovastatin
proton pump inhibitor > omeprazole | pantoprazole | lansoprazole | esomeprazole | rabeprazole
ACE inhibitor | angiotensin-converting enzyme inhibitor > enalapril | lisinopril | ramipril | captopril
angiotensin receptor blocker | angiotensin II receptor blocker > losartan | valsartan | candesartan | telmisartan
beta blocker | beta-adrenergic antagonist > metoprolol | bisoprolol | carvedilol | propranolol | atenolol
calcium channel blocker > amlodipine | nifedipine | verapamil | diltiazem
direct oral anticoagulant | DOAC | NOAC > apixaban | rivaroxaban | dabigatran | edoxaban
anticoagulant > warfarin | heparin | apixaban | rivaroxaban | dabigatran | edoxaban
antiplatelet > clopidogrel | ticagrelor | prasugrel
SSRI | selective serotonin reuptake inhibitor > fluoxetine | sertraline | escitalopram | citalopram | paroxetine
antidepressant > SSRI | fluoxetine | sertraline | escitalopram | citalopram | venlafaxine | duloxetine | bupropion
antipsychotic | neuroleptic > clozapine | olanzapine | risperidone | quetiapine | aripiprazole | haloperidol
benzodiazepine > diazepam | lorazepam | midazolam | alprazolam | clonazepam
opioid > morphine | fentanyl | oxycodone | methadone | buprenorphine | tramadol
psychedelic > psilocybin | ayahuasca | mescaline | lysergic acid diethylamide
corticosteroid | glucocorticoid > dexamethasone | prednisone | prednisolone | methylprednisolone | hydrocortisone
NSAID | nonsteroidal anti-inflammatory drug > ibuprofen | naproxen | diclofenac | celecoxib | indomethacin
TNF inhibitor | anti-TNF | tumor necrosis factor inhibitor > infliximab | adalimumab | etanercept | golimumab | certolizumab
JAK inhibitor | Janus kinase inhibitor > tofacitinib | baricitinib | ruxolitinib | upadacitinib
immune checkpoint inhibitor | checkpoint inhibitor | immune checkpoint blockade | checkpoint blockade > pembrolizumab | nivolumab | ipilimumab | atezolizumab | durvalumab | camrelizumab
PARP inhibitor > olaparib | niraparib | rucaparib | talazoparib
tyrosine kinase inhibitor > imatinib | erlotinib | gefitinib | osimertinib | sunitinib | sorafenib | lenvatinib
bisphosphonate > alendronate | zoledronate | risedronate | ibandronate
`,
);

/** Narrower terms of a MeSH heading that papers seldom name together with the heading. */
const narrowerKinds = groupsIn(
  `
respiratory virus > influenza | SARS-CoV-2 | COVID-19 | respiratory syncytial virus | rhinovirus
coronavirus > SARS-CoV-2 | COVID-19 | MERS
medical imaging | diagnostic imaging > radiology | magnetic resonance imaging | MRI | computed tomography | ultrasound | X-ray | mammography
neuroimaging | brain imaging > magnetic resonance imaging | MRI | fMRI | positron emission tomography
neurodegenerative disease > Alzheimer disease | Parkinson disease | Huntington disease | amyotrophic lateral sclerosis
inflammatory bowel disease > Crohn disease | ulcerative colitis
autoimmune disease > lupus | rheumatoid arthritis | multiple sclerosis | psoriasis
air pollution > particulate matter | PM2.5 | nitrogen dioxide | ozone
large language model | LLM > GPT-4 | ChatGPT
`,
);

const closedGroups: readonly ClosedGroup[] = [...groups, ...drugClasses, ...narrowerKinds];

function groupsIn(lines: string): ClosedGroup[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [names = '', narrower = ''] = line.split('>');
      const list = (text: string) => text.split('|').flatMap((name) => name.trim() || []);
      return { names: list(names), narrower: list(narrower) };
    });
}

let known: Map<string, string[]> | undefined;

/** All closed groups: from a member's stems to the names that count for it. */
export function groupsByKey(): ReadonlyMap<string, string[]> {
  if (known) return known;
  known = new Map();
  for (const { names, narrower } of closedGroups)
    for (const name of names) {
      const key = keyOf(name);
      const before = known.get(key) ?? [];
      const others = [...names, ...narrower].filter(
        (other) => keyOf(other) !== key && !before.includes(other),
      );
      known.set(key, [...before, ...others]);
    }
  return known;
}

const keyOf = (name: string): string =>
  tokenize(name)
    .flatMap(({ stem, isSynonym }) => (isSynonym ? [] : stem))
    .join(' ');

let learned = new Map<string, readonly string[]>();
let longest = 0;

/** Replaces the classes learned from records. */
export function learnClasses(classes: readonly LearnedClass[]): void {
  learned = new Map();
  for (const { name, substances } of classes)
    for (const written of waysToWrite(name)) {
      const key = keyOf(written);
      if (key && !learned.has(key)) learned.set(key, substances);
    }
  longest = Math.max(0, ...[...learned.keys()].map((key) => key.split(' ').length));
}

/** The substances of a learned class, by the stems of one of its names. */
export const learnedMembers = (key: string): readonly string[] => learned.get(key) ?? [];

/** Number of words in the longest name of a learned class. */
export const longestClass = (): number => longest;

/**
 * `Analgesics, Opioid` is also `Opioid Analgesics`. Agents are also drugs, and papers mostly omit “receptor” from a
 * receptor's antagonists.
 */
function waysToWrite(heading: string): string[] {
  const [noun = '', ...qualities] = heading.split(/,\s*/);
  const names = qualities.length > 0 ? [heading, `${qualities.join(' ')} ${noun}`] : [heading];
  return names.flatMap((name) => [
    name,
    name.replace(/\bagents\b/i, 'drugs'),
    name.replace(/\breceptor (?=\w+$)/i, ''),
  ]);
}
