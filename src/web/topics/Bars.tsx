interface Row {
  label: string;
  close: number;
  /** How many of them digests included. */
  sent: number;
}

interface BarsProps {
  name: string;
  /** Head of the table's first column. */
  head: string;
  rows: Row[];
  /** One in this many bars has a label below it, counted from the last. */
  every: number;
}

/** Bars of close matches, with the part that digests included in a dark color, and a table with the same data. */
export function Bars({ name, head, rows, every }: BarsProps) {
  const most = topOf(Math.max(1, ...rows.map(({ close }) => close)));
  return (
    <figure>
      <div className="flex gap-2" aria-hidden="true">
        <div className="flex h-44 w-7 flex-col justify-between text-end text-xs leading-none text-muted tabular-nums">
          <span>{most}</span>
          <span>{most / 2}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${rows.length * 10} 100`}
          preserveAspectRatio="none"
          className="h-44 min-w-0 grow overflow-visible text-accent"
        >
          <title>{name}</title>
          {[0, 50, 100].map((y) => (
            <line
              key={y}
              {...{ x1: 0, x2: rows.length * 10, y1: y, y2: y }}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {rows.map(({ label, close, sent }, i) => (
            <g key={label} vectorEffect="non-scaling-stroke">
              <Bar at={i} height={(close / most) * 100} soft />
              <Bar at={i} height={(sent / most) * 100} />
            </g>
          ))}
        </svg>
      </div>
      <div className="mt-1.5 ml-9 flex text-xs text-muted" aria-hidden="true">
        {rows.map(({ label }, i) => (
          <span key={label} className="flex w-0 grow justify-center whitespace-nowrap">
            {(rows.length - 1 - i) % every === 0 && label}
          </span>
        ))}
      </div>
      <figcaption className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem]">
        <Key className="bg-accent">in your digest</Key>
        <Key className="bg-accent/25">close, not in it</Key>
      </figcaption>
      <details className="mt-2 text-sm">
        <summary className="link inline-block min-h-6 cursor-pointer rounded">
          Show as a table<span className="sr-only">: {name}</span>
        </summary>
        <table className="mt-2 w-full max-w-md text-start tabular-nums">
          <thead>
            <tr className="text-muted">
              <th className="py-1 text-start font-normal">{head}</th>
              <th className="py-1 text-end font-normal">Close matches</th>
              <th className="py-1 text-end font-normal">In your digest</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, close, sent }) => (
              <tr key={label} className="border-t border-line">
                <th className="py-1 text-start font-normal">{label}</th>
                <td className="py-1 text-end">{close}</td>
                <td className="py-1 text-end">{sent}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const Bar = ({ at, height, soft = false }: { at: number; height: number; soft?: boolean }) => (
  <rect
    x={at * 10 + 0.8}
    y={100 - height}
    width={8.4}
    height={height}
    fill="currentColor"
    fillOpacity={soft ? 0.25 : 1}
    stroke="currentColor"
    strokeOpacity={soft ? 0.7 : 1}
    strokeWidth={height > 0 ? 1 : 0}
    vectorEffect="non-scaling-stroke"
  />
);

const Key = ({ className, children }: { className: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`size-2.5 rounded-xs ring-1 ring-accent ${className}`} aria-hidden="true" />
    {children}
  </span>
);

/** The first even round number that is not lower: 2, 4, 10, 20, 50 … */
function topOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [2, 4, 6, 10, 20].map((step) => step * Math.max(1, power)).find((top) => top >= most) ?? most;
}
