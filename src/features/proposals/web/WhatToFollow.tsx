import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Slot } from '#kit/web.tsx';
import type { Me } from '#shared/accounts/me.ts';
import { TopicCount } from '#web/pages/dashboard/topics/TopicDates.tsx';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { controlClass, Field, Form } from '#web/ui/Form.tsx';

/**
 * One field for a topic, a journal, a person, or a paper. What features recognize in it comes before the topic. A library
 * can recommend journals by an address: `/follow?q=…`, one a line.
 */
export function WhatToFollow({ me }: { me: Me }) {
  const [query, setQuery] = useSearchParams();
  const asked = (query.get('q') ?? '').slice(0, 5_000).trim();
  const [text, setText] = useState(asked);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setQuery(text.trim() ? { q: text.trim() } : {});
  };
  return (
    <>
      <Form onSubmit={submit} className="mt-4 max-w-2xl">
        <Field
          label="A topic, a journal, a person, or a DOI"
          hint="Or a list: one ISSN or DOI a line. Each counts as a search term."
        >
          {(aria) => (
            <textarea
              {...aria}
              rows={Math.min(8, text.split('\n').length)}
              dir="auto"
              className={controlClass}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={!text.trim()}>
            Look up
          </Button>
          <TopicCount me={me} />
        </div>
      </Form>
      {asked && (
        <div className="mt-6 max-w-3xl space-y-6" aria-live="polite">
          <Slot name="followWays" me={me} text={asked} />
          {!asked.includes('\n') && (
            <p className="flex flex-wrap items-center gap-3 text-sm">
              <span>
                Or as <b>a topic</b>: papers with these words
              </span>
              <ButtonLink
                to={`/dashboard?pendingSearch=${encodeURIComponent(asked)}`}
                variant="secondary"
                size="small"
              >
                Use as a topic
              </ButtonLink>
            </p>
          )}
        </div>
      )}
    </>
  );
}
