import fc from 'fast-check';
import { fromTex } from './tex.ts';

const arxiv = (text: string) => fromTex(text, { isTypeset: true });

describe('TeX', () => {
  it.each([
    [String.raw`Reduction of \ce{CO2} on \ce{Cu2O}; \ce{H2O -> H2}`, 'Reduction of CO2 on Cu2O; H2O → H2'],
    [String.raw`We present \textbf{\textit{MossBench}}, the first`, 'We present MossBench, the first'],
    [String.raw`\textbf{We \emph{always} lose} the first word`, 'We always lose the first word'],
    [String.raw`from \$5 to \$10 a day, and \$3`, 'from $5 to $10 a day, and $3'],
    ['CO$_2$ uptake by Al$_2$O$_{3}$ in $\\mathrm{LiOsO}_3$', 'CO2 uptake by Al2O3 in LiOsO3'],
    [
      String.raw`Planning with \ac{ik}, \acp*{mip} and \method{} in 40 runs`,
      'Planning with ik, mip and method in 40 runs',
    ],
    [String.raw`\b{eta} depends on \k{appa} = 0.69`, 'eta depends on appa = 0.69'],
    [String.raw`$\sqrt{s}=13$~TeV, $\sqrt[3]{x}$ and the $s$--$d$ model`, '√s=13 TeV, ³√x and the s–d model'],
    [
      String.raw`{\DJ}. Nov\dj ak, Nguy\~{\^{e}}n V. An, \.{Z}. \L ojasiewicz`,
      'Đ. Novđak, Nguyễn V. An, Ż. Łojasiewicz',
    ],
    [
      String.raw`R\"oglin, Erd\H{o}s, \v{C}ech, \'{\i}, Ga\l{}ka, \AA ngstr\"{o}m, Stra\ss e`,
      'Röglin, Erdős, Čech, í, Gałka, Ångström, Straße',
    ],
    [String.raw`\(f\)-divergence up to \(94.4\%\), and \[x^{2}\]`, 'f-divergence up to 94.4%, and x²'],
    [String.raw`\SI{5}{\kilo\metre} and \qty{3}{\percent}`, '5 kilometre and 3 %'],
    [String.raw`A\textsubscript{max}, the \texorpdfstring{$B$}{B} meson, 5$^{th}$`, 'Amax, the B meson, 5th'],
    [
      String.raw`the \emph{correction chain} of 95\% of R\&D {\it in situ}`,
      'the correction chain of 95% of R&D in situ',
    ],
    ["``quoted'' --- a Bose--Einstein condensate", '“quoted” — a Bose–Einstein condensate'],
    [
      'families -- both; $2 \\times 3$, 3 mm$\\times$ 8 mm; on.\\n\\nNext',
      'families – both; 2 × 3, 3 mm× 8 mm; on.\n\nNext',
    ],
    ['a price of $5 and --flag, a set {0,1}', 'a price of $5 and --flag, a set {0,1}'],
    [
      String.raw`mass $m_{\nu} \leq 10^{-3}$, $\mathcal{O}(n \log n)$, $k_{max}$`,
      'mass m_ν ≤ 10⁻³, O(n log n), k_max',
    ],
    [
      String.raw`see \cite[p. 5]{a,b}\footnote{Or not.} at \url{http://x.org/a_b\%c}`,
      'see  (Or not.) at http://x.org/a_b%c',
    ],
    [
      String.raw`use \verb|grep -r| and \lstinline!a_b!; \SIrange{1}{5}{\metre}, \ang{45}, \sfrac{3}{4}`,
      'use grep -r and a_b; 1 to 5 metre, 45°, 3/4',
    ],
    [
      String.raw`$\bar{x}$, $a\not\in B$, $\binom{n}{k}$, \textquotesingle, \ce{A <=> B}`,
      "x, a∉B, n k, ', A ⇌ B",
    ],
    [String.raw`\textcolor{red}{warm} \href{http://x.org}{here}`, 'warm here'],
  ])('reads %s', (text, expected) => expect(arxiv(text)).toBe(expected));

  it('leaves typography and braces of other texts as they are', () =>
    expect(fromTex('~5--7 {a, b} ``x``, $5 and $\\alpha$', {})).toBe('~5--7 {a, b} ``x``, $5 and α'));

  it('keeps every letter and digit outside commands, however they nest', () => {
    const word = fc.stringMatching(/^[A-Za-z]{2,6}\d{0,2}$/);
    const { tex } = fc.letrec<{ tex: { raw: string; words: string[] } }>((tie) => ({
      tex: fc.oneof(
        { maxDepth: 5 },
        word.map((one) => ({ raw: one, words: [one] })),
        fc
          .tuple(fc.constantFrom('textbf', 'emph', 'ce', 'ac', 'SI', 'unheardof', 'b', 'k'), tie('tex'))
          .map(([name, { raw, words }]) => ({
            raw: name === 'SI' ? `\\SI{7}{${raw}}` : `\\${name}{${raw}}`,
            words,
          })),
        fc.array(tie('tex'), { minLength: 1, maxLength: 4 }).map((all) => ({
          raw: all.map(({ raw }) => raw).join(' '),
          words: all.flatMap(({ words }) => words),
        })),
        tie('tex').map(({ raw, words }) => ({ raw: `{${raw}}`, words })),
      ),
    }));
    fc.assert(
      fc.property(tex, ({ raw, words }) => {
        const read = arxiv(raw)
          .normalize('NFD')
          .replace(/[^A-Za-z0-9]/g, '');
        expect(read.replaceAll('7', '')).toBe(words.join('').replaceAll('7', ''));
      }),
    );
    // In any text whatever, words without a sign of TeX's in them arrive.
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.constantFrom('{', '}', '$', '\\textbf', '\\(', '\\', '^', '_', '~', '--'), word),
        ),
        (parts) => {
          const read = arxiv(parts.join(' ')).normalize('NFKC').replace(/[\^_]/g, '');
          for (const one of parts.filter((part) => /^[A-Za-z]/.test(part))) expect(read).toContain(one);
        },
      ),
    );
  });
});

test.each([40, 41, 100])('an unknown command with arguments ends in %i groups', (deep) => {
  expect(fromTex(`${'{'.repeat(deep)}\\e{a}{b}`, { isGrouped: true })).toContain('a');
});

test.each(['\\moss{a}{b}', '\\moss ', '{', '{\\moss{a}', '$x^{y}$ ', '\\emph{a'])(
  'a megabyte of %s is read in time',
  (piece) => {
    const started = performance.now();
    fromTex(piece.repeat(1e6 / piece.length), { isGrouped: true });
    // In proportion it takes half a second at most; it took up to 85.
    expect(performance.now() - started).toBeLessThan(4000);
  },
);
