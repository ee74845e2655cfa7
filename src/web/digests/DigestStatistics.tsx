import type { Digest } from '#shared/digests/digest.ts';
import { papersPerSource } from './digestWords.ts';

/** Total and per source, and how far the search looked. */
export function DigestStatistics({ digest }: { digest: Digest }) {
  const looked = digest.coverage.reduce((sum, { records }) => sum + records, 0);
  const figures = [
    { label: 'Total papers', value: digest.papersData.length },
    ...papersPerSource(digest.papersData).map(({ label, papers }) => ({ label, value: papers })),
    ...(looked ? [{ label: 'Records looked through', value: looked }] : []),
    ...(digest.windowDays ? [{ label: 'Days looked back', value: digest.windowDays }] : []),
  ];
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-4">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-serif text-2xl leading-tight">{value.toLocaleString('en-GB')}</dd>
        </div>
      ))}
    </dl>
  );
}
