import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Me } from '#shared/accounts/me.ts';
import type { Preferences } from '#shared/accounts/preferences.ts';
import { can } from '#shared/billing/plan.ts';
import {
  type Filters,
  filters as filtersShape,
  noFilters,
  type SearchTerm,
} from '#shared/topics/searchTerm.ts';
import { trendsApi } from '#shared/topics/trends.ts';
import { call } from '#web/api/api.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Form } from '#web/ui/Form.tsx';
import { useZodForm } from '#web/ui/useZodForm.ts';
import { FilterFields } from '../dashboard/settings/FilterFields.tsx';
import { changeOf, formOf, settingsForm } from '../dashboard/settings/form.ts';
import { useChangeSettings } from '../dashboard/settings/useChangeSettings.ts';
import { KeptLastWeek } from './KeptLastWeek.tsx';

interface TryFiltersProps {
  me: Me;
  topic: SearchTerm;
  preferences: Preferences | undefined;
}

/** The filters of a topic, with a preview of what they would keep before the reader saves them. */
export function TryFilters({ me, topic, preferences }: TryFiltersProps) {
  const form = useZodForm(settingsForm, formOf(topic, preferences?.deliveryDay ?? 'sunday'));
  const change = useChangeSettings(me, topic);
  const given = filtersShape.safeParse(useWatch({ control: form.control, name: 'filters' }));
  const tried = useTried(topic, given.success ? given.data : (topic.filters ?? noFilters));
  const answer = can.filter(me);
  const save = form.handleSubmit((settings) => change.save(changeOf(me, topic, settings), () => undefined));
  return (
    <Form onSubmit={save}>
      <FilterFields
        {...{ register: form.register, control: form.control as never, preferences }}
        disabled={false}
      />
      <div className="mt-6 min-h-40 rounded-lg bg-wash px-4 py-4">
        <KeptLastWeek tried={tried.data} failed={tried.error} isWaiting={tried.isPlaceholderData} />
        <p role="alert" className="text-sm text-bad empty:hidden">
          {change.refusal}
        </p>
        {answer.yes ? (
          <Button type="submit" size="small" pending={change.isPending} className="mt-3">
            Save filters
          </Button>
        ) : (
          <div className="mt-3 text-sm">
            <p>{answer.because} You can try filters here, and save them with either plan.</p>
            <ButtonLink to="/subscribe" size="small" className="mt-3">
              See the plans
            </ButtonLink>
          </div>
        )}
      </div>
    </Form>
  );
}

/** Debounce in milliseconds, so that moving a slider sends one request. */
const pause = 400;

function useTried(topic: SearchTerm, filters: Filters) {
  const wanted = JSON.stringify(filters);
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), pause);
    return () => clearTimeout(timer);
  }, [wanted]);
  return useQuery({
    queryKey: [trendsApi.whatIf.path, topic.id, topic.term, settled],
    queryFn: ({ signal }) =>
      call(trendsApi.whatIf, {
        params: { id: topic.id },
        body: { filters: JSON.parse(settled) as Filters },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { access: trendsApi.whatIf.access },
  });
}
