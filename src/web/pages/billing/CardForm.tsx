import { Lock } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { controlClass, FieldError, Form, Submit, TextField } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { CardPart } from './stripe.ts';
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
  const submit = () => {
    if (!pending && card.ready) onSubmit(zip.trim());
  };
  return (
    <Form onSubmit={submit} className="space-y-5">
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
      <Submit
        label={label}
        doing="Processing Payment..."
        size="large"
        wide
        disabled={!card.ready}
        pending={pending}
      />
      <p className="flex items-center justify-center gap-2 text-sm text-muted">
        <Lock className="size-4" />
        Secured with 256-bit SSL encryption
      </p>
    </Form>
  );
}

/** One of the provider's fields, framed like ours. This page never sees what is typed there. */
function CardField({ label, part, card: { elements } }: { label: string; part: CardPart; card: Card }) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<string>();

  useEffect(() => {
    if (!elements || !place.current) return;
    const at = place.current;
    const field = elements.create(part, { style: { base: baseStyle(at) } });
    field.mount(at);
    field.on('change', (change) => setError(change.error?.message));
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const repaint = () => field.update({ style: { base: baseStyle(at) } });
    dark.addEventListener('change', repaint);
    return () => {
      dark.removeEventListener('change', repaint);
      field.destroy();
    };
  }, [elements, part]);

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div
        ref={place}
        className={`${controlClass} overflow-hidden text-muted focus-within:outline-2 focus-within:outline-accent ${elements ? '' : 'bg-wash'}`}
      />
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  );
}

/** The provider draws its fields in its own frames, without our style sheet. A placeholder has the color of the field's place. */
const baseStyle = (place: Element): Record<string, string | Record<string, string>> => ({
  fontSize: '16px',
  color: getComputedStyle(document.body).color,
  '::placeholder': { color: getComputedStyle(place).color },
});
