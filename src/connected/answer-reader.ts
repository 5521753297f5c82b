import { schemaOf } from '#lib/contract/index.schema.ts';
import { withOwnPictures } from './own-pictures.ts';
import { isUsable, type Misfit, type ReadingRules, readTolerantly } from './tolerant-reader.ts';

/** What was asked, as far as it says what the answer means. */
export type Asking = Omit<ReadingRules, 'timeZone'>;

export interface AnswerReader {
  /** @returns the answer as the contract has it; null when pages cannot draw it. */
  read(call: string, answer: unknown, asking?: Asking): { value: unknown } | null;
}

/** Hears what is odd in answers: places and kinds, never a value. */
export interface ReaderEars {
  /** Places that nobody told of yet: each one that breaks the contract, and the first of each kind that is read all the same. */
  onMisfit(call: string, places: string[]): void;
  /** An answer held values of this kind, which were read all the same. */
  onBent(call: string, kind: string): void;
}

/** @param timeZone of instants without an offset */
export function createAnswerReader(timeZone: string, { onMisfit, onBent }: ReaderEars): AnswerReader {
  const told = new Set<string>();
  const isFresh = (call: string, { path, got, isTolerated }: Misfit) => {
    const key = isTolerated ? `${call} ${got}` : `${call} ${path} ${got}`;
    return !told.has(key) && told.add(key);
  };
  return {
    read(call, answer, asking) {
      const reading = readTolerantly(schemaOf(call).result, answer, { ...asking, timeZone });
      const kinds = new Set(reading.misfits.filter(({ isTolerated }) => isTolerated).map(({ got }) => got));
      for (const kind of kinds) onBent(call, kind);
      const fresh = reading.misfits.filter((one) => isFresh(call, one));
      if (fresh.length > 0) onMisfit(call, fresh.map(placeOf));
      return isUsable(reading) ? { value: withOwnPictures(reading.value) } : null;
    },
  };
}

const placeOf = ({ path, expected, got }: Misfit) => `${path}: ${expected} expected, ${got} came`;
