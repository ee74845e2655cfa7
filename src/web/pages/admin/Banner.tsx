import { type FormEvent, useState } from 'react';
import { administrationApi } from '#shared/accounts/administration.ts';
import { siteApi } from '#shared/site/site.ts';
import { keyOf, queryClient, useAction, useSite } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Form, TextField } from '#web/ui/Form.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Section } from '../dashboard/desk/Section.tsx';

/** The announcement that every reader sees above the pages. */
export function Banner() {
  const shown = useSite()?.banner ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? shown;
  const set = useAction(administrationApi.setBanner, {
    onSuccess: ({ message }) => {
      setTyped(null);
      void queryClient.invalidateQueries({ queryKey: keyOf(siteApi.read) });
      toast({ title: 'Banner Saved', description: message, tone: 'good' });
    },
    onError: ({ message }) => toast({ title: 'Not Done', description: message, tone: 'bad' }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate({ body: { text } });
  };
  return (
    <Section title="Banner">
      <Form onSubmit={submit} className="flex max-w-xl flex-wrap items-start gap-3">
        <TextField
          label="Text for all readers"
          hint="Plain text. Leave it empty to show none."
          autoComplete="off"
          maxLength={300}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-0 grow basis-40"
        />
        <Button type="submit" variant="secondary" pending={set.isPending} className="mt-6.5 min-h-10.5">
          Save
        </Button>
      </Form>
    </Section>
  );
}
