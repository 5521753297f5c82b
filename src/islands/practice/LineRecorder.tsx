import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Fala } from '#lib/contract/practice.schema.ts';
import { type Contour, contourOf, VOICE_RATE } from '#lib/rules/practice/voice-contour.ts';
import { type RecordingTarget, recordingTargets, sendRecording } from '#lib/stores/pedagogico-recording.ts';
import Play from '~icons/material-symbols/play-arrow-rounded';
import Send from '~icons/material-symbols/send-outline-rounded';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';
import { VoiceRecorder } from '../ui/VoiceRecorder.tsx';

interface LineRecorderProps {
  line: Fala;
  /** The track that the line is a part of. */
  url: string;
  /** The book whose open assignments accept the recording; null: none. */
  bookId: number | null;
  onStart: () => void;
}

/**
 * Records the student’s voice beside a line: the recording stays on this page until the student submits it to an
 * assignment.
 */
export function LineRecorder({ line, url, bookId, onStart }: LineRecorderProps) {
  const [targets, setTargets] = useState<RecordingTarget[]>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [isSending, setIsSending] = useState(false);
  const target = targets.find(({ id }) => id === chosen) ?? targets[0];
  useEffect(() => {
    if (bookId !== null) void recordingTargets(bookId).then(setTargets);
  }, [bookId]);

  async function send(blob: Blob, onProblem: (words: string | null) => void) {
    if (!target) return;
    setIsSending(true);
    onProblem(await sendRecording(target.id, target.titulo, blob));
    setIsSending(false);
  }

  return (
    <div className="grid gap-4">
      <p className="text-sm">
        <span className="text-muted">Leia em voz alta: </span>
        <span lang="en" className="font-semibold">
          {line.texto}
        </span>
      </p>
      <VoiceRecorder onStart={onStart}>
        {(blob, onProblem) => (
          <>
            <VoiceCompare {...{ line, url }} recording={blob} />
            {target && (
              <div className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end">
                <Select
                  label="Enviar como atividade"
                  value={String(target.id)}
                  options={targets.map(({ id, titulo }) => ({ value: String(id), label: titulo }))}
                  onChange={(event) => setChosen(Number(event.target.value))}
                />
                <Button
                  isPending={isSending}
                  pendingLabel="Enviando"
                  icon={<Send className="size-5" aria-hidden="true" />}
                  onClick={() => void send(blob, onProblem)}
                >
                  Enviar
                </Button>
              </div>
            )}
          </>
        )}
      </VoiceRecorder>
    </div>
  );
}

const HEIGHT = 100;
/** The y coordinate between loudness below and melody above, which spans an octave up and down. */
const FLOOR = 40;
const OCTAVE = 12;

/** A learner is slower than the line, and starts after a breath. Anything later is ignored. */
const MAX_REPEATS = 2;
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
      decodeVoice(recording, { start: 0, end: MAX_REPEATS * (end - start) + PAUSE_S }),
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
        className="w-full h-35 rounded-row bg-base-100 *:stroke-3 *:[vector-effect:non-scaling-stroke] *:[stroke-linejoin:round]"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`O original dura ${inSeconds(model)} e a sua voz ${inSeconds(own)}.`}
      >
        <path className="fill-primary/22" d={rhythm(model)} />
        <path className="fill-warning/30" d={rhythm(own)} />
        <path className="melody-model fill-none stroke-primary" d={melody(model)} />
        <path className="melody-own fill-none stroke-warning [stroke-dasharray:6_4]" d={melody(own)} />
      </svg>
      <figcaption className="text-muted flex flex-wrap gap-x-4 text-sm">
        <span className="border-b-3 border-primary">Original</span>
        <span className="border-b-3 border-dashed border-warning">Sua voz</span>
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

/** The outline of the loudness, from the bottom. */
function rhythm({ loudness }: Contour): string {
  const tops = loudness.map((value, step) => `L${step} ${(HEIGHT - value * FLOOR).toFixed(1)}`);
  return `M0 ${HEIGHT}${tops.join('')}L${Math.max(0, loudness.length - 1)} ${HEIGHT}Z`;
}

/** The melody as lines, interrupted at unvoiced sounds. */
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

/** Plays a part of a track once, beside the player. A second press restarts it. */
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
  if (Number.isFinite(end)) setTimeout(() => sound.pause(), (end - start) * 1000);
}

/**
 * Rhythm and melody of a part of a sound, computed on this device.
 *
 * @param part in seconds; without it, the whole sound
 * @returns null if the browser cannot decode it
 */
async function decodeVoice(source: Blob | string, part?: { start: number; end: number }): Promise<Contour | null> {
  try {
    const bytes = await (typeof source === 'string' ? (await fetch(source)).arrayBuffer() : source.arrayBuffer());
    const sound = await new OfflineAudioContext(1, 1, VOICE_RATE).decodeAudioData(bytes);
    const samples = sound.getChannelData(0);
    return contourOf(part ? samples.slice(part.start * VOICE_RATE, part.end * VOICE_RATE) : samples);
  } catch {
    return null;
  }
}
