import type { Audio } from '#lib/contract/practice.schema.ts';
import { keepPosition, keepPositionOnLeave } from '#lib/stores/practice.ts';

const HEARD_SHARE = 0.95;
/** A track that stopped this close to its end starts from the beginning. */
const END_S = 0.5;

/** Seconds; `end` is null while only A is set. */
export interface Loop {
  start: number;
  end: number | null;
}

/** The callbacks between a track and its player. */
interface Follower {
  loop(): Loop | null;
  isHeard(): boolean;
  onPlaying(isPlaying: boolean): void;
  onTime(seconds: number): void;
  onHeard(): void;
  onFailed(hasFailed: boolean): void;
}

/** Follows a track from the position where the student stopped. @returns a function that stops following */
export function followTrack(player: HTMLAudioElement, audio: Audio, keepsPlace: boolean, to: Follower): () => void {
  const duration = audio.duracao_s;
  player.currentTime = audio.posicao_s >= duration - END_S ? 0 : audio.posicao_s;
  player.preservesPitch = true;
  let frame = 0;
  const place = keepsPlace ? keepPlaceOf(player, audio.id, to.isHeard) : null;
  const hear = () => {
    if (to.isHeard()) return;
    to.onHeard();
    place?.save();
  };
  const repeat = () => {
    const loop = to.loop();
    if (loop?.end && player.currentTime >= loop.end) player.currentTime = loop.start;
  };
  // Events of the player come four times a second, which misses the end of a short loop. Animation frames stop while the
  // phone is locked.
  const watch = () => {
    repeat();
    frame = requestAnimationFrame(watch);
  };
  const handlers: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
    play: () => {
      to.onPlaying(true);
      frame = requestAnimationFrame(watch);
    },
    pause: () => {
      to.onPlaying(false);
      cancelAnimationFrame(frame);
      place?.save();
    },
    timeupdate: () => {
      repeat();
      to.onTime(player.currentTime);
      if (player.currentTime >= duration * HEARD_SHARE && !to.loop()) hear();
      if (!player.paused) place?.played();
    },
    seeked: () => {
      to.onTime(player.currentTime);
      // Seeks of the repetition are not moves by the student.
      if (!to.loop()) place?.moved();
    },
    ended: hear,
    error: () => to.onFailed(true),
    playing: () => to.onFailed(false),
  };
  for (const [name, handle] of Object.entries(handlers)) player.addEventListener(name, handle);
  return () => {
    cancelAnimationFrame(frame);
    for (const [name, handle] of Object.entries(handlers)) player.removeEventListener(name, handle);
    place?.stop();
  };
}

const SAVE_EVERY_MS = 5_000;
/** Dragging on the track seeks many times a second: only the final position is saved. */
const REST_MS = 300;

interface PlaceKeeper {
  /** Called while the track plays. */
  played(): void;
  /** Called after the student changed the position. */
  moved(): void;
  /** Saves the position after a pause, or at the end. */
  save(): void;
  /** Stops, because the page is closing. */
  stop(): void;
}

/**
 * Saves the position of a track on the server: every five seconds, after a seek, at a pause, and before the page closes.
 * It does not send the same position twice.
 */
function keepPlaceOf(player: HTMLAudioElement, audioId: number, isHeard: () => boolean): PlaceKeeper {
  let known = '';
  let savedAt = Date.now();
  let timer: number | undefined;

  /** @returns the position in the audio, or null if the server already has it */
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
    void keepPosition(audioId, ...place).then((isStored) => {
      if (!isStored) known = '';
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
