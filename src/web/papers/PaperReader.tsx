import { Ban, Bookmark, Check, Copy, Ellipsis, ExternalLink, ThumbsUp, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Slot } from '#kit/web.tsx';
import { moments } from '#shared/papers/moments.ts';
import { licenseInWords, type Paper, type PaperState } from '#shared/papers/paper.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { dayInWords, withCommas } from '#shared/values/dates.ts';
import { AbsoluteDate } from '../layout/dates.tsx';
import { Badge } from '../ui/Badge.tsx';
import { copyText } from '../ui/copyText.ts';
import { Button, ButtonAnchor } from '../ui/Form.tsx';
import { Elsewhere, elsewhere } from '../ui/Link.tsx';
import { Menu, MenuItem, menuItem } from '../ui/Menu.tsx';
import { toast } from '../ui/Notice.tsx';
import { toastNotCopied } from '../ui/SecretField.tsx';
import { Match, PaperFit } from './PaperMatch.tsx';
import { citationOf, notesOf, shortAuthors, webAddress, whereItStands } from './paperWords.ts';
import { type Answers, canAnswer } from './useAnswers.ts';
import { useMoreLike } from './verdict.ts';

interface PaperReaderProps {
  paper: Paper;
  /** Sentences of its abstract that a summary is based on. */
  quotes?: readonly string[];
  /** What happened to it since it arrived. */
  later?: ReaderPaper['later'];
  /** Without its abstract, and the match as a word alone. */
  isShort?: boolean;
  /** Above the authors. */
  title?: ReactNode;
}

/** One paper with everything a reader needs to decide; the same wherever one is read. */
export function PaperReader({ paper, quotes = [], later = [], isShort, title }: PaperReaderProps) {
  const { takeaway, takeawayQuote, abstract, facts } = paper;
  const text = abstract?.trim();
  const isQuoted = takeawayQuote && takeaway && !takeaway.includes(takeawayQuote);
  const told = [facts?.design, facts?.n, facts?.population].flatMap((fact) => fact?.quote ?? []);
  return (
    <>
      {title}
      <Authors authors={paper.authors} />
      <p className="mt-0.5 text-[0.8125rem] text-muted">
        <span dir="auto">
          {[...whereItStands(paper), dayInWords(paper.publishedOn, new Date())]
            .filter(Boolean)
            .join('\u00a0· ')}
        </span>
        {paper.alsoAt?.map(({ source, url }) => (
          <Elsewhere key={url} before={'\u00a0· '} address={webAddress(url)}>
            also at {sourceLabels[source]}
          </Elsewhere>
        ))}
      </p>
      <Facts paper={paper} />
      <Notes paper={paper} later={later} />
      {takeaway && (
        <p dir="auto" className="prose mt-3">
          {takeaway}
        </p>
      )}
      {isQuoted && (
        <blockquote
          dir="auto"
          className="mt-2 max-w-[64ch] border-s-2 border-edge ps-3.5 font-serif text-base leading-[1.55] text-muted"
        >
          “{takeawayQuote}”
        </blockquote>
      )}
      {isShort ? <Match paper={paper} /> : <PaperFit paper={paper} />}
      {isShort ? null : text ? (
        <PaperAbstract
          key={paper.id}
          abstract={text}
          quotes={[...quotes, ...told, ...(takeawayQuote ? [takeawayQuote] : [])]}
        />
      ) : (
        <p className="mt-3 text-sm text-muted">{sourceLabels[paper.source]} provided no abstract.</p>
      )}
      {facts?.funding && (
        <p dir="auto" className="mt-2 text-[0.8125rem] text-muted">
          Funding: {facts.funding}
        </p>
      )}
      {facts?.interests && (
        <p dir="auto" className="mt-1 text-[0.8125rem] text-muted">
          Competing interests: {facts.interests}
        </p>
      )}
    </>
  );
}

/** Authors; a long list is shortened, with a button for the rest. */
function Authors({ authors }: { authors: readonly string[] }) {
  const [all, setAll] = useState(false);
  const { shown, more } = shortAuthors(authors, all ? authors.length : undefined);
  if (!shown.length) return null;
  return (
    <p dir="auto" className="mt-1 text-sm">
      {shown.join(', ')}{' '}
      {more > 0 && (
        <button type="button" onClick={() => setAll(true)} className="link min-h-6 rounded">
          and {more} more
        </button>
      )}
    </p>
  );
}

