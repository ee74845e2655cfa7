import { describe, expect, it } from 'vitest';
import { excludePart, includePart, quotePart, removePart, replacePart } from './rewrite.ts';

const spanOf = (topic: string, part: string) => {
  const from = topic.indexOf(part);
  return { from, to: from + part.length };
};

describe('a change to a topic', () => {
  it.each([
    ['heart failure mice', 'mice', 'heart failure'],
    ['heart AND (EEG OR fMRI)', 'EEG', 'heart AND (fMRI)'],
    ['heart AND (EEG)', 'EEG', 'heart'],
    ['EEG OR fMRI', 'fMRI', 'EEG'],
    ['sleep AND EEG AND fMRI', 'EEG', 'sleep AND fMRI'],
    ['heart NOT mice', 'NOT mice', 'heart'],
    ['sleep and memory', 'memory', 'sleep'],
    ['heart failure in the elderly', 'elderly', 'heart failure'],
    ['sleep and memory', 'sleep', 'memory'],
    ['moss', 'moss', ''],
  ])('removes from %s the part %s', (topic, part, left) => {
    expect(removePart(topic, spanOf(topic, part))).toBe(left);
  });

  it('leaves a part out, in quotation marks where it has several words', () => {
    expect(excludePart('gut mice', spanOf('gut mice', 'mice'))).toBe('gut NOT mice');
    expect(excludePart('gut heart failure', spanOf('gut heart failure', 'heart failure'))).toBe(
      'gut NOT "heart failure"',
    );
  });

  it('takes an exclusion back', () => {
    expect(includePart('gut NOT mice', spanOf('gut NOT mice', 'NOT mice'))).toBe('gut mice');
    expect(includePart('gut -mice', spanOf('gut -mice', '-mice'))).toBe('gut mice');
  });

  it('quotes a part once', () => {
    expect(quotePart('base editing', { from: 0, to: 12 })).toBe('"base editing"');
    expect(quotePart('"base editing"', { from: 0, to: 14 })).toBe('"base editing"');
  });

  it('puts another name in the place of a part', () => {
    expect(replacePart('heart failure drugs', { from: 0, to: 13 }, 'HF')).toBe('HF drugs');
  });
});
