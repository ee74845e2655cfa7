/** Whether a text contains TeX: a command, or mathematics between dollar signs. */
export const holdsTex = (text: string): boolean => /\\[A-Za-z%&$_{}()[,;!#~ '"^`-]|\$[^$]+\$/.test(text);

/** What a text is besides commands and mathematics, which are read in every text. */
interface Kind {
  /** `--`, `~` and quotes are typography, as in arXiv's texts. */
  isTypeset?: boolean;
  /** Braces only group, as in BibTeX. In other texts those around mere words go, and `{0,1}` stays. */
  isGrouped?: boolean;
}

/**
 * Makes TeX readable: `$\alpha^{2}$` is α², `\textbf{SNOW}` SNOW, `\frac{1}{2}` 1/2, `CO$_2$` and `\ce{CO2}` CO2. An unknown
 * command keeps its argument, so every letter and digit outside markup arrives. Never read a result again: its dollar signs
 * are prices. Takes time in proportion to the text.
 */
export function fromTex(text: string, kind: Kind = {}): string {
  if (!(kind.isTypeset || kind.isGrouped ? /[\\~`{}$]|--|''/ : /[\\$]/).test(text)) return text;
  // A reference that leaves its place takes the blank before it along.
  const bare = text.replace(/(?<=[^\s~])[ ~]{1,3}(?=\\(?:cite[a-z]{0,6}|label|thanks|inst)\b)/g, '');
  // Some senders write a line break as a backslash and an n.
  return new TexReader(bare.replace(/\\n(?=\\n|\p{Lu}|\s|$)/gu, '\n'), kind).read('prose', '', '');
}

/** Deeper groups are read without their braces. */
const deepest = 40;

type Mode = 'prose' | 'math';

class TexReader {
  readonly #tex: string;
  readonly #kind: Kind;
  readonly #lastClosing: Record<string, number>;
  #at = 0;
  #depth = 0;

  constructor(tex: string, kind: Kind) {
    this.#tex = tex;
    this.#kind = kind;
    this.#lastClosing = { '\\)': tex.lastIndexOf('\\)'), '\\]': tex.lastIndexOf('\\]') };
  }

  /** Reads up to `end`, which stays to be read. `before` is the text that the result follows. */
  read(mode: Mode, end: string, before: string): string {
    let out = '';
    let last = before.slice(-1);
    while (this.#at < this.#tex.length && !(end && this.#tex.startsWith(end, this.#at))) {
      const part = this.#part(mode, last);
      out += part;
      // Of the part: the last character of all that was added up would copy it each time.
      last = part.slice(-1) || last;
    }
    return out;
  }

  #part(mode: Mode, last: string): string {
    const sign = this.#tex[this.#at]!;
    if (sign === '\\') return this.#command(mode, last);
    if (sign === '{') return this.#group(mode, last);
    if (sign === '$') return this.#formula(last);
    if (/[_^]/.test(sign) && (mode === 'math' || this.#tex[this.#at + 1] === '{'))
      return this.#script(mode, last);
    return this.#plain(mode, last);
  }

  /** What the pattern, which must be sticky, matches here; it is passed. */
  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#tex);
    if (found) this.#at += found[0].length;
    return found;
  }

  #plain(mode: Mode, last: string): string {
    const [run] = this.#take(/[^\\{}$^_~`'-]+|-+|[`']+|./suy)!;
    const next = this.#tex[this.#at] ?? ' ';
    const { isTypeset } = this.#kind;
    if (run === '}') return isTypeset || mode === 'math' ? '' : run;
    if (!isTypeset && mode === 'prose') return run;
    if (run === '~') return /\S/.test(last) && /\S/.test(next) ? ' ' : run;
    if (run === '``') return '\u201c';
    if (run === "''") return mode === 'math' ? run : '\u201d';
    if (run === '---') return '\u2014';
    const isBetween = /[\p{L}\p{N})$]/u.test(last) && /[\p{L}\p{N}($\\]/u.test(next);
    return run === '--' && (isBetween || /\s/.test(next)) ? '\u2013' : run;
  }

  #group(mode: Mode, last: string): string {
    const from = ++this.#at;
    if (this.#depth >= deepest) return '';
    const inside = this.#inGroup(mode, last);
    const raw = this.#tex.slice(from, this.#at - 1);
    const isMere = this.#kind.isGrouped || mode === 'math' || /\\|^[\p{L}\p{M}\p{N} -]*$/u.test(raw);
    return isMere ? inside : `{${inside}}`;
  }

  /** Reads past the end of the group that was just opened. */
  #inGroup(mode: Mode, last: string): string {
    this.#depth++;
    const inside = this.read(mode, '}', last);
    this.#depth--;
    this.#at++;
    return inside;
  }

  /** `$…$` and `$$…$$`, unless the sign is a price's. */
  #formula(last: string): string {
    const [signs] = this.#take(/\$\$?/y)!;
    const start = this.#at;
    const inside = this.#take(/((?:\\.|[^$\\])+)\$/sy)?.[1];
    this.#at = start;
    if (!inside || !isMath(inside)) return signs;
    const text = this.read('math', '$', last);
    this.#take(/\$\$?/y);
    return text;
  }

  /** The next argument: a group, a command with its own, or one character. */
  #argument(mode: Mode, last: string): string {
    this.#take(/\s+/y);
    const sign = this.#tex[this.#at] ?? '}';
    if (/[}$]/.test(sign) || this.#depth >= deepest) return '';
    if (sign !== '{' && sign !== '\\') return this.#take(/./suy)![0];
    this.#depth++;
    if (sign === '{') this.#at++;
    const text = sign === '{' ? this.#inGroup(mode, last) : this.#command(mode, last);
    this.#depth--;
    return text;
  }

  #script(mode: Mode, last: string): string {
    const sign = this.#tex[this.#at++]!;
    const text = this.#argument(mode, '').trim();
    if (!text) return sign;
    return sign === '^' ? raised(text) : lowered(text, last);
  }

  #command(mode: Mode, last: string): string {
    const [, name, symbol = ''] = this.#take(/\\(?:([A-Za-z]+)\*?|(.?))/suy)!;
    if (name === undefined) return this.#symbol(symbol, mode, last);
    const mark = marks[name];
    if (mark && /^(?:\{|\s*\\[ij](?![A-Za-z])|\s+[A-Za-z])/.test(this.#ahead(40)))
      return accented(mark, this.#argument(mode, ''));
    const formulaMark = formulaMarks[name];
    if (formulaMark !== undefined) {
      const letter = this.#argument(mode, last);
      return this.#kind.isGrouped && formulaMark ? accented(marks[formulaMark]!, letter) : letter;
    }
    if (/^(?:verb|lstinline)$/.test(name)) return this.#take(/([^\sA-Za-z{])([^\n]{0,200}?)\1/y)?.[2] ?? '';
    const own = commands.get(name);
    const option = this.#take(/(?:\s?\[[^\]{}$]{0,200}\]){1,2}(?=\s?\{)/y);
    if (own)
      return own({
        text: () => this.#argument(mode, last),
        math: () => this.#argument('math', last),
        written: () =>
          this.#take(/\s*\{([^{}]*)\}/y)?.[1]?.replace(/\\([%&$_#~])/g, '$1') ?? this.#argument(mode, last),
        option: option?.[0].trim().slice(1, -1) ?? '',
      });
    const sign = signs.get(name) ?? signs.get(name.replace(/^text/, ''));
    if (sign !== undefined)
      return sign + this.#spaceAfter(/^\p{L}$/u.test(sign) || /\S/.test(last) ? '' : ' ');
    if (functions.test(name))
      return `${/[\p{L}\d]/u.test(last) ? ' ' : ''}${name}${this.#spaceAfter(' ') || (this.#ahead(1) === '{' ? ' ' : '')}`;
    // Where groups are too deep an argument stays to be read, so that asking for the next one would never end.
    if (this.#depth < deepest && /^(?:\{[^}]|\s\{)/.test(this.#ahead(2))) {
      let text = this.#argument(mode, last);
      // Arguments of an unknown command are words of their own.
      while (!silent.test(name) && /^\{[^}]/.test(this.#ahead(2))) text += ` ${this.#argument(mode, ' ')}`;
      return text;
    }
    if (silent.test(name)) return this.#spaceAfter(spaces.test(name) ? ' ' : '');
    // An unknown name is all there is of its text.
    return name + this.#spaceAfter(' ');
  }

  /** What stands here instead of the space that ends a command's name: kept after a sign or a word. */
  #spaceAfter(kept: string): string {
    if (this.#take(/\{\}/y)) return '';
    return this.#take(/\s/y) ? kept : '';
  }

  #ahead = (characters: number): string => this.#tex.slice(this.#at, this.#at + characters);

  #symbol(symbol: string, mode: Mode, last: string): string {
    const close = { '(': '\\)', '[': '\\]' }[symbol];
    if (close && this.#depth < deepest && this.#lastClosing[close]! >= this.#at) {
      this.#depth++;
      const inside = this.read('math', close, last);
      this.#depth--;
      this.#at += close.length;
      return inside;
    }
    const mark = mode === 'prose' && /^\s?[\\{\p{L}]/u.test(this.#ahead(2)) && marks[symbol];
    if (mark) return accented(mark, this.#argument(mode, ''));
    if (/[,;:>\s\\]/.test(symbol)) return ' ';
    return /[!/-]/.test(symbol) ? '' : symbol;
  }
}

/** Prices have dollar signs too: `$5 million to $9 million`, `$200-$300`. */
const isMath = (inside: string): boolean =>
  /[\\^_={}<>|~]/.test(inside) ||
  (/^\S+$/.test(inside) && !/^\d[\d,.]*[-–]$/.test(inside)) ||
  (/^[\dA-Za-z+*/(),. -]{1,12}$/.test(inside.trim()) && !/\s[a-z]{2,}|\s$/.test(inside));

const grouped = (term: string): string =>
  /^[\p{L}\p{N}.]*$/u.test(term.trim()) ? term.trim() : `(${term.trim()})`;

const raised = (text: string): string =>
  inScript(text, superscripts) ?? (/^(?:st|nd|rd|th)$/.test(text) ? text : `^${text}`);

/** Digits after a letter stand as in a formula that another source writes: CO2. */
const lowered = (text: string, last: string): string =>
  /[\p{L})\]]/u.test(last) && /^\d+(?:\.\d+)?$/.test(text)
    ? text
    : (inScript(text, subscripts) ?? `_${text}`);

/** A letter with its accent; an argument of several letters stays as it is. */
const accented = (mark: string, base: string): string =>
  /^\p{L}\p{M}*$/u.test(base) ? ({ ı: 'i', ȷ: 'j' }[base] ?? base).concat(mark).normalize('NFC') : base;

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

/** Accents as combining characters; `\\t` ties two letters. */
const marks: Record<string, string> = {
  ...{
    '`': '\u0300',
    "'": '\u0301',
    '^': '\u0302',
    '~': '\u0303',
    '=': '\u0304',
    '.': '\u0307',
    '"': '\u0308',
  },
  ...{
    u: '\u0306',
    r: '\u030a',
    H: '\u030b',
    v: '\u030c',
    d: '\u0323',
    c: '\u0327',
    k: '\u0328',
    b: '\u0331',
  },
};

/** Accents of mathematics, which a name in a bibliography may have. In a formula they are left out. */
const formulaMarks: Record<string, string> = {
  ...{ hat: '^', tilde: '~', bar: '=', dot: '.', ddot: '"', check: 'v', acute: "'", grave: '`', breve: 'u' },
  ...{ mathring: 'r', vec: '' },
};

/** How a command takes its arguments: as text, as mathematics, as written. */
interface Arguments {
  text: () => string;
  math: () => string;
  written: () => string;
  /** In square brackets. */
  option: string;
}

const dropped = ({ text }: Arguments): string => {
  text();
  return '';
};
const second = ({ written, text }: Arguments): string => {
  written();
  return text();
};
const fraction = ({ math }: Arguments): string => `${grouped(math())}/${grouped(math())}`;
const quantity = ({ written, text }: Arguments): string => `${written()} ${text()}`.trim();
const range = (given: Arguments): string => `${given.written()} to ${quantity(given)}`;

/** The commands that are more than their only argument. */
const commands = new Map<string, (given: Arguments) => string>(
  Object.entries({
    ...Object.fromEntries(
      'cite citep citet citealp label ref eqref vspace hspace color begin end thanks inst footnotemark orcid'
        .split(' ')
        .map((name) => [name, dropped]),
    ),
    ...{ textcolor: second, colorbox: second, texorpdfstring: second, href: second },
    ...{ frac: fraction, dfrac: fraction, tfrac: fraction, nicefrac: fraction, sfrac: fraction },
    ...{ SI: quantity, qty: quantity, SIrange: range, qtyrange: range },
    ang: ({ written }) => `${written()}°`,
    not: ({ math }) => `${math()}\u0338`.normalize('NFC'),
    ce: ({ math }) => math().replaceAll('<=>', '⇌').replaceAll('<->', '↔').replaceAll('->', '→'),
    url: ({ written }) => written(),
    path: ({ written }) => written(),
    sqrt: ({ math, option }) => `${option && raised(option)}√${grouped(math())}`,
    textsuperscript: ({ text }) => raised(text()).replace(/^\^/, ''),
    textsubscript: ({ text }) => text(),
    unicode: ({ written }) => {
      const code = /^x([\da-f]{2,5})$/i.exec(written())?.[1];
      return code ? String.fromCodePoint(Number.parseInt(code, 16)).toWellFormed() : '';
    },
    footnote: ({ text }) => ` (${text()})`,
  }),
);

const functions = /^(?:log|ln|exp|sin|cos|tan|min|max|lim|arg|det|inf|sup|dim|deg|Pr)$/;

/** Commands that set type or space, and print nothing. */
const silent =
  /^(?:left|right|[bB]igg?[lrm]?|(?:display|text|script)style|(?:no)?limits|math[a-z]+|text[a-z]+|(?:bold|it|bf|sc|tt|rm|sl|sf|em|up|md)(?:series|shape|family|symbol)?|cal|tiny|small|large|Large|normalsize|footnotesize|noindent|newline|linebreak|par|centering|item|xspace|q?quad|nonumber|protect|relax|operatorname|ensuremath|bm|boldmath|s[lr]ash|hfill|medskip|smallskip|bigskip|emph|mbox|underline)$/;

/** Those of them that are a space, or let one follow. */
const spaces = /^(?:xspace|q?quad|par|newline|linebreak|item|hfill|[a-z]+skip)$/;

const signs: ReadonlyMap<string, string> = new Map(
  `alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π
  rho ρ varrho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ
  Phi Φ Psi Ψ Omega Ω times × cdot · pm ± mp ∓ div ÷ ast * star ⋆ circ ° bullet • leq ≤ le ≤ leqslant ≤ geq ≥ ge ≥ geqslant ≥ neq ≠
  ne ≠ approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ propto ∝ ll ≪ gg ≫ lesssim ≲ gtrsim ≳ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫
  in ∈ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ cup ∪ cap ∩ emptyset ∅ forall ∀ exists ∃ neg ¬ land ∧ wedge ∧ lor ∨ vee ∨ oplus ⊕
  otimes ⊗ to → rightarrow → Rightarrow ⇒ leftarrow ← leftrightarrow ↔ mapsto ↦ longrightarrow → uparrow ↑ downarrow ↓ langle ⟨
  rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ ell ℓ hbar ℏ Re ℜ Im ℑ aleph ℵ angstrom Å AA Å degree ° dagger † ddagger ‡ prime ′
  ldots … dots … cdots … vdots ⋮ perp ⊥ parallel ∥ mid | colon : odot ⊙ sqcup ⊔ checkmark ✓ S § copyright © euro € pounds £ registered ® trademark ™
  less < greater > endash – emdash — quoteright ’ quoteleft ‘ quotedblleft “ quotedblright ” textbackslash \\ backslash ∖ setminus ∖ asciitilde ~ asciicircum ^
  underscore _ dollar $ percent % textbar | textquotesingle ' periodcentered · textmu µ lbrace { rbrace } lvert | rvert | Vert ‖ P ¶ guillemotleft «
  guillemotright » ss ß AE Æ ae æ OE Œ oe œ aa å O Ø o ø L Ł l ł DH Ð dh ð DJ Đ dj đ TH Þ th þ NG Ŋ ng ŋ i ı j ȷ eg e.g. ie i.e. per / squared ² cubed ³`
    .match(/\w+ \S+/g)!
    .map((pair) => pair.split(' ') as [string, string]),
);
