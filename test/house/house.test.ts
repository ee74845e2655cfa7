import { inOneLine } from './planted.ts';
import { rules } from './rules.ts';
import { readTree } from './tree.ts';

describe('project', () => {
  const house = readTree();

  it.each(rules)('keeps the rule: $name', (rule) => expect(rule.find(house).map(inOneLine)).toEqual([]));
  it('contains the files that the rules apply to', () => expect(house.code.length).toBeGreaterThan(500));
});
