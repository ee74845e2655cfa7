import { continueVisit } from './RecentDigests.tsx';

const minutes = (count: number) => count * 60_000;

describe('continueVisit', () => {
  it('returns no previous visit on the first one', () =>
    expect(continueVisit(null, 5)).toEqual({ since: null, seen: 5 }));

  it('continues a visit through reloads within half an hour', () => {
    const visit = { since: 1, seen: minutes(60) };
    expect(continueVisit(visit, minutes(89))).toEqual({ since: 1, seen: minutes(89) });
  });

  it('starts a new visit after a longer pause', () => {
    const visit = { since: 1, seen: minutes(60) };
    expect(continueVisit(visit, minutes(91))).toEqual({ since: minutes(60), seen: minutes(91) });
  });
});
