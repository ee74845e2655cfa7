import { ArrowRight } from 'lucide-react';
import { buttonClass } from '#web/ui/buttonClass.ts';

/** Plain HTML; `app/landing.ts` listens. Without script the form still leads to sign-up, without the topic. */
export const SearchForm = () => (
  <form data-search="" action="/auth" className="mt-8">
    <label htmlFor="topic" className="sr-only">
      Your research topic
    </label>
    <div className="flex flex-col gap-2.5 sm:flex-row lg:max-xl:flex-col">
      <input
        id="topic"
        name="topic"
        type="text"
        maxLength={300}
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Enter your research topic (e.g., machine learning)"
        className="min-h-13 w-full min-w-0 rounded-md border border-edge bg-sheet px-4 text-base text-ink text-ellipsis placeholder:text-muted hover:border-ink"
      />
      <button type="submit" className={buttonClass({ size: 'large', className: 'min-h-13' })}>
        Search
        <ArrowRight className="size-4.5" aria-hidden="true" />
      </button>
    </div>
  </form>
);
