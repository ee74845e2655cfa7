/** Number of papers from each source, as labeled bars. */
export function Sources({ rows }: { rows: { label: string; papers: number }[] }) {
  const all = rows.reduce((sum, { papers }) => sum + papers, 0);
  const most = Math.max(1, ...rows.map(({ papers }) => papers));
  if (all === 0) return <p className="text-sm text-muted">No close match in these weeks.</p>;
  return (
    <table className="w-full text-sm tabular-nums">
      <thead className="sr-only">
        <tr>
          <th>Source</th>
          <td />
          <th>Close matches</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, papers }) => (
          <tr key={label}>
            <th className="w-20 py-1.5 pr-3 text-start font-normal">{label}</th>
            <td aria-hidden="true">
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="block h-3 w-full text-accent">
                <title>{label}</title>
                <rect width={(papers / most) * 100} height={10} fill="currentColor" />
              </svg>
            </td>
            <td className="py-1.5 pl-3 text-end whitespace-nowrap">
              {papers.toLocaleString('en-US')}{' '}
              <span className="text-muted">({Math.round((papers / all) * 100)}%)</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
