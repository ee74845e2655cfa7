import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { statusLabels, type TermStatus } from '#shared/topics/searchTerm.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';

/** Where a search stands, by word and by shape. */
export const TermStatusBadge = ({ status }: { status: TermStatus }) => (
  <Badge tone={tones[status]}>
    {shapes[status]}
    {statusLabels[status]}
  </Badge>
);

const tones: Record<TermStatus, Tone> = {
  pending: 'quiet',
  processing: 'accent',
  completed: 'quiet',
  failed: 'bad',
};

const shapes = {
  pending: <Clock className="size-3" aria-hidden="true" />,
  processing: <Spinner label={null} className="size-3" />,
  completed: <CircleCheck className="size-3 text-good" aria-hidden="true" />,
  failed: <CircleX className="size-3" aria-hidden="true" />,
};
