import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Audio } from '#lib/contract/practice.schema.ts';
import { followTrack, type Loop } from './follow-track.ts';

export const RATES = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5] as const;
export const SKIP_S = 5;

/** A pause before the sound starts rejects the promise to play, which is no failure. */
const isStop = (reason: unknown) => reason instanceof DOMException && reason.name === 'AbortError';

export interface Player {
  element: RefObject<HTMLAudioElement | null>;
  isPlaying: boolean;
  time: number;
  rate: number;
  loop: Loop | null;
  isHeard: boolean;
  hasFailed: boolean;
  toggle(): void;
  skip(seconds: number): void;
  seek(seconds: number): void;
  setRate(rate: number): void;
  /** A, B and off. */
  markStart(): void;
  /** An end before the start stops the repetition. */
  markEnd(): void;
  repeat(loop: Loop | null): void;
  retry(): void;
}

/** The state of a track: its position, its speed and its repeated part. The server stores the position. */
export function usePlayer(audio: Audio, keepsPlace: boolean): Player {
  const element = useRef<HTMLAudioElement | null>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [time, setTime] = useState(audio.posicao_s);
  const [rate, setRate] = useState(1);
  const [loop, setLoop] = useState<Loop | null>(null);
  const [isHeard, setIsHeard] = useState(audio.ouvido);
  const [hasFailed, setHasFailed] = useState(false);
  const loopNow = useRef(loop);
  const heardNow = useRef(isHeard);
  loopNow.current = loop;
  heardNow.current = isHeard;

  useEffect(() => {
    if (!element.current) return;
    return followTrack(element.current, audio, keepsPlace, {
      loop: () => loopNow.current,
      isHeard: () => heardNow.current,
      onPlaying: setIsPlaying,
      onTime: setTime,
      onHeard() {
        heardNow.current = true;
        setIsHeard(true);
      },
      onFailed: setHasFailed,
    });
  }, [audio, keepsPlace]);

  const seek = (seconds: number) => {
    const player = element.current;
    if (!player) return;
    // The track loads with the first touch; the position is set once the sound is loaded.
    player.preload = 'auto';
    player.currentTime = Math.min(Math.max(0, seconds), audio.duracao_s);
    setTime(player.currentTime);
  };
  const play = () => void element.current?.play().catch((reason) => setHasFailed(!isStop(reason)));
  return {
    element,
    isPlaying,
    time,
    rate,
    loop,
    isHeard,
    hasFailed,
    seek,
    toggle: () => (element.current?.paused ? play() : element.current?.pause()),
    skip: (seconds) => seek((element.current?.currentTime ?? 0) + seconds),
    setRate(next) {
      if (element.current) element.current.playbackRate = next;
      setRate(next);
    },
    markStart: () => setLoop({ start: element.current?.currentTime ?? 0, end: null }),
    markEnd() {
      const end = element.current?.currentTime ?? 0;
      if (loop) setLoop(end > loop.start ? { start: loop.start, end } : null);
    },
    repeat(next) {
      setLoop(next);
      if (!next) return;
      seek(next.start);
      play();
    },
    retry() {
      setHasFailed(false);
      element.current?.load();
      play();
    },
  };
}
