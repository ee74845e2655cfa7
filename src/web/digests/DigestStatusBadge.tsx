import { Check } from 'lucide-react';
import type { DigestStatus } from '#shared/digests/digest.ts';
import { Badge, type Tone } from '../ui/Badge.tsx';
import { Spinner } from '../ui/Spinner.tsx';

/** The delivery status of a digest's mail in a word. */
export const DigestStatusBadge = ({ status }: { status: DigestStatus }) => {
  const { word, tone } = looks[status];
  return (
    <Badge tone={tone}>
      {status === 'sending' && <Spinner label={null} className="size-3" />}
      {status === 'sent' && <Check className="size-3 text-good" aria-hidden="true" />}
      {word}
    </Badge>
  );
};

const looks: Record<DigestStatus, { word: string; tone: Tone }> = {
  pending: { word: 'Pending', tone: 'neutral' },
  sending: { word: 'Sending...', tone: 'accent' },
  sent: { word: 'Sent', tone: 'quiet' },
  refused: { word: 'Not delivered', tone: 'bad' },
  kept: { word: 'Not mailed', tone: 'neutral' },
};
