import { lazy, Suspense, useState } from 'react';
import type { Audio } from '#lib/contract/practice.schema.ts';
import { formatClock } from '#lib/format/interval.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import Heard from '~icons/material-symbols/check-circle-rounded';
import Forward from '~icons/material-symbols/forward-5-rounded';
import Mic from '~icons/material-symbols/mic-outline-rounded';
import Pause from '~icons/material-symbols/pause-rounded';
import Play from '~icons/material-symbols/play-arrow-rounded';
import Back from '~icons/material-symbols/replay-5-rounded';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { TranscriptLines } from './TranscriptLines.tsx';
import { RATES, SKIP_S, usePlayer } from './use-player.ts';
import { playerKeys, useMediaSession, usePlayerKeys } from './use-player-keys.ts';
import { Waveform } from './Waveform.tsx';

const LineRecorder = lazy(() => import('./LineRecorder.tsx').then((module) => ({ default: module.LineRecorder })));

export interface RecordingTarget {
  id: number;
  titulo: string;
}

export interface AudioPlayerProps {
  audio: Audio;
  /** Book and unit, for the lock screen. */
  album: string;
  /** Open activities that accept a recording. */
  targets: RecordingTarget[];
  /** Whether the school keeps the place where the student stopped. */
  keepsPlace?: boolean;
}

/** One track with all aids to listen (PED-02): speed, repeated parts, text that follows, own voice. */
export function AudioPlayer({ audio, album, targets, keepsPlace = true }: AudioPlayerProps) {
  const player = usePlayer(audio, keepsPlace);
  const [isTextShown, setIsTextShown] = useState(true);
  const [hasTranslation, setHasTranslation] = useState(false);
  const [repeated, setRepeated] = useState<number | null>(null);
  const [isRecording, setIsRecording] = useState(false);
  const { time, loop, rate, isPlaying } = player;
  const toggleText = () => setIsTextShown((isShown) => !isShown);
  usePlayerKeys(player, toggleText);
  useMediaSession(player, audio, album);
  const line = repeated === null ? null : audio.transcricao[repeated];

  function repeatLine(index: number | null) {
    const next = index === null ? null : audio.transcricao[index];
    setRepeated(index);
    player.repeat(next ? { start: next.inicio_s, end: next.fim_s } : null);
  }
  function clear() {
    setRepeated(null);
    player.repeat(null);
  }

  return (
    <div className="grid gap-5">
      {/* The text below holds everything that is heard. */}
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is on the page and follows the sound */}
      <audio ref={player.element} src={audio.url} preload="metadata" />
      <Waveform audio={audio} player={player} />
      <div className="num text-muted -mt-3 flex justify-between text-sm">
        <span>{formatClock(time)}</span>
        {player.isHeard && (
          <span className="text-success flex items-center gap-1 font-semibold">
            <Heard className="size-4" aria-hidden="true" />
            Ouvido
          </span>
        )}
        <span>{formatClock(audio.duracao_s)}</span>
      </div>
      <FormError message={player.hasFailed ? practiceMessages.soundFailed : null} />
      <div className="flex items-center justify-center gap-4">
        <button
          type="button"
          className="btn btn-ghost btn-circle"
          aria-label="Voltar 5 segundos"
          onClick={() => player.skip(-SKIP_S)}
        >
          <Back className="size-7" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn btn-primary btn-circle size-16"
          aria-label={isPlaying ? 'Pausar' : 'Tocar'}
          onClick={player.hasFailed ? player.retry : player.toggle}
        >
          {isPlaying ? <Pause className="size-9" aria-hidden="true" /> : <Play className="size-9" aria-hidden="true" />}
        </button>
        <button
          type="button"
          className="btn btn-ghost btn-circle"
          aria-label="Avançar 5 segundos"
          onClick={() => player.skip(SKIP_S)}
        >
          <Forward className="size-7" aria-hidden="true" />
        </button>
      </div>
      <div className="flex flex-wrap items-center justify-center gap-3">
        <label className="flex items-center gap-2 text-sm font-semibold">
          Velocidade
          <select
            className="select w-auto pe-10"
            value={String(rate)}
            onChange={(event) => player.setRate(Number(event.target.value))}
          >
            {RATES.map((value) => (
              <option key={value} value={value}>
                {value.toLocaleString('pt-BR')}×
              </option>
            ))}
          </select>
        </label>
        <fieldset className="flex items-center gap-2">
          <legend className="sr-only">Repetir um trecho</legend>
          <button
            type="button"
            className="btn btn-outline btn-square"
            aria-label="Início do trecho"
            onClick={player.markStart}
          >
            A
          </button>
          <button
            type="button"
            className="btn btn-outline btn-square"
            aria-label="Fim do trecho"
            aria-disabled={!loop}
            onClick={player.markEnd}
          >
            B
          </button>
          {loop && (
            <Button look="ghost" onClick={clear}>
              Parar de repetir
            </Button>
          )}
        </fieldset>
      </div>
      <p className="sr-only" role="status">
        {loop ? `Trecho a partir de ${formatClock(loop.start)}${loop.end ? ` até ${formatClock(loop.end)}` : ''}` : ''}
      </p>
      <div className="border-base-300 flex flex-wrap gap-2 border-t pt-4">
        <button type="button" className="toggle-chip" aria-pressed={!isTextShown} onClick={toggleText}>
          Ouvir sem texto
        </button>
        <button
          type="button"
          className="toggle-chip"
          aria-pressed={hasTranslation}
          onClick={() => setHasTranslation(!hasTranslation)}
        >
          Tradução
        </button>
      </div>
      {isTextShown ? (
        <TranscriptLines
          lines={audio.transcricao}
          {...{ time, isPlaying, repeated, hasTranslation }}
          onRepeat={repeatLine}
        />
      ) : (
        <p className="text-muted">O texto está escondido. Escute quantas vezes quiser e depois confira.</p>
      )}
      {line && (
        <div className="bg-base-200 rounded-2xl p-4">
          {isRecording ? (
            <Suspense fallback={<p className="text-muted">Abrindo o gravador…</p>}>
              <LineRecorder
                key={line.inicio_s}
                text={line.texto}
                targets={targets}
                onStart={() => player.element.current?.pause()}
              />
            </Suspense>
          ) : (
            <Button
              look="soft"
              icon={<Mic className="size-5" aria-hidden="true" />}
              onClick={() => setIsRecording(true)}
            >
              Gravar minha voz
            </Button>
          )}
        </div>
      )}
      <details className="text-muted hidden text-sm lg:block">
        <summary className="link-target">Atalhos do teclado</summary>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {playerKeys.map(([keys, does]) => (
            <div key={keys} className="contents">
              <dt className="font-semibold">{keys}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
