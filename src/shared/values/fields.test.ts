import { email, topic } from './fields.ts';

it.each([
  ['user@xn--e1afmkfd.xn--p1ai', 'user@xn--e1afmkfd.xn--p1ai'],
  ['r&d@readers.example', 'r&d@readers.example'],
  ["o'brien+a/b=c@readers.example", "o'brien+a/b=c@readers.example"],
  [' Ada@Readers.Example ', 'ada@readers.example'],
  ['a@b.museum', 'a@b.museum'],
])('the address %s is %s', (typed, kept) => expect(email.parse(typed)).toBe(kept));

it.each([
  'user',
  'user@localhost',
  'user@b.1',
  'us er@b.example',
  'a..b@c.example',
  '.a@c.example',
  'a.@c.example',
  'a@b@c.example',
  'a@-b.example',
  'a@b.example>, <c@d.example',
  'a"b@c.example',
  `${'a'.repeat(65)}@b.example`,
  'a@b.example/path',
  'ada@пример.рф',
  '\u212aim@b.example',
])('%s is no address', (typed) => expect(email.safeParse(typed).success).toBe(false));

it.each([
  ['immuno\u00adtherapy', 'immunotherapy'],
  ['immuno\u00ad\ntherapy', 'immunotherapy'],
  ['immuno\u200ctherapy', 'immunotherapy'],
  ['CRISPR\u2060 \ufeffbase\u200e editing', 'CRISPR base editing'],
  ['نانو\u200cذرات', 'نانو\u200cذرات'],
  ['क\u094d\u200dष', 'क\u094d\u200dष'],
  ['نانو\u200c ذرات', 'نانو ذرات'],
  ['gut\u200bmicrobiome', 'gut microbiome'],
  ['gut\u00a0\r\n microbiome', 'gut microbiome'],
])('the topic %j is kept as %j', (typed, kept) => expect(topic.parse(typed)).toBe(kept));
