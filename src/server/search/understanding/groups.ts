/**
 * Closed groups of names for one population, setting, organ, outcome or kind of study, as titles and abstracts write
 * them: MeSH check tags, publication types and the commonest descriptors, with their entry terms. After `>` stand
 * narrower terms, which count for the names before it but not the other way round.
 */
export const closedGroups: { names: string[]; narrower: string[] }[] = `
child | pediatric | childhood > infant | adolescent | preschool | schoolchildren
infant | newborn | neonate | neonatal | baby
adolescent | teenager | teen | youth
older adult | elderly | older people | geriatric | older patient | aged
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
`
  .trim()
  .split('\n')
  .map((line) => {
    const [names = '', narrower = ''] = line.split('>');
    const list = (text: string) => text.split('|').flatMap((name) => name.trim() || []);
    return { names: list(names), narrower: list(narrower) };
  });
