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
  ['trial recruitment', null],
  ['systematic review', null],
  ['review of systems', null],
  ['articles on sepsis', null],
  ['', null],
])('askedKind finds for “%s” the kind %s', (topic, kind) => expect(asked(topic)).toBe(kind));
