import { keepPosition, keepPositionOnLeave } from '#lib/stores/practice.ts';

const SAVE_EVERY_MS = 5_000;
/** A finger on the track seeks many times a second: only the place where it rests is kept. */
const REST_MS = 300;

export interface PlaceKeeper {
  /** The track plays on. */
  played(): void;
  /** The student moved it. */
  moved(): void;
  /** It stopped, or reached its end. */
  save(): void;
  /** Ends listening because the page goes away. */
  stop(): void;
}

/**
 * Keeps the position of a track on the server: every five seconds, after a move, at a stop, and before the page goes
 * away. It does not send the same place twice.
 */
export function keepPlaceOf(player: HTMLAudioElement, audioId: number, isHeard: () => boolean): PlaceKeeper {
  let known = '';
  let savedAt = Date.now();
  let timer: number | undefined;

  /** @returns the place, or null if the server knows it already */
  function news(): readonly [seconds: number, isHeard: boolean] | null {
    window.clearTimeout(timer);
    savedAt = Date.now();
    const place = [player.currentTime, isHeard()] as const;
    if (place.join() === known) return null;
    known = place.join();
    return place;
  }
  function save() {
    const place = news();
    if (!place) return;
    void keepPosition(audioId, ...place).then((isKept) => {
      if (!isKept) known = '';
    });
  }
  function leave() {
    if (document.visibilityState !== 'hidden') return;
    const place = news();
    if (place) keepPositionOnLeave(audioId, ...place);
  }

  known = [player.currentTime, isHeard()].join();
  document.addEventListener('visibilitychange', leave);
  return {
    save,
    played() {
      if (Date.now() - savedAt >= SAVE_EVERY_MS) save();
    },
    moved() {
      window.clearTimeout(timer);
      timer = window.setTimeout(save, REST_MS);
    },
    stop() {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', leave);
    },
  };
}
