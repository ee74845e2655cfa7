interface ProgressBarProps {
  label: string;
  /** 0 to 100. */
  percent: number;
  /** The progress in words, for screen readers. */
  text: string;
}

/** A progress bar. */
export const ProgressBar = ({ label, percent, text }: ProgressBarProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuenow={Math.round(percent)}
    aria-valuetext={text}
    className="h-2 overflow-hidden rounded-full bg-line"
  >
    <div
      className="h-full rounded-full bg-accent transition-[width] duration-500"
      style={{ width: `${percent}%` }}
    />
  </div>
);
