import { describe, expect, it } from 'vitest';
import { translationOf } from './foreign.ts';

describe('German compound', () => {
  it('is split only into known parts', () => {
    expect(translationOf('Darmmikrobiom')).toBe('gut microbiome');
    expect(translationOf('Herzkrankheit')).toBe('heart disease');
    expect(translationOf('Schlaganfallbehandlung')).toBe('stroke treatment');
  });

  it('is given up quickly if it repeats one part and ends wrong', () => {
    const before = performance.now();
    expect(translationOf(`${'herz'.repeat(24)}q`)).toBeNull();
    expect(translationOf(`${'herz'.repeat(70)}q`)).toBeNull();
    expect(performance.now() - before).toBeLessThan(1000);
  });
});
