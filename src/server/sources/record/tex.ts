/** Whether a text contains TeX: a command, or mathematics between dollar signs. */
export const holdsTex = (text: string): boolean => /\\[A-Za-z%&$_{},;!#~ '"^`-]|\$[^$]+\$/.test(text);

/**
 * Makes TeX readable: `$\alpha^{2}$` is α², `\textbf{SNOW}` SNOW, `\frac{1}{2}` 1/2. Removes a command without a Unicode
 * symbol, but keeps its argument.
 */
export function withoutTex(text: string): string {
  const prose = text
    .replace(/\\n(?=\p{Lu}|\s|$)/gu, '\n')
    .replace(/\$\$?((?:\\\$|[^$])+?)\$\$?/g, (whole, inside: string) =>
      isMath(inside) ? readMath(inside) : whole,
    );
  return /\\[A-Za-z%&$_{},;!#~ '"^`-]/.test(prose) ? readMath(prose) : prose;
}

/** Prices have dollar signs too: `$5 million to $9 million`, `$200-$300`. */
const isMath = (inside: string): boolean =>
  /[\\^_={}<>|~]/.test(inside) ||
  (/^\S+$/.test(inside) && !/^\d[\d,.]*[-–]$/.test(inside)) ||
  (/^[\dA-Za-z+*/(),. -]{1,12}$/.test(inside.trim()) && !/\s[a-z]{2,}|\s$/.test(inside));

function readMath(tex: string): string {
  let text = tex
    .replace(
      /\\(?:url|href)\{([^{}]*)\}(?:\{([^{}]*)\})?/g,
      (_, link: string, words?: string) => words ?? link,
    )
    .replace(
      /\\(?:cite[pt]?|label|ref|footnote|vspace|hspace|color|textcolor)\*?(?:\[[^\]]*\])?\{[^{}]*\}/g,
      '',
    )
    .replace(/\\(["'`^~=.])\{?(\\?[a-zA-Z])\}?/g, (_, accent: string, letter: string) =>
      `${letter.replace('\\', '')}${accents[accent] ?? ''}`.normalize('NFC'),
    )
    .replace(/\\unicode\{x([\da-f]{2,5})\}/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    )
    .replace(/\\([%&$_#{}])/g, '$1')
    .replace(/\\[,;:!>]|\\ |\\quad\b|\\qquad\b/g, ' ')
    .replace(/\\(?:left|right|big|Big|bigg|Bigg|displaystyle|limits|nolimits)\b/g, '');
  for (let depth = 0; depth < 4; depth++)
    text = text
      .replace(
        /\\d?frac\{([^{}]*)\}\{([^{}]*)\}/g,
        (_, over: string, under: string) => `${grouped(over)}/${grouped(under)}`,
      )
      .replace(/\\sqrt\{([^{}]*)\}/g, (_, inside: string) => `√${grouped(inside)}`)
      .replace(/\^\{([^{}]*)\}/g, (_, inside: string) => raised(readSigns(inside)))
      .replace(/_\{([^{}]*)\}/g, (_, inside: string) => lowered(readSigns(inside)))
      .replace(/\\[A-Za-z]+\*?\s*\{([^{}\\^_]*)\}/g, '$1')
      .replace(/\{([^{}\\^_]*)\}/g, '$1');
  return readSigns(text)
    .replace(/\^([\dni*+-])(?![\p{L}\d.(])/gu, (_, one: string) => raised(one))
    .replace(/(?<=[\p{L}\p{N})])_([a-z0-9])(?![a-z0-9])/gu, (_, one: string) => lowered(one))
    .replace(/[{}]/g, '')
    .replace(/(?<=\S)~(?=\S)/g, ' ')
    .replace(/---?/g, '–')
    .replace(/``|''/g, '"');
}

const readSigns = (text: string): string =>
  text
    .replace(/\\([A-Za-z]+)\s?/g, (_, name: string) => signs[name] ?? (functions.has(name) ? `${name} ` : ''))
    .replace(/\\(?![A-Za-z])/g, '');

const functions = new Set([
  'log',
  'ln',
  'exp',
  'sin',
  'cos',
  'tan',
  'min',
  'max',
  'lim',
  'arg',
  'det',
  'inf',
  'sup',
  'dim',
  'deg',
  'Pr',
]);

const grouped = (term: string): string =>
  /^[\p{L}\p{N}.\\]*$/u.test(term.trim()) ? term.trim() : `(${term.trim()})`;

const raised = (text: string): string => inScript(text, superscripts) ?? `^${text}`;
const lowered = (text: string): string => inScript(text, subscripts) ?? `_${text}`;

/** The text in superscript or subscript characters; null if one of them does not exist. */
function inScript(text: string, script: ReadonlyMap<string, string>): string | null {
  const small = Array.from(text.replace(/\s/g, ''), (one) => script.get(one));
  return small.every((one) => one !== undefined) ? small.join('') : null;
}

const pairs = (from: string, to: string): Map<string, string> => {
  const small = Array.from(to);
  return new Map(Array.from(from, (one, at): [string, string] => [one, small[at]!]));
};
const superscripts = pairs('0123456789+-−=()ni°∘*′', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ°°*′');
const subscripts = pairs('0123456789+-−=()aeox', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓ');

const accents: Record<string, string> = {
  '"': '\u0308',
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '~': '\u0303',
};

const signs: Record<string, string> = Object.fromEntries(
  `alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π
  rho ρ varrho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ
  Phi Φ Psi Ψ Omega Ω times × cdot · pm ± mp ∓ div ÷ ast * star ⋆ circ ° bullet • leq ≤ le ≤ leqslant ≤ geq ≥ ge ≥ geqslant ≥ neq ≠
  ne ≠ approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ propto ∝ ll ≪ gg ≫ lesssim ≲ gtrsim ≳ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫
  in ∈ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ cup ∪ cap ∩ emptyset ∅ forall ∀ exists ∃ neg ¬ land ∧ wedge ∧ lor ∨ vee ∨ oplus ⊕
  otimes ⊗ to → rightarrow → Rightarrow ⇒ leftarrow ← leftrightarrow ↔ mapsto ↦ longrightarrow → uparrow ↑ downarrow ↓ langle ⟨
  rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ ell ℓ hbar ℏ Re ℜ Im ℑ aleph ℵ angstrom Å AA Å degree ° dagger † ddagger ‡ prime ′
  ldots … dots … cdots … vdots ⋮ perp ⊥ parallel ∥ mid | colon : odot ⊙ sqcup ⊔ checkmark ✓ S § copyright © euro € pounds £`
    .match(/\w+ \S+/g)!
    .map((pair) => pair.split(' ') as [string, string]),
);
