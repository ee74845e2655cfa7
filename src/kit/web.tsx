import { type ComponentType, createContext, type ReactElement, Suspense, use } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import type { Digest } from '#shared/digests/digest.ts';
import type { Page } from '#shared/site/pages.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';

/** The places of pages that features fill, and what each gives its parts. */
interface Slots {
  /** On the page that asks what to follow: what a submitted text, of several lines for a list, can mean. */
  followWays: { me: Me; text: string };
  /** On a topic's page: what is followed beside its words, or instead of them. */
  followed: { me: Me; topic: SearchTerm };
  /** Above the forms that sign up and in. */
  signInElsewhere: object;
  /** Under the form that signs in. */
  signInWays: { onSignedIn: (user: Me) => void };
  /** Rows of a reader's sign-in settings. */
  signInSettings: object;
  /** In the dialog that asks again who is there: `ways` names those that the server accepts from this reader. */
  proofWays: { ways: string[]; onProven: () => void; onError: (error: Error) => void };
  /** Sections of a reader's settings. */
  accountSections: { me: Me };
  /** Ways in which programs read. */
  dataAccess: { me: Me };
  /** Under the papers of a digest: files with them. */
  digestFiles: { digest: Digest };
  /** Beside a close match of a digest: files with that paper, by its number there. */
  paperFiles: { digestId: string; number: number };
  /** Under a digest. */
  digestActions: { digestId: string };
  /** Above the papers of the shelf; `tag` is the one that narrows it, if any. */
  shelfTools: { tag: string | undefined };
  /** Above the shelf: ways to put papers on it. `isMain`: it is empty. */
  shelfImports: { isMain: boolean };
  /** Files with papers of the shelf, narrowed by a query as the list is. */
  shelfFiles: { query: Record<string, string | number>; label: string; text?: string };
  /** Beside selected papers of the shelf. */
  selectionActions: { ids: string[] };
  /** Under the form for a new topic: other ways to one. */
  topicWays: object;
  /** On a topic's page: where its digests go besides mail. */
  topicPlaces: { topicId: string };
}

/** A page without a script, whose blanks the server fills in. The build writes it to this file. */
export interface Frame {
  file: string;
  title: string;
  page: ReactElement;
}

export type SlotProps<S extends keyof Slots> = Slots[S];

/** The browser's half of a feature: its parts, by slot. They are loaded lazily, when a slot is first drawn. */
export type Shown = {
  name: string;
  frame?: () => Promise<Frame>;
  /** Its pages, and the screen of each by its path. */
  pages?: readonly Page[];
  screens?: Readonly<Record<string, ComponentType>>;
} & {
  [S in keyof Slots]?: ComponentType<Slots[S]>;
};

/** Declares what a feature shows. */
export const shown = (made: Shown): Shown => made;

/** What is shown, in the order of the list; set once around all pages. */
export const ShownFeatures = createContext<readonly Shown[]>([]);

/** Whether any feature fills a slot, for what stands around it. */
export const useIsFilled = (name: keyof Slots): boolean =>
  use(ShownFeatures).some((feature) => feature[name]);

/** Draws the parts of all features that fill a slot, in the order of the list; nothing if there are none. */
export const Slot = <S extends keyof Slots>({ name, ...props }: { name: S } & Slots[S]) =>
  use(ShownFeatures).map((feature) => {
    const Part = feature[name] as ComponentType<Slots[S]> | undefined;
    return (
      Part && (
        <Suspense key={feature.name}>
          <Part {...(props as unknown as Slots[S])} />
        </Suspense>
      )
    );
  });
