import { describe, expect, it } from 'vitest';
import { translationOf } from './foreign.ts';
import { otherNames } from './otherNames.ts';

const names = otherNames();

describe('German compound', () => {
  it('is split only into known parts', () => {
    expect(translationOf(names, 'Darmmikrobiom')).toBe('gut microbiome');
    expect(translationOf(names, 'Herzkrankheit')).toBe('heart disease');
    expect(translationOf(names, 'Schlaganfallbehandlung')).toBe('stroke treatment');
  });

  it('is given up quickly if it repeats one part and ends wrong', () => {
    const before = performance.now();
    expect(translationOf(names, `${'herz'.repeat(24)}q`)).toBeNull();
    expect(translationOf(names, `${'herz'.repeat(70)}q`)).toBeNull();
    expect(performance.now() - before).toBeLessThan(1000);
  });
});
