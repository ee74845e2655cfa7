import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { copyText } from './copyText.ts';
import { Button, controlClass, Field } from './Form.tsx';
import { toast } from './Notice.tsx';

export const toastNotCopied = () => toast('bad', 'Not Copied', 'Please select and copy it by hand.');

/** A secret that was just made, with what there is to say of it. */
export const NewSecret = ({ children, ...secret }: { label: string; value: string; children: ReactNode }) => (
  <div className="mt-3 space-y-2" role="status">
    <p className="text-sm">{children}</p>
    <SecretField {...secret} />
  </div>
);

/** A secret or a secret address, with a copy button. The text can be selected where the browser refuses to copy. */
export function SecretField({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const done = await copyText(value);
    setCopied(done);
    if (!done) toastNotCopied();
  };
  return (
    <div className="flex items-end gap-2">
      <Field label={<bdi className="wrap-anywhere">{label}</bdi>} className="min-w-0 grow">
        {(aria) => (
          <input
            {...aria}
            type="text"
            readOnly
            value={value}
            onFocus={(event) => event.target.select()}
            className={`${controlClass} font-mono text-sm`}
          />
        )}
      </Field>
      <Button variant="secondary" onClick={() => void copy()}>
        {copied ? <Check className="size-4" /> : <Copy className="size-4" />}
        <span className="sr-only">
          {copied ? 'Copied' : 'Copy'}: {label}
        </span>
      </Button>
    </div>
  );
}
