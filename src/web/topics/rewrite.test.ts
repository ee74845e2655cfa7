import { excludePart, includePart, quotePart, removePart, replacePart } from './rewrite.ts';

const spanOf = (topic: string, part: string) => {
  const from = topic.indexOf(part);
  return { from, to: from + part.length };
};

describe('rewritten topic', () => {
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
  ])('removes from %s the part %s', (topic, part, left) =>
    expect(removePart(topic, spanOf(topic, part))).toBe(left),
  );

  it('excludes a part, in quotation marks if it has several words', () => {
    expect(excludePart('gut mice', spanOf('gut mice', 'mice'))).toBe('gut NOT mice');
    expect(excludePart('gut heart failure', spanOf('gut heart failure', 'heart failure'))).toBe(
      'gut NOT "heart failure"',
    );
  });

  it('turns an exclusion back into a part', () => {
    expect(includePart('gut NOT mice', spanOf('gut NOT mice', 'NOT mice'))).toBe('gut mice');
    expect(includePart('gut -mice', spanOf('gut -mice', '-mice'))).toBe('gut mice');
  });

  it('quotes a part once', () => {
    expect(quotePart('base editing', { from: 0, to: 12 })).toBe('"base editing"');
    expect(quotePart('"base editing"', { from: 0, to: 14 })).toBe('"base editing"');
  });

  it('replaces a part by another name', () =>
    expect(replacePart('heart failure drugs', { from: 0, to: 13 }, 'HF')).toBe('HF drugs'));
});
