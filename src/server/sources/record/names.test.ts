import cases from './names.test.json' with { type: 'json' };
import { namesApart } from './names.ts';

test.each(cases as [string, string[]][])('names in %j', (text, names) =>
  expect(namesApart(text)).toEqual(names),
);
