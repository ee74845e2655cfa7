import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** A regular expression that the code built from text. */
export interface Built {
  /** `src/…/file.ts:line:column` of the call that built it. */
  at: string;
  pattern: string;
  flags: string;
}

const isOurs = /(src\/(?:server|shared)\/[^\s():?]+\.tsx?)\S*?(:\d+:\d+)/;

/**
 * Runs `work` and collects every regular expression that our code builds meanwhile, by `new RegExp` or `RegExp`. Reading
 * the code would not reveal these patterns, because their parts are constants of other lines and files.
 */
export async function patternsBuilt(work: () => Promise<unknown>): Promise<Built[]> {
  const original = globalThis.RegExp;
  const found: Built[] = [];
  const note = (made: RegExp): RegExp => {
    // The stack has our frame, the proxy's, then the caller's.
    const caller = new Error('where').stack?.split('\n')[3] ?? '';
    const [, file, place] = isOurs.exec(caller) ?? [];
    if (file) found.push({ at: file + place, pattern: made.source, flags: made.flags });
    return made;
  };
  globalThis.RegExp = new Proxy(original, {
    construct: (target, given) => note(Reflect.construct(target, given) as RegExp),
    apply: (target, _, given) => note(Reflect.construct(target, given) as RegExp),
  });
  try {
    await work();
  } finally {
    globalThis.RegExp = original;
  }
  return found.filter(isWritten);
}

/** Whether the code has a call there. The loader writes some literals as calls; those are read from the code. */
function isWritten({ at }: Built): boolean {
  const [file = '', line, column] = at.split(':');
  const text = readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? '';
  return /^(?:new )?RegExp\b/.test(text.slice(Number(column) - 1));
}

/** The lines of a file that build a regular expression. */
export function buildsIn(file: string, text = readFileSync(file, 'utf8')): number[] {
  const lines: number[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, callee } = node as { type?: string; start: number; callee?: { name?: string } };
    const isCall = type === 'NewExpression' || type === 'CallExpression';
    if (isCall && callee?.name === 'RegExp') lines.push(text.slice(0, start).split('\n').length);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path.basename(file), text).program);
  return lines;
}
