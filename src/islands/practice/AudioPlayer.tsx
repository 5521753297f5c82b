import { useState } from 'react';
import type { Audio } from '#lib/contract/practice.schema.ts';
import { formatClock } from '#lib/format/interval.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import Heard from '~icons/material-symbols/check-circle-rounded';
import { FormError } from '../ui/FormError.tsx';
import type { Loop } from './follow-track.ts';
import { LineVoice } from './LineVoice.tsx';
import { LoopButton, PlayerControls } from './PlayerControls.tsx';
import { TranscriptLines } from './TranscriptLines.tsx';
import { usePlayer } from './use-player.ts';
import { playerKeys, useMediaSession, usePlayerKeys } from './use-player-keys.ts';
import { Waveform } from './Waveform.tsx';

export interface AudioPlayerProps {
  audio: Audio;
  /** Book and unit, for the lock screen. */
  album: string;
  /** Whose open activities take a recording; null: none do. */
  bookId: number | null;
  /** Whether the school keeps the place where the student stopped. */
  keepsPlace?: boolean;
}

/** One track with all aids to listen (PED-02): speed, repeated parts, text that follows, own voice. */
export function AudioPlayer({ audio, album, bookId, keepsPlace = true }: AudioPlayerProps) {
  const player = usePlayer(audio, keepsPlace);
  const [isTextShown, setIsTextShown] = useState(true);
  const [hasTranslation, setHasTranslation] = useState(false);
  const [repeated, setRepeated] = useState<number | null>(null);
  const toggleText = () => setIsTextShown((isShown) => !isShown);
  usePlayerKeys(player, toggleText);
  useMediaSession(player, audio, album);

  function repeatLine(index: number | null) {
    const next = index === null ? null : audio.transcricao[index];
    setRepeated(index);
    player.repeat(next ? { start: next.inicio_s, end: next.fim_s } : null);
  }

  return (
    <div className="grid gap-5">
      {/* The text below holds everything that is heard. */}
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is on the page and follows the sound */}
      <audio ref={player.element} src={audio.url} preload="none" />
      <Waveform audio={audio} player={player} />
      <div className="num text-muted -mt-3 flex justify-between text-sm">
        <span>{formatClock(player.time)}</span>
        {player.isHeard && (
          <span className="text-success flex items-center gap-1 font-semibold">
            <Heard className="size-4" aria-hidden="true" />
            Ouvido
          </span>
        )}
        <span>{formatClock(audio.duracao_s)}</span>
      </div>
      <FormError message={player.hasFailed ? practiceMessages.soundFailed : null} />
      <PlayerControls player={player} />
      <p className="sr-only" role="status">
        {player.loop && loopWords(player.loop)}
      </p>
      <div className="border-base-300 flex flex-wrap gap-2 border-t pt-4">
        <LoopButton player={player} onClear={() => repeatLine(null)} />
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
          {...{ repeated, hasTranslation }}
          time={player.time}
          isPlaying={player.isPlaying}
          onRepeat={repeatLine}
        />
      ) : (
        <p className="text-muted">O texto está escondido. Escute quantas vezes quiser e depois confira.</p>
      )}
      <LineVoice
        line={repeated === null ? null : audio.transcricao[repeated]}
        url={audio.url}
        bookId={bookId}
        onStart={() => player.element.current?.pause()}
      />
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

const loopWords = ({ start, end }: Loop) =>
  `Trecho a partir de ${formatClock(start)}${end ? ` até ${formatClock(end)}` : ''}`;
