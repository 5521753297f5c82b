import type { InputOf } from '#lib/page/operations.ts';

export type Review = InputOf<'practice.saveReviews'>['revisoes'][number];
export interface Attempt {
  id: number;
  body: Omit<InputOf<'practice.submitPracticeTest'>, 'id'>;
}
export interface Position {
  id: number;
  body: Omit<InputOf<'practice.saveAudioPosition'>, 'id'>;
}
/** Practice that the school has not received yet. Earlier versions of the portal stored no positions. */
export interface Waiting {
  reviews: Review[];
  attempts: Attempt[];
  positions: Position[];
}

const nothing: Waiting = { reviews: [], attempts: [], positions: [] };

/** Merges the answers of two places. */
export function joinWaiting(one: Partial<Waiting> | null, other: Partial<Waiting> | null = null): Waiting {
  const first = { ...nothing, ...one };
  const second = { ...nothing, ...other };
  return {
    reviews: [...first.reviews, ...second.reviews],
    attempts: [...first.attempts, ...second.attempts],
    positions: [...first.positions, ...second.positions],
  };
}

export const isEmptyWaiting = (waiting: Partial<Waiting>): boolean => {
  const { reviews, attempts, positions } = { ...nothing, ...waiting };
  return reviews.length + attempts.length + positions.length === 0;
};
