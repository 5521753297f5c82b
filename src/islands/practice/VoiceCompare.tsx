import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Fala } from '#lib/contract/practice.schema.ts';
import type { Contour } from '#lib/rules/practice/voice-contour.ts';
import Play from '~icons/material-symbols/play-arrow-rounded';
import { Button } from '../ui/Button.tsx';
import { decodeVoice } from './decode-voice.ts';

const HEIGHT = 100;
/** Loudness stands below, melody above it: an octave up and down. */
const FLOOR = 40;
const OCTAVE = 12;

/** A learner is slower than the line, and begins after a breath. What comes later is not looked at. */
const MOST = 2;
const PAUSE_S = 2;

interface VoiceCompareProps {
  line: Fala;
  /** The track that the line is a part of. */
  url: string;
  recording: Blob;
}

/** The line and the student's own voice, drawn over each other: rhythm below, melody above. */
export function VoiceCompare({ line, url, recording }: VoiceCompareProps) {
  const [voices, setVoices] = useState<[model: Contour, own: Contour] | null>(null);
  const sound = useRef<HTMLAudioElement | null>(null);
  const { inicio_s: start, fim_s: end } = line;
  useEffect(() => () => sound.current?.pause(), []);
  useEffect(() => {
    let isGone = false;
    void Promise.all([
      decodeVoice(url, { start, end }),
      decodeVoice(recording, { start: 0, end: MOST * (end - start) + PAUSE_S }),
    ]).then(([model, own]) => {
      if (!isGone) setVoices(model && own && [model, own]);
    });
    return () => {
      isGone = true;
    };
  }, [url, start, end, recording]);
  if (!voices) return null;
  const [model, own] = voices;
  const width = Math.max(model.loudness.length, own.loudness.length, 1);
  return (
    <figure className="grid gap-3">
      <svg
        className="voices"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`O original dura ${inSeconds(model)} e a sua voz ${inSeconds(own)}.`}
      >
        <path className="voice-model" d={rhythm(model)} />
        <path className="voice-own" d={rhythm(own)} />
        <path className="melody-model" d={melody(model)} />
        <path className="melody-own" d={melody(own)} />
      </svg>
      <figcaption className="text-muted flex flex-wrap gap-x-4 text-sm">
        <span className="voice-key melody-model">Original</span>
        <span className="voice-key melody-own">Sua voz</span>
        <span>Em cima a melodia, embaixo o ritmo.</span>
      </figcaption>
      <Button
        look="soft"
        icon={<Play className="size-5" aria-hidden="true" />}
        onClick={() => void playPart(sound, url, { start, end })}
      >
        Ouvir o original
      </Button>
    </figure>
  );
}

const inSeconds = ({ loudness }: Contour) => `${(loudness.length / 100).toFixed(1).replace('.', ',')} segundos`;

/** The loudness as a hill from the bottom. */
function rhythm({ loudness }: Contour): string {
  const tops = loudness.map((value, step) => `L${step} ${(HEIGHT - value * FLOOR).toFixed(1)}`);
  return `M0 ${HEIGHT}${tops.join('')}L${Math.max(0, loudness.length - 1)} ${HEIGHT}Z`;
}

/** The melody as lines, broken where there is no tone. */
function melody({ pitch }: Contour): string {
  const middle = (HEIGHT - FLOOR) / 2;
  const points = pitch.map((tone, step) => {
    if (tone === null) return '';
    const height = Math.max(-OCTAVE, Math.min(OCTAVE, tone)) / OCTAVE;
    const isStart = step === 0 || pitch[step - 1] === null;
    return `${isStart ? 'M' : 'L'}${step} ${(middle - height * (middle - 2)).toFixed(1)}`;
  });
  return points.join('');
}

/** Plays a part of a track once, beside the player. A second press begins anew. */
async function playPart(
  playing: RefObject<HTMLAudioElement | null>,
  url: string,
  { start, end }: { start: number; end: number },
): Promise<void> {
  playing.current?.pause();
  const sound = new Audio(url);
  playing.current = sound;
  sound.currentTime = start;
  await sound.play().catch(() => undefined);
  setTimeout(() => sound.pause(), (end - start) * 1000);
}