/** Study, sample, population, and where the text is; what the abstract does not state is left out. */
function Facts({ paper: { facts = {}, pdfUrl, license, retracted, libraryUrl } }: { paper: Paper }) {
  const { design, n, population, registration } = facts;
  const pdf = retracted ? null : webAddress(pdfUrl);
  const library = webAddress(libraryUrl);
  const stated: [string, ReactNode][] = [
    ['Study', design && <span className="inline-block first-letter:uppercase">{design.name}</span>],
    ['Sample', n && `n\u00a0=\u00a0${withCommas(n.value)} ${n.unit}`],
    ['Population', population?.name !== n?.unit.toLowerCase() && population?.name],
    ['Registration', registration],
    [
      'Full text',
      (pdf || library) && (
        <>
          <Elsewhere address={pdf}>Open PDF{license ? ` (${licenseInWords(license)})` : ''}</Elsewhere>
          <Elsewhere before={pdf ? ', ' : ''} address={library}>
            Open through your library
          </Elsewhere>
        </>
      ),
    ],
  ];
  const shown = stated.filter(([, fact]) => fact);
  if (!shown.length) return null;
  return (
    <dl className="mt-3.5 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-6 gap-y-2.5 border-y border-line py-3 text-sm leading-[1.4]">
      {shown.map(([name, fact]) => (
        <div key={name}>
          <dt className="text-[0.8125rem] text-muted">{name}</dt>
          <dd dir="auto" className="wrap-anywhere">
            {fact}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Warnings such as a retraction, and what else happened to the paper, newest first. */
const Notes = ({ paper, later }: { paper: Paper; later: ReaderPaper['later'] }) => (
  <>
    {notesOf(paper).map(({ label, sentence, tone }) => (
      <p
        key={label}
        className={`mt-3 rounded-md px-3.5 py-2.5 text-sm ${{ bad: 'bg-bad-wash', warn: 'bg-warn-wash', accent: 'bg-accent-wash' }[tone]}`}
      >
        <Badge tone={tone} className="px-0! text-sm!">
          {label}.
        </Badge>{' '}
        <span dir="auto">{sentence}</span>
      </p>
    ))}
    {later.length > 0 && (
      <ul className="mt-3 space-y-1 border-s-2 border-accent ps-3 text-sm">
        {later.toReversed().map(({ kind, at, url, journal }) => (
          <li key={`${kind} ${at}`}>
            <Elsewhere address={webAddress(url)} orText>
              {moments[kind]}
              {journal ? ` in ${journal}` : ''}
            </Elsewhere>{' '}
            <span className="text-muted">
              <AbsoluteDate value={at} short />
            </span>
          </li>
        ))}
      </ul>
    )}
  </>
);

/** About what two lines of the widest layout hold, in characters. */
const twoLines = 170;

/** Two lines, or all of it when opened or printed. Sentences the summary is based on are marked. */
function PaperAbstract({ abstract, quotes }: { abstract: string; quotes: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const long = abstract.length > twoLines || abstract.includes('\n');
  const pieces = markQuotes(abstract, quotes);
  return (
    <div className="mt-2">
      <p
        id={id}
        dir="auto"
        // What is cut off is not read aloud either: the button gives it.
        aria-hidden={long && !open ? true : undefined}
        className={`max-w-[66ch] font-serif leading-relaxed text-muted ${open || !long ? 'whitespace-pre-line' : 'line-clamp-2 print:line-clamp-none'}`}
      >
        {pieces.map(({ from, text, quoted }) =>
          quoted ? (
            <mark key={from} className="rounded-sm bg-mark/60 text-ink">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="link mt-0.5 min-h-6 rounded text-sm print:hidden"
        >
          {open ? 'Show less' : 'Show abstract'}
        </button>
      )}
    </div>
  );
}

/** A piece of an abstract; `quoted` if the summary is based on it. Joined, the pieces are the abstract. */
interface AbstractPiece {
  /** Offset in the abstract. */
  from: number;
  text: string;
  quoted: boolean;
}

/** Finds the summary's quotes in an abstract; only exact matches are marked. */
export function markQuotes(abstract: string, quotes: readonly string[]): AbstractPiece[] {
  const spans = quotes
    .flatMap((quote) => {
      const at = quote ? abstract.indexOf(quote) : -1;
      return at < 0 ? [] : [{ from: at, to: at + quote.length }];
    })
    .sort((a, b) => a.from - b.from);
  const pieces: AbstractPiece[] = [];
  let from = 0;
  const take = (to: number, quoted: boolean) => {
    if (to > from) pieces.push({ from, text: abstract.slice(from, to), quoted });
    from = Math.max(from, to);
  };
  for (const span of spans) {
    take(span.from, false);
    take(span.to, true);
  }
  take(abstract.length, false);
  return pieces;
}

const verbs = [
  { state: 'kept', label: 'Keep', pressed: 'Kept', key: 's', Icon: Bookmark },
  { state: 'done', label: 'Done', pressed: 'Done', key: 'e', Icon: Check },
  { state: 'not', label: 'Not for me', pressed: 'Not for me', key: 'x', Icon: Ban },
] as const;

interface PaperVerbsProps {
  paper: ReaderPaper;
  answers: Answers;
  /** On the shelf, where Done reads Read. */
  onShelf?: boolean | undefined;
  /** The answer whose button has the focus at first. */
  ready?: PaperState | undefined;
  onAnswered?: () => void;
}

/** Keep, Done, Not for me, the paper’s menu, and a way to its text. Pressing the active answer again takes it back. */
export function PaperVerbs({ paper, answers, onShelf, ready, onAnswered }: PaperVerbsProps) {
  const current = answers.stateOf(paper);
  const former = paper.state === current ? 'new' : paper.state;
  const { pdfUrl, retracted, url, source } = paper.paper;
  const pdf = retracted ? null : webAddress(pdfUrl);
  const address = pdf ?? webAddress(url);
  return (
    <>
      {canAnswer(paper) &&
        verbs.map(({ state, label, pressed, key, Icon }) => (
          <Button
            key={state}
            size="small"
            variant={state === 'kept' && current !== 'kept' ? 'primary' : 'secondary'}
            autoFocus={ready === state}
            aria-pressed={current === state}
            onClick={() => {
              answers.answer(paper, current === state ? former : state);
              if (current !== state) onAnswered?.();
            }}
            className="aria-pressed:border-accent! aria-pressed:bg-accent-wash! aria-pressed:text-accent! max-sm:grow max-sm:px-2! pointer-coarse:min-h-11"
          >
            <Icon
              className="size-4 max-[24rem]:hidden"
              fill={current === state && state === 'kept' ? 'currentColor' : 'none'}
            />
            {onShelf && state === 'done' ? 'Read' : current === state ? pressed : label}
            <span aria-hidden="true" className="key">
              {key}
            </span>
          </Button>
        ))}
      <PaperMenu {...{ paper, answers, onShelf }} />
      <span className="ml-auto flex max-sm:hidden">
        <Slot name="paperFiles" paper={paper} inFoot />
        {address && (
          <ButtonAnchor {...elsewhere} href={address} variant="quiet">
            {pdf ? 'Open PDF' : `Open at ${sourceLabels[source]}`}
            <ExternalLink className="size-4" />
            <span className="sr-only">(opens in a new tab)</span>
          </ButtonAnchor>
        )}
      </span>
    </>
  );
}

/** What else can be done with a paper; the same everywhere. */
function PaperMenu({ paper, answers, onShelf }: PaperVerbsProps) {
  const moreLike = useMoreLike(paper);
  const address = webAddress(paper.paper.url);
  const copy = async () =>
    (await copyText(citationOf(paper.paper))) ? toast('good', 'Citation Copied') : toastNotCopied();
  return (
    <Menu up label={`More for ${paper.paper.title}`} button={<Ellipsis className="size-4" />}>
      {moreLike && (
        <MenuItem icon={ThumbsUp} onClick={moreLike}>
          More like this
        </MenuItem>
      )}
      {onShelf && (
        <MenuItem icon={X} onClick={() => answers.answer(paper, 'new')}>
          Remove from shelf
        </MenuItem>
      )}
      <MenuItem icon={Copy} onClick={() => void copy()}>
        Copy citation
      </MenuItem>
      <Slot name="paperFiles" paper={paper} />
      {address && (
        <li>
          <a {...elsewhere} href={address} className={menuItem}>
            <ExternalLink className="size-4" />
            Open at {sourceLabels[paper.paper.source]}
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </li>
      )}
    </Menu>
  );
}
