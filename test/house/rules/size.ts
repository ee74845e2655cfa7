import path from 'node:path';
import {
  type Code,
  type House,
  isTest,
  linesOf,
  type Offense,
  type Rule,
  type SourceFile,
} from '../tree/house.ts';

const [mostFiles, mostLines, fewestLines] = [12, 250, 12];

/** Limits folders to what fits on a screen and files to what one can read in one go, and forbids tiny files. */
export const size: Rule = {
  name: 'folders of 12 files at most, files of 12 to 250 lines',
  find: (house) => [...bigFolders(house), ...longFiles(house), ...shortFiles(house)],
};

const isCode = (file: SourceFile): boolean => /(?<!\.d)\.(ts|tsx|mjs|js|css|wat)$/.test(file.path);

function bigFolders({ files }: House): Offense[] {
  const counted = files.filter((file) => isCode(file) && !isTest(file.path));
  const folders = Map.groupBy(counted, (file) => path.posix.dirname(file.path));
  return [...folders]
    .filter(([folder, inside]) => folder !== '.' && inside.length > mostFiles)
    .map(([folder, inside]) => ({ path: folder, says: `${inside.length} code files; at most ${mostFiles}` }));
}

const longFiles = ({ files }: House): Offense[] =>
  files
    .filter((file) => isCode(file) && linesOf(file) > mostLines && !saysWhy(file))
    .map((file) => ({
      path: file.path,
      says: `${linesOf(file)} lines, and its first line does not say why`,
    }));

const saysWhy = (file: SourceFile): boolean => /^(\/\/|\/\*|;;)/.test(file.text);

function shortFiles({ code, layers }: House): Offense[] {
  const lazy = new Set(
    code.flatMap((file) => file.imports.filter((item) => item.dynamic).map((item) => item.target)),
  );
  return code
    .filter(
      (file) => isCode(file) && file.path.includes('/') && !isTest(file.path) && linesOf(file) < fewestLines,
    )
    .filter(
      (file) =>
        !lazy.has(file.path) &&
        !isTypesOnlyApp(file) &&
        !layers.short[file.path] &&
        !layers.short[path.posix.dirname(file.path)],
    )
    .map((file) => ({
      path: file.path,
      says: `${linesOf(file)} lines: fold it into a neighbor, or load it lazily and say why`,
    }));
}

const isTypesOnlyApp = (file: Code): boolean =>
  file.path.endsWith('/app.ts') && !/^export (const|function|class|let)/m.test(file.text);

/** The product grows, so the limit is on the mean length of files: docs/decisions/0033-size-of-the-product.md. */
const [lowestMean, highestMedian] = [74, 75];

/** Checks that ideas are not scattered over many small files, and that the median file is not too long. */
export const whole: Rule = {
  name: 'files of src have 74 lines or more in the mean, 75 or fewer in the median',
  find: (house) => {
    const lengths = house.files
      .filter((file) => /^src\/.*\.(ts|tsx|mjs|js|css|wat)$/.test(file.path) && !isTest(file.path))
      .map(linesOf)
      .sort((a, b) => a - b);
    const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
    const mean = Math.round(lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length));
    return [
      ...(lengths.length > 0 && mean < lowestMean
        ? [{ path: 'src', says: `a mean of ${mean} lines a file; at least ${lowestMean}` }]
        : []),
      ...(median > highestMedian
        ? [{ path: 'src', says: `a median of ${median} lines; at most ${highestMedian}` }]
        : []),
    ];
  },
};
