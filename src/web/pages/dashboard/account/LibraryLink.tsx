import { useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { libraryApi, libraryLink, throughLibrary } from '#shared/papers/libraryLink.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { queryClient, useAction, useMe } from '#web/api/api.ts';
import { Button, Form, TextField } from '#web/ui/Form.tsx';
import { toast } from '#web/ui/Notice.tsx';
import { DialogLine } from '../desk/Section.tsx';

/** The link resolver of the reader's library, with a link to try it. */
export function LibraryLink() {
  const me = useMe();
  return (
    <DialogLine
      label="Library link"
      title="Your library"
      hint={
        me?.libraryLink
          ? `Full text by ${new URL(me.libraryLink).host}`
          : 'Full text by your library’s subscriptions'
      }
    >
      {() => me && <LinkForm key={me.libraryLink} me={me} />}
    </DialogLine>
  );
}

function LinkForm({ me }: { me: Me }) {
  const { written, write, message, save, submit, remove } = useLink(me);
  const read = libraryLink.safeParse(written);
  return (
    <Form onSubmit={submit} aria-label="Your library">
      <TextField
        label="Your library’s link"
        type="url"
        inputMode="url"
        value={written}
        error={message}
        hint="The base address of an OpenURL resolver, or a proxy’s prefix that ends with “url=”. Your library’s help pages on Zotero, Google Scholar, or off-campus access name it. It stays with your account."
        autoComplete="off"
        placeholder="https://"
        onChange={(event) => write(event.target.value)}
      />
      {read.success && (
        <p className="mt-2 text-sm wrap-anywhere text-muted">
          Try it:{' '}
          <a
            href={throughLibrary(read.data, example) ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
            className="link rounded"
          >
            {example.title}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>{' '}
          should open in your library.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" size="small" pending={save.isPending}>
          Save
        </Button>
        {me.libraryLink && (
          <Button variant="quiet" onClick={remove}>
            Remove
          </Button>
        )}
      </div>
    </Form>
  );
}

/** A paper that any science library has. */
const example = {
  title: 'Watson and Crick, 1953',
  source: sourceNames[0]!,
  doi: '10.1038/171737a0',
  url: 'https://doi.org/10.1038/171737a0',
  journal: 'Nature',
  publishedOn: '1953-04-25',
};

function useLink(me: Me) {
  const [written, setWritten] = useState(me.libraryLink ?? '');
  const [message, setMessage] = useState<string>();
  const save = useAction(libraryApi.change, {
    onSuccess: async ({ link }) => {
      // Papers loaded earlier lack the link or have the old one.
      await queryClient.invalidateQueries();
      toast(
        'good',
        link ? 'Library Saved' : 'Library Removed',
        link
          ? 'Each paper can now be opened through your library.'
          : 'Papers no longer lead through your library.',
      );
    },
    onError: (error) => setMessage(error.message),
  });
  const write = (text: string) => {
    setWritten(text);
    setMessage(undefined);
  };
  const submit = () => {
    const link = written.trim() ? written : null;
    const read = libraryApi.change.body.safeParse({ link });
    setMessage(read.error?.issues[0]?.message);
    if (read.success && !save.isPending) save.mutate({ body: read.data });
  };
  const remove = () => save.mutate({ body: { link: null } });
  return { written, write, message, save, submit, remove };
}
