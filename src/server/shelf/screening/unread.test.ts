import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atMost, mostRelevant } from './unread.ts';

describe('bound of unread relevant papers', () => {
  it('equals published tables: none in 60 of 800 means at most 37', () => {
    expect(mostRelevant({ of: 800, drawn: 60, relevant: 0 }, 0.95)).toBe(37);
  });

  it('is exact once everything was drawn', () => {
    expect(mostRelevant({ of: 40, drawn: 40, relevant: 3 }, 0.95)).toBe(3);
    expect(mostRelevant({ of: 0, drawn: 0, relevant: 0 }, 0.95)).toBe(0);
  });

  it('says nothing without a sample', () => {
    expect(mostRelevant({ of: 40, drawn: 0, relevant: 0 }, 0.95)).toBe(40);
  });

  it('holds with its confidence for any number of relevant papers', () => {
    const papers = fc.integer({ min: 1, max: 60 }).chain((of) =>
      fc.record({
        of: fc.constant(of),
        drawn: fc.integer({ min: 1, max: of }),
        relevant: fc.integer({ min: 0, max: of }),
      }),
    );
    fc.assert(
      fc.property(papers, ({ of, drawn, relevant }) => {
        // The probability of all samples whose bound is too low.
        let wrong = 0;
        for (let held = 0; held <= Math.min(drawn, relevant); held++) {
          if (drawn - held > of - relevant) continue;
          const here = atMost(held, { of, drawn, relevant });
          const below = held > 0 ? atMost(held - 1, { of, drawn, relevant }) : 0;
          if (mostRelevant({ of, drawn, relevant: held }, 0.95) < relevant) wrong += here - below;
        }
        expect(wrong).toBeLessThanOrEqual(0.05 + 1e-9);
      }),
    );
  });

  it('narrows with a larger sample and widens with each relevant paper in it', () => {
    const bound = (drawn: number, relevant: number) => mostRelevant({ of: 500, drawn, relevant }, 0.95);
    expect(bound(100, 0)).toBeLessThan(bound(50, 0));
    expect(bound(100, 1)).toBeGreaterThan(bound(100, 0));
  });
});
