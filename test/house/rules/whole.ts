import { isTest, linesOf, type Rule } from '../tree/house.ts';

const [mostFiles, highestMedian] = [470, 75];

/** How many files the product has, and how long the one in the middle is. */
export const whole: Rule = {
  name: 'src has 470 files at most, of 75 lines in the median',
  find: (house) => {
    const lengths = house.files
      .filter((file) => /^src\/.*\.(ts|tsx|mjs|js|css|wat)$/.test(file.path) && !isTest(file.path))
      .map(linesOf)
      .sort((a, b) => a - b);
    const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
    return [
      ...(lengths.length > mostFiles
        ? [{ path: 'src', says: `${lengths.length} files; at most ${mostFiles}` }]
        : []),
      ...(median > highestMedian
        ? [{ path: 'src', says: `a median of ${median} lines; at most ${highestMedian}` }]
        : []),
    ];
  },
};
