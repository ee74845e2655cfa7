import { Lock } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { CardField } from './CardField.tsx';
import type { Card } from './useCard.ts';

interface CardFormProps {
  card: Card;
  /** Label of the button. */
  label: string;
  pending: boolean;
  /** The provider's message about the last attempt. */
  problem: string | null;
  onSubmit: (zip: string) => void;
}

/** Card number, expiry, and CVC in the provider's fields; the ZIP code in ours. */
export function CardForm({ card, label, pending, problem, onSubmit }: CardFormProps) {
  const [zip, setZip] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!pending && card.ready) onSubmit(zip.trim());
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {card.notice && <Notice tone={card.failed ? 'bad' : 'warn'}>{card.notice}</Notice>}
      <CardField label="Card number" part="cardNumber" card={card} />
      <div className="grid grid-cols-2 gap-4">
        <CardField label="Expiry date" part="cardExpiry" card={card} />
        <CardField label="CVC" part="cardCvc" card={card} />
      </div>
      <TextField
        label="ZIP code"
        name="postal-code"
        autoComplete="postal-code"
        value={zip}
        onChange={(event) => setZip(event.target.value)}
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" size="large" className="w-full" disabled={!card.ready} pending={pending}>
        {pending ? 'Processing Payment...' : label}
      </Button>
      <p className="flex items-center justify-center gap-2 text-sm text-muted">
        <Lock className="size-4" aria-hidden="true" />
        Secured with 256-bit SSL encryption
      </p>
    </form>
  );
}
