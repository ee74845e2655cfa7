import { Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { ImportDialog } from './ImportDialog.tsx';

/** Loads and opens the import of references. */
export function ImportButton({ isMain }: { isMain: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant={isMain ? 'primary' : 'quiet'} onClick={() => setOpen(true)}>
        <Upload className="size-4" aria-hidden="true" />
        Import
      </Button>
      {open && <ImportDialog open={open} onOpenChange={setOpen} />}
    </>
  );
}
