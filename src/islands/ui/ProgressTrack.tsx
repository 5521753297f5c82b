interface ProgressTrackProps {
  /** The label for screen readers. */
  label: string;
  value: number;
  max?: number;
  className?: string;
}

/** A progress bar. */
export function ProgressTrack({ label, value, max = 100, className = '' }: ProgressTrackProps) {
  return (
    <div
      className={`progress-track ${className}`}
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
    >
      <div
        className="w-full motion-safe:transition-[translate] motion-safe:duration-[180ms]"
        style={{ translate: `${Math.round((value * 100) / max) - 100}%` }}
      />
    </div>
  );
}
