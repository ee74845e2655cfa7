import { useMemo } from 'react';
import { Select } from '#web/ui/Form.tsx';
import { clockIn, placeOf, zoneGroups } from '../desk/zones.ts';

/** The time zone of the delivery hour. */
export function TimeZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const groups = useMemo(() => zoneGroups(value), [value]);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = clockIn(value, new Date());
  return (
    <Select
      label="Time Zone"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={groups}
      hint={
        <>
          Digests are sent at {deliveryHour} there{clock && `; it is ${clock} now`}.
          {here && here !== value && (
            <>
              {' '}
              <button type="button" className="link min-h-6 rounded" onClick={() => onChange(here)}>
                Use {placeOf(here)}
              </button>
            </>
          )}
        </>
      }
    />
  );
}

/** In the format of the clock beside it. */
const deliveryHour = clockIn('UTC', new Date(Date.UTC(2025, 0, 1, 7)));
