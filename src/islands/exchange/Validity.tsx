import { formatClock } from '#lib/format/interval.ts';
import Clock from '~icons/material-symbols/schedule-rounded';

interface ValidityProps {
  /** Seconds; null before the countdown starts. */
  left: number | null;
  /** The last mark that passed. */
  mark: number | null;
  label: string;
  words: { left: (seconds: number) => string; over: string };
}

/** How long something is valid. The seconds are for the eye only; a screen reader hears two marks and the end. */
export function Validity({ left, mark, label, words }: ValidityProps) {
  const isShort = left !== null && left <= 120;
  return (
    <>
      <p className={`chip ${left === 0 ? 'tone-neutral' : isShort ? 'tone-warning' : 'tone-info'}`}>
        <Clock className="size-4" aria-hidden="true" />
        {left === 0 ? (
          words.over
        ) : (
          <span>
            {label} <span className="num">{left === null ? '10:00' : formatClock(left)}</span>
          </span>
        )}
      </p>
      <span className="sr-only" aria-live="polite">
        {mark === null ? '' : mark === 0 ? words.over : words.left(mark)}
      </span>
    </>
  );
}
