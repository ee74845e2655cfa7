import path from 'node:path';
import { type House, isTest, linesOf, type Offense, type Rule, type SourceFile } from './tree.ts';

const [mostFiles, mostLines] = [25, 400];

/** Limits folders to what fits on a screen and files to what one can read in one go. Bounds, not aims. */
export const size: Rule = {
  name: 'folders of 25 files at most, files of 400 lines at most',
  find: (house) => [...bigFolders(house), ...longFiles(house)],
};

const isCode = (file: SourceFile): boolean => /(?<!\.d)\.(ts|tsx|mjs|js|css)$/.test(file.path);

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

const saysWhy = (file: SourceFile): boolean => /^(\/\/|\/\*)/.test(file.text);
