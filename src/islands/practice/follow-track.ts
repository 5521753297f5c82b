import type { Audio } from '#lib/contract/practice.schema.ts';
import { keepPlaceOf } from './keep-place.ts';

const HEARD_SHARE = 0.95;
/** A track that stopped this close to its end begins anew. */
const END_S = 0.5;

/** Seconds; `end` is null while only A is set. */
export interface Loop {
  start: number;
  end: number | null;
}

/** What a track asks of its player and tells it. */
export interface Follower {
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
