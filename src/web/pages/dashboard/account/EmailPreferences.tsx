import { type ReactNode, useMemo, useRef, useState } from 'react';
import { type Me, type Preferences, preferencesApi } from '#shared/accounts/me.ts';
import { can } from '#shared/billing/plan.ts';
import { libraryApi, libraryLink, throughLibrary } from '#shared/papers/libraryLink.ts';
import { enabledSources, sourceGroups, sourceNames } from '#shared/papers/sources.ts';
import { usualHour } from '#shared/topics/deliveryDays.ts';
import { hourInWords } from '#shared/values/dates.ts';
import { type Weekday, weekdays } from '#shared/values/fields.ts';
import { preferencesKey, queryClient, useAction, useMe, usePreferences, useSite } from '#web/api/api.ts';
import { useSmallForm } from '#web/proof/useProof.tsx';
import { Button, Form, Select, Submit, Switch, TextField } from '#web/ui/Form.tsx';
import { Elsewhere, Link } from '#web/ui/Link.tsx';
import { toast, WhenRead } from '#web/ui/Notice.tsx';
import { DialogLine } from '../desk/Section.tsx';
import { topicsKey } from '../desk/topicActions.ts';
import { clockIn, placeOf, zoneGroups, zoneInWords } from '../desk/zones.ts';

/** What readers change most: email, delivery day, and sources. The settings have the rest. */
export const EmailPreferences = ({ me }: { me: Me }) => (
  <WithPreferences me={me}>
    {(preferences, set) => (
      <div className="space-y-4">
        <Notifications {...{ me, preferences, set }} />
        <DeliveryDay {...{ preferences, set }} />
        <SourceSwitches me={me} />
        <p className="text-[0.8125rem] text-muted">
          At {hourInWords(usualHour)}, {zoneInWords(preferences.timeZone)}.{' '}
          <Link to="/settings" className="link rounded">
            All settings
          </Link>
        </p>
      </div>
    )}
  </WithPreferences>
);

/** Email, delivery day, and time zone, as lines. Every change is saved at once. */
export const MailSettings = ({ me }: { me: Me }) => (
  <WithPreferences me={me} room="h-60 max-sm:h-94 pointer-coarse:h-86 max-sm:pointer-coarse:h-106">
    {(preferences, set) => (
      <>
        <Notifications {...{ me, preferences, set }} />
        <DeliveryDay {...{ preferences, set }} className="line" />
        <TimeZoneSelect value={preferences.timeZone} onChange={(timeZone) => set({ timeZone })} />
        <Switch
          label="Daily Highlights"
          hint="Up to three papers, only on days with outstanding ones."
          checked={preferences.dailyHighlights}
          onChange={(dailyHighlights) => set({ dailyHighlights })}
        />
      </>
    )}
  </WithPreferences>
);

type ControlProps = { preferences: Preferences; set: (next: Partial<Preferences>) => void };

interface WithPreferencesProps {
  me: Me;
  /** The height that is kept free until they are read. */
  room?: string;
  children: (...given: [Preferences, ControlProps['set']]) => ReactNode;
}

function WithPreferences({ me, room = 'h-96', children }: WithPreferencesProps) {
  const preferences = usePreferences(me);
  const change = useChange(me);
  return (
    <WhenRead read={preferences} failed="Your preferences could not be loaded" room={room}>
      {(data) => children(data, change)}
    </WhenRead>
  );
}

function Notifications({ me, preferences, set }: ControlProps & { me: Me }) {
  const mails = useSite()?.mail ?? true;
  return (
    <>
      {!mails && (
        <p className="text-[0.9375rem]">
          This server sends no mail. Read your digests here, or in a feed reader by the feeds in the settings.
        </p>
      )}
      <Switch
        label="Email Notifications"
        hint={
          preferences.weeklyDigest
            ? `One digest for each search term, ${can.schedule(me).yes ? 'every week or as scheduled' : 'every week'}.`
            : 'Off: no digests are mailed. Your search terms stay.'
        }
        checked={preferences.weeklyDigest}
        onChange={(weeklyDigest) => set({ weeklyDigest })}
      />
    </>
  );
}

const DeliveryDay = ({ preferences, set, className = '' }: ControlProps & { className?: string }) => (
  <Select
    label="Delivery Day"
    className={className}
    options={days}
    value={preferences.deliveryDay}
    onChange={(event) => set({ deliveryDay: event.target.value as Weekday })}
  />
);

