import { describe, expect, it } from 'vitest';
import { translationOf } from './foreign.ts';

describe('a compound', () => {
  it('is split into parts that are all known', () => {
    expect(translationOf('Darmmikrobiom')).toBe('gut microbiome');
    expect(translationOf('Herzkrankheit')).toBe('heart disease');
    expect(translationOf('Schlaganfallbehandlung')).toBe('stroke treatment');
  });

  it('is given up at once when it repeats one part to a wrong end', () => {
    const before = performance.now();
    expect(translationOf(`${'herz'.repeat(24)}q`)).toBeNull();
    expect(translationOf(`${'herz'.repeat(70)}q`)).toBeNull();
    expect(performance.now() - before).toBeLessThan(1000);
  });
});
