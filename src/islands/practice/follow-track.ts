import type { Audio } from '#lib/contract/practice.schema.ts';
import { keepPosition, keepPositionOnLeave } from '#lib/stores/practice.ts';

const HEARD_SHARE = 0.95;
/** A track that stopped this close to its end begins anew. */
const END_S = 0.5;

/** Seconds; `end` is null while only A is set. */
export interface Loop {
  start: number;
  end: number | null;
}

/** What a track asks of its player and tells it. */
interface Follower {
  loop(): Loop | null;
  isHeard(): boolean;
  onPlaying(isPlaying: boolean): void;
  onTime(seconds: number): void;
  onHeard(): void;
  onFailed(hasFailed: boolean): void;
}

/** Follows a track from the place where the student stopped. @returns what ends it */
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
  // Events of the player come four times a second: that misses the end of a short loop. Frames stop while the phone is
  // locked.
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
      // A repeated part moves by itself: the student did not move it.
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
/** A finger on the track seeks many times a second: only the place where it rests is kept. */
const REST_MS = 300;

interface PlaceKeeper {
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
function keepPlaceOf(player: HTMLAudioElement, audioId: number, isHeard: () => boolean): PlaceKeeper {
  let known = '';
  let savedAt = Date.now();
  let timer: number | undefined;

  /** @returns the position in the audio, or null if the server has it already */
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
