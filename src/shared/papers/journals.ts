/** A journal by its name, without what libraries add to it: `Cancer cell : official journal …`, `Lancet (London, England)`. */
export const journalName = (journal: string): string =>
  journal
    .replace(inBrackets, '')
    .split(/\s[:=]\s/)[0]!
    .replace(inBrackets, '')
    .replace(/^The (?=\S)/, '')
    .trim();

const inBrackets = /\s\([^()]{1,80}\)\s?$/;

/**
 * A journal by its usual short name, as ISO 4 abbreviates titles: `J Infant Allergy`, `N Engl J Med`. One word alone stays
 * whole, and so does a word that the list does not have.
 */
export function shortJournal(journal: string): string {
  const name = journalName(journal);
  const named = name.replace(/ of the United States of America$/, ' USA').split(/[\s,.;:]+/);
  const words = named.filter((word) => word && !unsaid.test(word));
  if (words.length < 2) return name;
  return words.map(shortWord).join(' ');
}

const unsaid =
  /^(?:a|an|and|at|by|for|from|in|of|on|the|to|with|&|de|del|der|des|di|du|e|el|et|für|la|las|les|los|und|y)$/i;

function shortWord(word: string): string {
  // Its own spelling: BMC, eLife, PLoS.
  if (/.\p{Lu}/u.test(word)) return word;
  const lower = word.toLowerCase();
  const beginning = beginnings.find(([long]) => `${lower}$`.startsWith(long))?.[1];
  const short = beginning ?? endings.reduce((text, [long, end]) => text.replace(long, end), lower);
  return short.charAt(0).toUpperCase() + short.slice(1);
}

/** Words by their beginnings (`new$` is a whole word), the longer ones first; from the list of title word abbreviations (https://www.issn.org/services/online-services/access-to-the-ltwa/). */
const beginnings =
  `academy=acad advance=adv african=afr agricultur=agric american=am analy=anal anatom=anat animal=anim
  annal=ann annual=annu antimicrob=antimicrob application=appl applied=appl archiv=arch artificial=artif
  association=assoc australian=aust behavio=behav biochem=biochem bioeng=bioeng biomed=biomed
  biophys=biophys boletin=bol brazilian=braz british=br bulletin=bull canadian=can cardiovasc=cardiovasc
  cellular=cell chemi=chem chinese=chin circulation=circ clinic=clin cognit=cogn communication=commun
  comparativ=comp computation=comput conference=conf contemporary=contemp critical=crit current=curr
  dental=dent development=dev digestiv=dig discover=discov disease=dis disorder=disord ecolog=ecol
  economic=econ education=educ emergency=emerg engineering=eng england=engl environment=environ
  european=eur evidence=evid evolution=evol experiment=exp frontier=front functional=funct
  gastrointestinal=gastrointest general=gen genetic=genet geriatric=geriatr global=glob human=hum
  immunotherap=immunother industrial=ind infect=infect information=inf innovation=innov institut=inst
  integrativ=integr intelligen=intell interdisciplinary=interdiscip internal=intern international=int
  investigati=invest japanese=jpn journal=j laborator=lab latin$=lat letters=lett machine=mach
  macromol=macromol management=manag mathematic=math mechanism=mech medic=med metaboli=metab
  microbial=microb modeling=model molecul=mol national=natl natur=nat network=netw neurosci=neurosci
  neurosurg=neurosurg new$=n nutrition=nutr occupational=occup operat=oper opinion=opin optic=opt
  organic=org pathogen=pathog pediatric=pediatr perspective=perspect pharmaceutical=pharm
  pharmacotherap=pharmacother physics=phys practic=pract precision=precis prevent=prev proceeding=proc
  progress=prog quality=qual quarterly=q regulat=regul reports=rep reproduc=reprod research=res
  respirat=respir review=rev revista=rev revue=rev royal=r scandinavian=scand scien=sci selection=sel
  signaling=signal social=soc society=soc southern=south spanish=span spectroscop=spectrosc statistic=stat
  structur=struct supportiv=support synthe=synth system=syst teaching=teach technic=tech therap=ther
  thoracic=thorac transactions=trans translational=transl tropical=trop university=univ veterinary=vet
  western=west`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string])
    .sort(([one], [other]) => other.length - one.length);

const endings: [RegExp, string][] = [
  [/olog(?:y|ies|ie|ia|ical|ist|ic|ique)$/, 'ol'],
  [/(?<=.)chemistry$/, 'chem'],
  [/(?<=.)physics$/, 'phys'],
  [/surg(?:ery|ical)$/, 'surg'],
];
