/**
 * Common words of medicine and science in German, French, Spanish, Portuguese and Italian that have no English cognate,
 * without accents and in lower case: the foreign words, and the English ones that papers use. Words like “diabète” or
 * “inteligencia” need no entry, because `cognatesOf` finds them.
 */
const german = `
herz=heart|herzinsuffizienz=heart failure|herzinfarkt=myocardial infarction|vorhofflimmern=atrial fibrillation|vorhof=atrial|flimmern=fibrillation
insuffizienz=insufficiency|versagen=failure|schwache=weakness|krankheit=disease|krankheiten=disease|erkrankung=disease|erkrankungen=disease|leiden=disease
krebs=cancer|brust=breast|darm=gut|dickdarm=colon|dunndarm=small intestine|magen=stomach|leber=liver|niere=kidney|nieren=kidney|lunge=lung|lungen=lung
haut=skin|hirn=brain|gehirn=brain|schilddrusen=thyroid|schilddruse=thyroid|bauchspeicheldrusen=pancreatic|bauchspeicheldruse=pancreas|prostata=prostate|blase=bladder|harn=urine|gebarmutterhals=cervical|gebarmutter=uterus|eierstock=ovarian
blut=blood|druck=pressure|bluthochdruck=hypertension|hochdruck=hypertension|zucker=sugar|fett=fat|knochen=bone|gelenk=joint|muskel=muscle|nerven=nerve|auge=eye|augen=eye|ohr=ear|zahn=tooth|mund=mouth|hals=throat|rucken=back|knie=knee|wirbelsaule=spine
schlaganfall=stroke|schlaf=sleep|schlafstorung=sleep disorder|schlafstorungen=sleep disorder|storung=disorder|storungen=disorder|angst=anxiety|angststorung=anxiety disorder|sucht=addiction|schmerz=pain|schmerzen=pain|kopfschmerz=headache|kopfschmerzen=headache
entzundung=inflammation|fieber=fever|husten=cough|grippe=influenza|impfung=vaccination|impfstoff=vaccine|impfstoffe=vaccine|impf=vaccine|stoff=substance|seuche=epidemic|ansteckung=infection|erreger=pathogen|keim=germ|keime=bacteria|pilz=fungus|wirkstoff=drug
kind=child|kinder=children|saugling=infant|sauglinge=infant|fruhgeborene=preterm infant|jugendliche=adolescent|schwangerschaft=pregnancy|schwangere=pregnant|geburt=birth|alter=aging|alte=elderly|frauen=women|manner=men|pflege=nursing|pflegekrafte=nurse|arzt=physician|arzte=physicians|krankenhaus=hospital|intensivstation=intensive care|notaufnahme=emergency department
behandlung=treatment|heilung=cure|vorbeugung=prevention|vorsorge=screening|fruherkennung=early detection|erkennung=detection|nebenwirkung=adverse effect|nebenwirkungen=adverse effects|wirkung=effect|wirksamkeit=efficacy|sicherheit=safety|uberleben=survival|sterblichkeit=mortality|studie=study|studien=studies|ubersicht=review
ernahrung=nutrition|ubergewicht=overweight|fettleibigkeit=obesity|bewegung=exercise|rauchen=smoking|umwelt=environment|luftverschmutzung=air pollution|klimawandel=climate change|wasser=water|boden=soil|pflanze=plant|pflanzen=plant|tier=animal|tiere=animal|gesundheit=health
lernen=learning|maschinelles=machine|tiefes=deep|kunstliche=artificial|intelligenz=intelligence|bilderkennung=image recognition|bild=image|sprach=language|sprache=language|sprachmodell=language model|sprachmodelle=language models|modell=model|netz=network|netze=network|netzwerk=network|neuronale=neural|daten=data|verfahren=method|erkennen=detect
resistenz=resistance|antibiotika=antibiotic|antibiotikaresistenz=antibiotic resistance|gen=gene|zelle=cell|zellen=cell|stammzellen=stem cells|eiweiss=protein|erb=genetic|wachstum=growth|abwehr=immune|immunsystem=immune system|mikrobiom=microbiome|darmflora=gut microbiota|darmmikrobiom=gut microbiome
energie=energy|batterie=battery|batterien=battery|solarzellen=solar cells|halbleiter=semiconductor|supraleitung=superconductivity|strahlung=radiation|strahlen=radiation|licht=light|warme=heat|kalte=cold|quanten=quantum|rechner=computer|roboter=robot|werkstoff=material|teilchen=particle
spiegel=level|wert=value|mangel=deficiency|vitaminmangel=vitamin deficiency|eisenmangel=iron deficiency|gefass=vascular|verkalkung=calcification|geschwulst=tumor|gewebe=tissue|transplantation=transplantation|verletzung=injury|bruch=fracture|sturz=fall|sturze=falls|unfall=accident
multiple sklerose=multiple sclerosis|sklerose=sclerosis|demenz=dementia|epilepsie=epilepsy|depression=depression|schizophrenie=schizophrenia|migrane=migraine|asthma=asthma|wechseljahre=menopause|gicht=gout|zuckerkrankheit=diabetes|nierensteine=kidney stones|gallensteine=gallstones|lungenentzundung=pneumonia|blutvergiftung=sepsis
`;
const french = `
coeur=heart|cardiaque=cardiac|insuffisance=failure|sein=breast|foie=liver|rein=kidney|reins=kidney|poumon=lung|poumons=lung|peau=skin|os=bone|cerveau=brain|sang=blood|oeil=eye|yeux=eye|estomac=stomach|intestin=intestine|moelle=marrow|vessie=bladder|dos=back|genou=knee
maladie=disease|maladies=disease|trouble=disorder|troubles=disorder|douleur=pain|douleurs=pain|fievre=fever|toux=cough|grippe=influenza|rougeole=measles|vaccin=vaccine|vaccins=vaccine|depistage=screening|traitement=treatment|traitements=treatment|soins=care|essai=trial|essais=trial|etude=study|etudes=study|revue=review|suivi=follow-up
enfant=child|enfants=children|nourrisson=infant|nourrissons=infant|femme=women|femmes=women|homme=men|hommes=men|enceinte=pregnant|enceintes=pregnant|grossesse=pregnancy|naissance=birth|sujet age=elderly|personnes agees=elderly|vieillissement=aging|infirmier=nurse|infirmiere=nurse|medecin=physician|hopital=hospital|reanimation=intensive care|urgences=emergency department
accident vasculaire cerebral=stroke|avc=stroke|hypertension arterielle=hypertension|obesite=obesity|tabac=smoking|tabagisme=smoking|alcool=alcohol|alimentation=diet|sommeil=sleep|sante=health|sante mentale=mental health|anxiete=anxiety|survie=survival|mortalite=mortality|effets secondaires=adverse effects
apprentissage=learning|apprentissage automatique=machine learning|apprentissage profond=deep learning|profond=deep|automatique=automatic|reseau=network|reseaux=network|neurones=neurons|langage=language|modele=model|modeles=model|donnees=data|image=image|reconnaissance=recognition|securite=safety|vie privee=privacy
eau=water|eaux usees=wastewater|usees=waste|sol=soil|sols=soil|plante=plant|plantes=plant|climat=climate|changement climatique=climate change|chaleur=heat|lumiere=light|pollution de l'air=air pollution|air=air|abeille=bee|abeilles=bees|poisson=fish|animaux=animals
cellule=cell|cellules=cell|souche=stem|cellules souches=stem cells|gene=gene|genes=genes|tumeur=tumor|tumeurs=tumor|croissance=growth|levure=yeast|flore intestinale=gut microbiota|pile=battery|batterie=battery|supraconductivite=superconductivity|essais cliniques=clinical trials|sclerose en plaques=multiple sclerosis|maladie d'alzheimer=alzheimer disease|cancer du sein=breast cancer
`;
const spanish = `
corazon=heart|cardiaca=cardiac|cardiaco=cardiac|insuficiencia=failure|mama=breast|higado=liver|rinon=kidney|rinones=kidney|pulmon=lung|piel=skin|hueso=bone|huesos=bone|cerebro=brain|sangre=blood|ojo=eye|ojos=eye|estomago=stomach|intestino=intestine|rodilla=knee|vejiga=bladder|diente=tooth
enfermedad=disease|enfermedades=disease|trastorno=disorder|trastornos=disorder|dolor=pain|fiebre=fever|tos=cough|gripe=influenza|sarampion=measles|vacuna=vaccine|vacunas=vaccine|vacunacion=vaccination|cribado=screening|tamizaje=screening|tratamiento=treatment|tratamientos=treatment|cuidado=care|cuidados=care|cuidados intensivos=intensive care|ensayo=trial|ensayos=trial|ensayos clinicos=clinical trials|estudio=study|estudios=study|revision=review
nino=child|ninos=children|lactante=infant|lactantes=infant|mujer=women|mujeres=women|hombre=men|hombres=men|embarazo=pregnancy|embarazada=pregnant|embarazadas=pregnant|nacimiento=birth|parto=delivery|anciano=elderly|ancianos=elderly|envejecimiento=aging|enfermero=nurse|enfermera=nurse|enfermeria=nursing|medico=physician|urgencias=emergency department
accidente cerebrovascular=stroke|ictus=stroke|infarto=infarction|tabaco=smoking|tabaquismo=smoking|sueno=sleep|salud=health|salud mental=mental health|ansiedad=anxiety|supervivencia=survival|mortalidad=mortality|efectos secundarios=adverse effects|sobrepeso=overweight|alimentacion=diet|dieta=diet
aprendizaje=learning|aprendizaje automatico=machine learning|aprendizaje profundo=deep learning|profundo=deep|automatico=automatic|red=network|redes=network|neuronales=neural|lenguaje=language|modelo=model|modelos=model|datos=data|imagen=image|imagenes=images|reconocimiento=recognition|seguridad=safety|privacidad=privacy
agua=water|aguas residuales=wastewater|residuales=waste|suelo=soil|suelos=soil|planta=plant|plantas=plant|clima=climate|cambio climatico=climate change|calor=heat|luz=light|aire=air|abeja=bee|abejas=bees|pez=fish|peces=fish|animales=animals
celula=cell|celulas=cell|madre=stem|celulas madre=stem cells|gen=gene|genes=genes|crecimiento=growth|hongo=fungus|hongos=fungi|levadura=yeast|bateria=battery|baterias=battery|superconductividad=superconductivity|esclerosis=sclerosis|cancer de mama=breast cancer
`;
const portuguese = `
coracao=heart|mama=breast|figado=liver|rim=kidney|rins=kidney|pulmao=lung|pele=skin|osso=bone|ossos=bone|cerebro=brain|sangue=blood|olho=eye|olhos=eye|estomago=stomach|joelho=knee|doenca=disease|doencas=disease|transtorno=disorder|transtornos=disorder|dor=pain|febre=fever|tosse=cough|gripe=influenza|sarampo=measles
vacina=vaccine|vacinas=vaccine|vacinacao=vaccination|rastreamento=screening|tratamento=treatment|tratamentos=treatment|cuidado=care|ensaio=trial|ensaios=trial|estudo=study|estudos=study|revisao=review|crianca=child|criancas=children|mulher=women|mulheres=women|homem=men|homens=men|gravidez=pregnancy|gravida=pregnant|gravidas=pregnant|gestante=pregnant|gestantes=pregnant|nascimento=birth|parto=delivery|idoso=elderly|idosos=elderly|envelhecimento=aging|enfermeiro=nurse|enfermagem=nursing|medico=physician|unidade de terapia intensiva=intensive care
acidente vascular cerebral=stroke|tabagismo=smoking|sono=sleep|saude=health|saude mental=mental health|ansiedade=anxiety|sobrevida=survival|mortalidade=mortality|alimentacao=diet|aprendizado=learning|aprendizagem=learning|aprendizado de maquina=machine learning|maquina=machine|profundo=deep|profunda=deep|rede=network|redes=network|neurais=neural|linguagem=language|dados=data|imagem=image|imagens=images|reconhecimento=recognition|seguranca=safety|privacidade=privacy
agua=water|aguas residuais=wastewater|solo=soil|solos=soil|planta=plant|plantas=plant|mudancas climaticas=climate change|calor=heat|luz=light|ar=air|abelha=bee|abelhas=bees|peixe=fish|peixes=fish|celula=cell|celulas=cell|tronco=stem|celulas-tronco=stem cells|gene=gene|genes=genes|crescimento=growth|fungo=fungus|fungos=fungi|levedura=yeast|bateria=battery|baterias=battery|supercondutividade=superconductivity|esclerose=sclerosis|cancer de mama=breast cancer
`;
const italian = `
cuore=heart|cardiaca=cardiac|cardiaco=cardiac|insufficienza=failure|scompenso=failure|seno=breast|mammella=breast|mammario=breast|fegato=liver|rene=kidney|reni=kidney|polmone=lung|polmoni=lung|pelle=skin|osso=bone|ossa=bone|cervello=brain|sangue=blood|occhio=eye|occhi=eye|stomaco=stomach|ginocchio=knee|vescica=bladder|malattia=disease|malattie=disease|disturbo=disorder|disturbi=disorder|dolore=pain|febbre=fever|tosse=cough|morbillo=measles
vaccino=vaccine|vaccini=vaccine|vaccinazione=vaccination|trattamento=treatment|trattamenti=treatment|cura=care|cure=care|terapia intensiva=intensive care|sperimentazione=trial|studio=study|studi=study|revisione=review|bambino=child|bambini=children|neonato=newborn|neonati=newborns|donna=women|donne=women|uomo=men|uomini=men|gravidanza=pregnancy|gravida=pregnant|nascita=birth|parto=delivery|anziano=elderly|anziani=elderly|invecchiamento=aging|infermiere=nurse|medico=physician|ospedale=hospital|pronto soccorso=emergency department
ictus=stroke|infarto=infarction|fumo=smoking|sonno=sleep|salute=health|salute mentale=mental health|ansia=anxiety|sopravvivenza=survival|mortalita=mortality|dieta=diet|apprendimento=learning|apprendimento automatico=machine learning|apprendimento profondo=deep learning|profondo=deep|automatico=automatic|rete=network|reti=network|neurali=neural|linguaggio=language|modello=model|modelli=models|dati=data|immagine=image|immagini=images|riconoscimento=recognition|sicurezza=safety
acqua=water|acque reflue=wastewater|reflue=waste|suolo=soil|pianta=plant|piante=plant|cambiamento climatico=climate change|calore=heat|luce=light|aria=air|ape=bee|api=bees|pesce=fish|pesci=fish|cellula=cell|cellule=cell|staminali=stem|cellule staminali=stem cells|gene=gene|geni=genes|crescita=growth|fungo=fungus|funghi=fungi|lievito=yeast|batteria=battery|batterie=battery|superconduttivita=superconductivity|sclerosi=sclerosis
`;

const read = (text: string): [string, string][] =>
  text
    .trim()
    .split(/[|\n]/)
    .map((entry) => entry.split('=') as [string, string]);

export const languages = {
  German: read(german),
  French: read(french),
  Spanish: read(spanish),
  Portuguese: read(portuguese),
  Italian: read(italian),
};
