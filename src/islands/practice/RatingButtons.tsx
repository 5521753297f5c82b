import { formatInterval } from '#lib/format/interval.ts';
import { practiceMessages } from '#lib/words/practice.ts';

const tones = ['rating-again', 'rating-hard', 'rating-good', 'rating-easy'];

interface RatingButtonsProps {
  /** Seconds until the word comes back, for each rating. */
  waits: readonly number[];
  onRate: (nota: number) => void;
}

/** How well the student knew a word; each button says when the word comes back. */
export function RatingButtons({ waits, onRate }: RatingButtonsProps) {
  return (
    <fieldset className="ratings">
      <legend className="sr-only">Como foi?</legend>
      {practiceMessages.ratings.map((label, index) => (
        <button
          key={label}
          type="button"
          className={`rating ${tones[index]}`}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onRate(index + 1)}
        >
          <span className="font-bold">{label}</span>
          <span className="num text-sm">{waits[index] === undefined ? '' : formatInterval(waits[index])}</span>
        </button>
      ))}
    </fieldset>
  );
}
