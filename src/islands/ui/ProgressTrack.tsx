interface ProgressTrackProps {
  /** Its name for screen readers. */
  label: string;
  value: number;
  most?: number;
  className?: string;
}

/** A bar that fills. */
export function ProgressTrack({ label, value, most = 100, className = '' }: ProgressTrackProps) {
  return (
    <div
      className={`progress-track ${className}`}
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={most}
    >
      <div
        className="w-full motion-safe:transition-[translate] motion-safe:duration-[180ms]"
        style={{ translate: `${Math.round((value * 100) / most) - 100}%` }}
      />
    </div>
  );
}
