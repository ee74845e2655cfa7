import { type ReactNode, useId } from 'react';
import { type Answer, can } from '#shared/billing/plan.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { useSite } from '#web/api/query.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/Form.tsx';
import { useZodForm } from '#web/ui/useZodForm.ts';
import { isOpen } from '../desk/topics.ts';
import { Exploration } from './Exploration.tsx';
import { FilterFields } from './FilterFields.tsx';
import { changeOf, formOf, settingsForm, type TopicSettingsProps } from './form.ts';
import { MoreSources } from './MoreSources.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { useChangeSettings } from './useChangeSettings.ts';

/** The filters and the schedule of a topic. A part that the plan does not cover is shown disabled, with the reason. */
export function SettingsDialog(props: TopicSettingsProps & { open: boolean; onClose: () => void }) {
  const { open, term } = props;
  const id = useId();
  const change = useChangeSettings(props.me, term);
  const onClose = () => {
    props.onClose();
    change.forget();
  };
  const { moreSources = [] } = useSite() ?? {};
  return (
    <Dialog
      open={open}
      onOpenChange={(open) => open || onClose()}
      title="Filters and schedule"
      description={<bdi className="wrap-anywhere">{term.term}</bdi>}
      footer={
        <>
          <p role="alert" className="w-full text-sm text-bad empty:hidden">
            {change.refusal}
          </p>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} pending={change.isPending}>
            Save
          </Button>
        </>
      }
    >
      <Settings {...props} {...{ id, change, onClose, moreSources }} />
    </Dialog>
  );
}

interface SettingsProps extends TopicSettingsProps {
  id: string;
  onClose: () => void;
  change: ReturnType<typeof useChangeSettings>;
  /** The sources this server offers besides the usual ones. */
  moreSources: readonly SourceName[];
}

function Settings({ id, me, term, preferences, onClose, change, moreSources }: SettingsProps) {
  const { deliveryDay = 'sunday', timeZone = 'UTC' } = preferences ?? {};
  const form = useZodForm(settingsForm, formOf(term, deliveryDay));
  const { register, control } = form;
  const [filter, schedule] = [can.filter(me), can.schedule(me)];
  const save = form.handleSubmit((settings) => change.save(changeOf(me, term, settings), onClose));
  return (
    <Form id={id} onSubmit={save} className="space-y-8">
      <Part
        title="Filters"
        answer={filter}
        clear={term.filters && (() => change.save({ filters: null }, onClose))}
      >
        <FilterFields {...{ register, control: control as never, preferences }} disabled={!filter.yes} />
      </Part>
      {moreSources.length > 0 && (
        <Part title="More sources" answer={{ yes: true }} clear={null}>
          <MoreSources control={control as never} offered={moreSources} />
        </Part>
      )}
      <Part title="Just outside the topic" answer={{ yes: true }} clear={null}>
        <Exploration control={control as never} />
      </Part>
      <Part
        title="Schedule"
        answer={schedule}
        clear={term.schedule && (() => change.save({ schedule: null }, onClose))}
      >
        <ScheduleFields
          {...{ register, control: control as never, preferences: { deliveryDay, timeZone } }}
          instead={
            preferences?.weeklyDigest === false
              ? 'none, notifications are off'
              : isOpen(term)
                ? 'after this search'
                : term.isActive
                  ? null
                  : 'none while inactive'
          }
        />
      </Part>
    </Form>
  );
}

interface PartProps {
  title: string;
  answer: Answer;
  /** Clears settings made under a larger plan. */
  clear: (() => void) | null;
  children: ReactNode;
}

function Part({ title, answer, clear, children }: PartProps) {
  return (
    <section aria-label={title}>
      <h3 className="mb-4 border-t border-line pt-4 font-serif text-lg font-semibold">{title}</h3>
      {!answer.yes && (
        <div className="mb-5 rounded-md border border-line border-l-4 border-l-accent px-4 py-3">
          <p className="text-[0.9375rem]">
            {answer.because}
            {clear && ' Your settings are saved but not in use.'}
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <ButtonLink to="/subscribe" size="small">
              See the plans
            </ButtonLink>
            {clear && (
              <Button variant="secondary" size="small" onClick={clear}>
                Clear
              </Button>
            )}
          </div>
        </div>
      )}
      <fieldset disabled={!answer.yes} className={answer.yes ? '' : 'text-muted'}>
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </section>
  );
}
