import type { SlotProps } from '#kit/web.tsx';
import { useAction } from '#web/api/api.ts';
import { Button } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { toastError } from '#web/ui/Notice.tsx';
import { importApi } from '../contract.ts';

/** Puts a paper that no digest brought on the shelf. */
export function KeepMissing({ doi }: SlotProps<'missingPaper'>) {
  const keep = useAction(importApi.start, { onError: toastError('Paper Not Kept') });
  return keep.isSuccess ? (
    <p className="text-sm text-muted">
      It will be on{' '}
      <Link to="/shelf" className="link rounded">
        your shelf
      </Link>{' '}
      in a moment.
    </p>
  ) : (
    <Button
      variant="secondary"
      size="small"
      pending={keep.isPending}
      onClick={() => keep.mutate({ body: { text: doi } })}
    >
      Keep
    </Button>
  );
}
