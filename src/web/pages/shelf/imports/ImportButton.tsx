import { Upload } from 'lucide-react';
import { lazy, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { WhenOpened } from '#web/ui/lazy/WhenOpened.tsx';

const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }));

/** Loads and opens the import of references. */
export function ImportButton({ isMain }: { isMain: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant={isMain ? 'primary' : 'quiet'} onClick={() => setOpen(true)}>
        <Upload className="size-4" aria-hidden="true" />
        Import
      </Button>
      <WhenOpened open={open}>
        <ImportDialog open={open} onOpenChange={setOpen} />
      </WhenOpened>
    </>
  );
}
