import { Ban, Bookmark, Check, Copy, Ellipsis, ExternalLink, ThumbsUp, X } from 'lucide-react';
import { Slot } from '#kit/web.tsx';
import type { PaperState } from '#shared/papers/paper.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { copyText } from '../ui/copyText.ts';
import { Button, ButtonAnchor } from '../ui/Form.tsx';
import { Menu, MenuItem, menuItem } from '../ui/Menu.tsx';
import { toast } from '../ui/Notice.tsx';
import { toastNotCopied } from '../ui/SecretField.tsx';
import { citationOf, webAddress } from './paperWords.ts';
import { type Answers, canAnswer } from './useAnswers.ts';
import { useMoreLike } from './verdict.ts';

export const verbs = [
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
              aria-hidden="true"
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
          <ButtonAnchor {...elsewhere} href={address} size="small" variant="quiet">
            {pdf ? 'Open PDF' : `Open at ${sourceLabels[source]}`}
            <ExternalLink className="size-4" aria-hidden="true" />
            <span className="sr-only">(opens in a new tab)</span>
          </ButtonAnchor>
        )}
      </span>
    </>
  );
}

export const elsewhere = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** What else can be done with a paper; the same everywhere. */
function PaperMenu({ paper, answers, onShelf }: PaperVerbsProps) {
  const moreLike = useMoreLike(paper);
  const address = webAddress(paper.paper.url);
  const copy = async () =>
    (await copyText(citationOf(paper.paper))) ? toast('good', 'Citation Copied') : toastNotCopied();
  return (
    <Menu
      up
      label={`More for ${paper.paper.title}`}
      button={<Ellipsis className="size-4" aria-hidden="true" />}
    >
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
            <ExternalLink className="size-4" aria-hidden="true" />
            Open at {sourceLabels[paper.paper.source]}
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </li>
      )}
    </Menu>
  );
}