/** The sources that are read; one stays on. */
export function SourceSwitches({ me }: { me: Me }) {
  const [refused, setRefused] = useState(false);
  return (
    <WithPreferences me={me} room="h-31 pointer-coarse:h-46">
      {(preferences, set) => (
        <fieldset className="lines">
          <legend className="sr-only">Sources</legend>
          {sources.map(({ preference, label }) => (
            <Switch
              key={preference}
              label={label}
              checked={preferences[preference]}
              onChange={(on) => {
                const next = { [preference]: on };
                const isLast = turnsLastSourceOff(preferences, next);
                setRefused(isLast);
                if (!isLast) set(next);
              }}
            />
          ))}
          <p aria-live="polite" className="text-sm text-bad empty:hidden">
            {refused && 'Keep at least one source on.'}
          </p>
        </fieldset>
      )}
    </WithPreferences>
  );
}

/** Shows a change at once, saves changes one after the other, and reverts those the server refuses. */
function useChange(me: Me): (next: Partial<Preferences>) => void {
  const queryKey = preferencesKey(me);
  const earlier = useRef(new WeakMap<object, Partial<Preferences>>());
  const show = (next: Partial<Preferences>) =>
    queryClient.setQueryData<Preferences>(queryKey, (before) => before && { ...before, ...next });
  const save = useAction(preferencesApi.change, {
    scope: { id: 'preferences' },
    onSuccess: (_, { body }) => {
      // The next delivery has moved too.
      if (body?.deliveryDay || body?.timeZone || body?.weeklyDigest !== undefined)
        void queryClient.invalidateQueries({ queryKey: topicsKey(me) });
      toast('good', 'Preferences Updated', 'Your email preferences have been saved.');
    },
    onError: ({ message }, { body }) => {
      show(earlier.current.get(body!) ?? {});
      toast('bad', 'Update Failed', message);
    },
  });
  return (next) => {
    const before = queryClient.getQueryData<Preferences>(queryKey);
    earlier.current.set(next, before ? valuesBefore(before, next) : {});
    show(next);
    save.mutate({ params: { id: me.id }, body: next });
  };
}

const days = weekdays.map((day) => ({ value: day, label: day.charAt(0).toUpperCase() + day.slice(1) }));

const sources = Object.values(sourceGroups);

/** Whether a change would turn off the last source, which must stay on. */
export function turnsLastSourceOff(preferences: Preferences, next: Partial<Preferences>): boolean {
  return enabledSources({ ...preferences, ...next }).length === 0;
}

/** The values that a change replaces, for reverting it. */
export const valuesBefore = (preferences: Preferences, next: Partial<Preferences>): Partial<Preferences> =>
  Object.fromEntries(Object.keys(next).map((key) => [key, preferences[key as keyof Preferences]]));

/** The time zone of the delivery hour. */
function TimeZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const groups = useMemo(() => zoneGroups(value), [value]);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = clockIn(value, new Date());
  return (
    <Select
      label="Time Zone"
      className="line"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={groups}
      hint={
        <>
          Digests are sent at {deliveryHour} there{clock && `; it is ${clock} now`}.{' '}
          {here && here !== value && (
            <button type="button" className="link min-h-6 rounded" onClick={() => onChange(here)}>
              Use {placeOf(here)}
            </button>
          )}
        </>
      }
    />
  );
}

/** In the format of the clock beside it. */
const deliveryHour = clockIn('UTC', new Date(Date.UTC(2025, 0, 1, 7)));

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
  const { wishes, change, message, action, submit } = useSmallForm(libraryApi.change, {
    empty: { link: me.libraryLink ?? '' },
    bodyOf: ({ link }) => ({ link: link.trim() ? link : null }),
    onDone: async ({ link }) => {
      // Papers loaded earlier lack the link or have the old one.
      await queryClient.invalidateQueries();
      if (link) toast('good', 'Library Saved', 'Each paper can now be opened through your library.');
      else toast('good', 'Library Removed', 'Papers no longer lead through your library.');
    },
  });
  const read = libraryLink.safeParse(wishes.link);
  return (
    <Form onSubmit={submit} aria-label="Your library">
      <TextField
        label="Your library’s link"
        type="url"
        inputMode="url"
        value={wishes.link}
        error={message}
        hint="The base address of an OpenURL resolver, or a proxy’s prefix that ends with “url=”. Your library’s help pages on Zotero, Google Scholar, or off-campus access name it. It stays with your account."
        autoComplete="off"
        placeholder="https://"
        onChange={(event) => change({ link: event.target.value })}
      />
      {read.success && (
        <p className="mt-2 text-sm wrap-anywhere text-muted">
          Try it:{' '}
          <Elsewhere address={throughLibrary(read.data, example)} orText>
            {example.title}
          </Elsewhere>{' '}
          should open in your library.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Submit label="Save" variant="secondary" size="small" pending={action.isPending} />
        {me.libraryLink && (
          <Button variant="quiet" onClick={() => action.mutate({ body: { link: null } })}>
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
