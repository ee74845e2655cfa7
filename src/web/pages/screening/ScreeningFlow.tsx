import { useQueryClient } from '@tanstack/react-query';
import { Dices, Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { fillPath } from '#shared/contract/endpoint.ts';
import {
  estimateInWords,
  mostScreened,
  type Screening,
  sampleSizes,
  screeningApi,
} from '#shared/topics/screening.ts';
import { useAction } from '#web/api/query.ts';
import { counted } from '#web/digests/digestWords.ts';
import { ConfirmDialog } from '#web/layout/ConfirmDialog.tsx';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { Button, ButtonAnchor } from '#web/ui/Button.tsx';
import { inColumn } from '#web/ui/columns.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { Section } from '../dashboard/desk/Section.tsx';
import { screeningKey } from './useScreening.ts';

interface ScreeningFlowProps {
  id: string;
  screening: Screening;
  /** Called when the papers to read next have changed. */
  onRenewed: () => void;
  zone: string | undefined;
}

/** An estimate of relevant papers still unread, the numbers for a PRISMA flow diagram, and the decisions as files. */
export function ScreeningFlow({ id, screening, onRenewed, zone }: ScreeningFlowProps) {
  const client = useQueryClient();
  const refused = (error: Error) =>
    toast({ title: 'That did not work', description: error.message, tone: 'bad' });
  const changed = {
    onSuccess: (state: { screening: Screening | null }) => {
      client.setQueryData(screeningKey(id), state);
      onRenewed();
    },
    onError: refused,
  };
  const sample = useAction(screeningApi.sample, changed);
  const update = useAction(screeningApi.start, changed);
  return (
    <div className={`mt-12 space-y-10 border-t border-line pt-10 ${inColumn}`}>
      <Section title="What may still be unread">
        <Estimate screening={screening} />
        {screening.unread > 0 && !screening.sample && (
          <Button
            variant="secondary"
            size="small"
            className="mt-4"
            pending={sample.isPending}
            onClick={() => sample.mutate({ params: { id }, body: {} })}
          >
            <Dices className="size-4" aria-hidden="true" />
            Draw {Math.min(sampleSizes.usual, screening.unread)} at random
          </Button>
        )}
      </Section>
      <Section title="Flow of papers">
        <Numbers screening={screening} zone={zone} />
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="small"
            pending={update.isPending}
            onClick={() => update.mutate({ params: { id }, body: { from: screening.from } })}
          >
            <RefreshCw className="size-4" aria-hidden="true" />
            Add papers that came since
          </Button>
          {(['ris', 'csv'] as const).map((format) => (
            <ButtonAnchor
              key={format}
              href={fillPath(screeningApi[format].path, { id })}
              download
              variant="secondary"
              size="small"
            >
              <Download className="size-4" aria-hidden="true" />
              Decisions as {format.toUpperCase()}
            </ButtonAnchor>
          ))}
          <End id={id} screening={screening} onFailed={refused} />
        </div>
      </Section>
    </div>
  );
}

function Estimate({ screening: { estimate, sample, unread, identified } }: { screening: Screening }) {
  if (sample)
    return (
      <p>
        Read the {sample.left} papers of the sample that are left; then this says how much may still be
        unread.
      </p>
    );
  if (estimate) return <p className="max-w-[62ch]">{estimateInWords(estimate)}</p>;
  if (unread === 0)
    return <p>{identified ? 'Nothing: every paper has been read.' : 'Nothing matches yet.'}</p>;
  return (
    <p className="max-w-[62ch]">
      Not known yet. When the papers you read are no longer relevant, draw some of the {unread} unread ones at
      random: what they hold tells what the others can hold at most.
    </p>
  );
}

/** The numbers of the boxes of a PRISMA flow diagram. */
function Numbers({ screening, zone }: { screening: Screening; zone: string | undefined }) {
  const { from, rounds, identified, unread, include, exclude, maybe, reasons, isCut } = screening;
  const rows: [label: string, papers: number][] = [
    ['Identified', identified],
    ['Screened', identified - unread],
    ['Excluded', exclude],
    ...reasons.map(({ reason, papers }): [string, number] => [`– ${reason}`, papers]),
    ['Left open', maybe],
    ['Included', include],
    ['Unread', unread],
  ];
  return (
    <>
      <table className="w-full max-w-md text-[0.9375rem] tabular-nums">
        <caption className="sr-only">Numbers for a PRISMA flow diagram</caption>
        <tbody>
          {rows.map(([label, papers]) => (
            <tr key={label} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 pr-4 text-start font-normal wrap-anywhere">
                {label}
              </th>
              <td className="py-1.5 text-end font-medium">{papers.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 max-w-[62ch] text-sm text-muted">
        Papers available since <AbsoluteDate value={from} zone="UTC" short />, found on{' '}
        {rounds.map(({ at, added }, i) => (
          <span key={at}>
            {i > 0 && ', '}
            <AbsoluteDate value={at} zone={zone} short /> ({added.toLocaleString('en')})
          </span>
        ))}
        . Records of one work were merged before, so duplicates are not counted.
        {isCut &&
          ` More than ${mostScreened.toLocaleString('en')} match: the closest are here. Narrow the topic, or begin later.`}
      </p>
    </>
  );
}

interface EndProps {
  id: string;
  screening: Screening;
  onFailed: (error: Error) => void;
}

function End({ id, screening, onFailed }: EndProps) {
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const end = useAction(screeningApi.end, {
    onSuccess: () => client.setQueryData(screeningKey(id), { screening: null }),
    onError: onFailed,
  });
  const read = screening.identified - screening.unread;
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setAsked(true)}>
        End screening
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="End this screening?"
        description={`${counted(read, 'decision')} will be deleted. Export them first if you need them.`}
        confirm="End and delete"
        keep="Keep it"
        danger
        pending={end.isPending}
        onConfirm={() => end.mutate({ params: { id } }, { onSettled: () => setAsked(false) })}
      />
    </>
  );
}
