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
      <div style={{ width: `${Math.round((value * 100) / most)}%` }} />
    </div>
  );
}
