import { type ComponentType, createContext, lazy, type ReactElement, Suspense, use } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import type { Digest } from '#shared/digests/digest.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import type { Page } from '#shared/site/pages.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';

/** The places of pages that features fill, and what each gives its parts. */
interface Slots {
  /** On the page that asks what to follow: what a submitted text, of several lines for a list, can mean. */
  followWays: { me: Me; text: string };
  /** Under that page's field: other ways to something to follow. */
  followFrom: object;
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
  /** Entries of the menu of a reader's account. */
  accountMenu: { me: Me };
  /** Lines of the settings, each of another way in which papers leave. */
  connections: { me: Me };
  /** Entries of a digest's menu: files with its papers. */
  digestFiles: { digest: Digest };
  /** Entries of a paper's menu: files with it. `inFoot`: the one for reference managers, beside the way to its text. */
  paperFiles: { paper: ReaderPaper; inFoot?: boolean };
  /** Beside a paper that no digest brought: a way to keep it, by its DOI. */
  missingPaper: { doi: string };
  /** Beside a digest's title. */
  digestActions: { digestId: string };
  /** Beside the shelf's title; `tag` is the one that narrows it, if any. */
  shelfTools: { tag: string | undefined };
  /** Beside the shelf's title: ways to put papers on it. `isMain`: it is empty. */
  shelfImports: { isMain: boolean };
  /** Files with papers of the shelf, narrowed by a query as the list is. */
  shelfFiles: { query: Record<string, string | number>; label: string; variant?: 'quiet' | 'secondary' };
  /** Entries of the menu of selected papers. */
  selectionActions: { ids: string[] };
  /** Under the form for a new topic: other ways to one. */
  topicWays: object;
}

/** A page without a script, whose blanks the server fills in. The build writes it to this file. */
export type Frame = { file: string; title: string; page: ReactElement };

export type SlotProps<S extends keyof Slots> = Slots[S];

/** The browser's half of a feature: its parts, by slot. */
export type Shown = {
  name: string;
  frame?: () => Promise<Frame>;
  /** Its pages, and the screen of each by its path. */
  pages?: readonly Page[];
  screens?: Readonly<Record<string, ComponentType>>;
} & {
  [S in keyof Slots]?: ComponentType<Slots[S]>;
};

type Load<Props = object> = () => Promise<ComponentType<Props>>;
type Made = Pick<Shown, 'name' | 'frame' | 'pages'> & { screens?: Readonly<Record<string, Load>> } & {
  [S in keyof Slots]?: Load<Slots[S]>;
};

/** Declares what a feature shows. A part is loaded when its slot is first drawn, a screen when it is opened. */
export const shown = ({ name, frame, pages, screens = {}, ...parts }: Made): Shown =>
  ({ name, frame, pages, screens: lazily(screens), ...lazily(parts as typeof screens) }) as Shown;

const lazily = (parts: Readonly<Record<string, Load>>) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, load]) => [name, lazy(async () => ({ default: await load() }))]),
  );

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
