import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { Slot } from '#kit/web.tsx';
import type { Me } from '#shared/accounts/me.ts';
import { deskTitle, PageTitle } from '#web/layout/Page.tsx';
import { SignedIn } from '#web/pages/dashboard/desk/SignedIn.tsx';
import { TopicCount } from '#web/pages/dashboard/topics/SearchQueue.tsx';
import { ButtonLink, controlClass, Field, Form, Submit } from '#web/ui/Form.tsx';

/** Asks what to follow. Features say what a text can mean, and offer other ways to a topic. */
export const FollowPage = () => (
  <SignedIn tab="Follow">
    {(me) => (
      <div className="max-w-[54rem]">
        <PageTitle className={deskTitle}>What do you want to follow?</PageTitle>
        <WhatToFollow me={me} />
        <Slot name="followFrom" />
      </div>
    )}
  </SignedIn>
);

/** One field for all that can be followed. A library can recommend journals by an address: `/follow?q=…`, one a line. */
function WhatToFollow({ me }: { me: Me }) {
  const [query, setQuery] = useSearchParams();
  const asked = (query.get('q') ?? '').slice(0, 5_000).trim();
  const [text, setText] = useState(asked);
  const submit = () => setQuery(text.trim() ? { q: text.trim() } : {});
  return (
    <>
      <Form onSubmit={submit} className="mt-4 max-w-2xl">
        <Field
          label="A topic, a journal, a person, or a DOI"
          hint="Or a list of journals, one ISSN a line. Each counts as a search term."
        >
          {(aria) => (
            <div className="flex flex-wrap items-start gap-2">
              <textarea
                {...aria}
                rows={Math.min(8, text.split('\n').length)}
                dir="auto"
                className={`${controlClass} flex-1 resize-none max-sm:basis-full`}
                value={text}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={(event) => {
                  // A line alone is looked up, as in an input. A list comes by pasting, or with Shift.
                  const isLine = !event.shiftKey && !event.nativeEvent.isComposing && !text.includes('\n');
                  if (event.key !== 'Enter' || !isLine) return;
                  event.preventDefault();
                  event.currentTarget.form?.requestSubmit();
                }}
              />
              <Submit label="Look up" disabled={!text.trim()} className="max-sm:flex-1" />
            </div>
          )}
        </Field>
        <TopicCount me={me} />
      </Form>
      {asked && (
        <div className="mt-6 max-w-3xl space-y-6" aria-live="polite">
          <Slot name="followWays" me={me} text={asked} />
          <ButtonLink to={`/dashboard?pendingSearch=${encodeURIComponent(asked)}`} variant="secondary">
            Use as a topic
          </ButtonLink>
        </div>
      )}
    </>
  );
}
