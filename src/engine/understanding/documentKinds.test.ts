import { askedKind } from './documentKinds.ts';

const asked = (topic: string) => {
  const found = askedKind(topic);
  return found && topic.slice(found.from, found.to);
};

test.each([
  ['systematic reviews of mental health interventions', 'systematic reviews'],
  ['randomized trials in heart failure', 'randomized trials'],
  ['case reports of immune checkpoint inhibitor toxicity', 'case reports'],
  ['children with cystic fibrosis randomized trials', 'randomized trials'],
  ['reviews on sepsis', 'reviews'],
  ['meta-analyses of statins', 'meta-analyses'],
  ['rapid reviews on telehealth', 'rapid reviews'],
  ['clinical practice guidelines for gout', 'clinical practice guidelines'],
  ['letters to the editor about gout', 'letters to the editor'],
  ['trial recruitment', null],
  ['Mendelian randomization of vitamin D', null],
  ['systematic review', null],
  ['review of systems', null],
  ['articles on sepsis', null],
  ['', null],
])('askedKind finds for “%s” the kind %s', (topic, kind) => expect(asked(topic)).toBe(kind));
