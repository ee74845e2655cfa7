import { useEffect, useId, useRef, useState } from 'react';
import { controlClass, FieldError } from '#web/ui/Form.tsx';
import type { CardPart } from './stripe.ts';
import type { Card } from './useCard.ts';

/** One of the provider's fields, framed like ours. This page never sees what is typed there. */
export function CardField({
  label,
  part,
  card: { elements },
}: {
  label: string;
  part: CardPart;
  card: Card;
}) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<string>();

  useEffect(() => {
    if (!elements || !place.current) return;
    const field = elements.create(part, { style: { base: baseStyle() } });
    field.mount(place.current);
    field.on('change', (change) => setError(change.error?.message));
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const repaint = () => field.update({ style: { base: baseStyle() } });
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
        className={`${controlClass} overflow-hidden focus-within:outline-2 focus-within:outline-accent ${elements ? '' : 'bg-wash'}`}
      />
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  );
}

/** The provider draws its fields in its own frames, without our style sheet. */
function baseStyle(): Record<string, string | Record<string, string>> {
  const read = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return {
    fontSize: '16px',
    color: read('--ink'),
    '::placeholder': { color: read('--muted') } as Record<string, string>,
  };
}
