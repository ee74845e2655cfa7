/**
 * Whether a TeX title can be printed unchanged: its braces and dollar signs are balanced, and its only commands are for
 * accents, letters, fonts and formulas. Other commands could read a file, define a macro or end the field.
 */
export function harmlessTex(title: string): boolean {
  // Between dollar signs are formulas, in which `^` and `_` are allowed.
  const parts = title.replace(/\\[\\%#&_$~^]/g, '').split('$');
  if (parts.some((part, at) => (at % 2 ? /[%#&]/ : /[%#&^_]/).test(part))) return false;
  if (/[\r\n@]|\^\^/.test(title) || !isBalanced(title)) return false;
  return [...title.matchAll(/\\([A-Za-z]+|.)/g)].every(([, command = '']) => known.has(command));
}

function isBalanced(title: string): boolean {
  let depth = 0;
  let dollars = 0;
  for (const [token] of title.matchAll(/\\.|[{}$]/gs)) {
    if (token === '{') depth++;
    else if (token === '}') depth--;
    else if (token === '$') dollars++;
    if (depth < 0) return false;
  }
  return depth === 0 && dollars % 2 === 0 && !/(?<!\\)(?:\\\\)*\\$/.test(title);
}

const known = new Set([
  // Accents, escaped characters and thin spaces.
  ...'`\'^"~=.%&_#$',
  ...'{}, ;!:|-',
  ...'u v H t c d b k r ss AE ae OE oe AA aa O o L l i j'.split(' '),
  ...'alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega'.split(
    ' ',
  ),
  ...'Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega'.split(' '),
  ...'mathrm mathbf mathit mathcal mathbb mathfrak mathscr mathsf boldsymbol bf it rm em cal text textit textbf textsc textrm emph mbox'.split(
    ' ',
  ),
  ...'frac sqrt bar hat tilde vec overline underline dot ddot prime dagger ast star circ bullet cdot times pm mp div'.split(
    ' ',
  ),
  ...'le leq ge geq neq ne ll gg sim simeq approx equiv propto in notin subset cup cap to rightarrow leftarrow leftrightarrow Rightarrow mapsto'.split(
    ' ',
  ),
  ...'infty partial nabla ell hbar sum int prod langle rangle left right big Big log exp sin cos max min lim det dim ker otimes oplus wedge perp parallel'.split(
    ' ',
  ),
]);
