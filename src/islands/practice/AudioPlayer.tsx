import { useEffect, useRef, useState } from 'react';
import type { Audio, Fala } from '#lib/contract/practice.schema.ts';
import { formatClock } from '#lib/format/interval.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import Heard from '~icons/material-symbols/check-circle-rounded';
import Mic from '~icons/material-symbols/mic-outline-rounded';
import Repeat from '~icons/material-symbols/repeat-rounded';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { useLate } from '../ui/use-late.ts';
import type { Loop } from './follow-track.ts';
import { LoopButton, PlayerControls } from './PlayerControls.tsx';
import { usePlayer } from './use-player.ts';
import { playerKeys, useMediaSession, usePlayerKeys } from './use-player-keys.ts';
import { Waveform } from './Waveform.tsx';

interface AudioPlayerProps {
  audio: Audio;
  /** Book and unit, for the lock screen. */
  album: string;
  /** The book whose open assignments accept a recording; null: none. */
  bookId: number | null;
  /** Whether the school stores the position where the student stopped. */
  keepsPlace?: boolean;
}

/** A track with all listening aids (PED-02): speed, repeated parts, synchronized text, own recordings. */
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
      {/* The text below contains everything that is heard. */}
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is on the page, in sync with the sound */}
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

const loadRecorder = () => import('./LineRecorder.tsx').then(({ LineRecorder }) => LineRecorder);

interface LineVoiceProps {
  /** The repeated line, if any. */
  line: Fala | null | undefined;
  /** The track that the line is a part of. */
  url: string;
  /** The book whose open assignments accept a recording; null: none. */
  bookId: number | null;
  onStart: () => void;
}

/** Offers to record the own voice beside a line. The recorder loads on request, and stays open for the next line. */
function LineVoice({ line, url, bookId, onStart }: LineVoiceProps) {
  const recorder = useLate(loadRecorder);
  if (!line) return null;
  return (
    <div className="bg-base-200 rounded-2xl p-4">
      {recorder.Late ? (
        <recorder.Late key={line.inicio_s} {...{ line, url, bookId, onStart }} />
      ) : (
        <div className="grid justify-items-start gap-3">
          <FormError message={recorder.problem} />
          <Button
            look="soft"
            icon={<Mic className="size-5" aria-hidden="true" />}
            isPending={recorder.isLoading ?? false}
            pendingLabel="Abrindo o gravador"
            onClick={recorder.ask}
          >
            Gravar minha voz
          </Button>
        </div>
      )}
    </div>
  );
}

interface TranscriptLinesProps {
  lines: readonly Fala[];
  time: number;
  isPlaying: boolean;
  /** Index of the repeated line. */
  repeated: number | null;
  hasTranslation: boolean;
  onRepeat: (index: number | null) => void;
}

/** The text of a track, each line a button that repeats it. The spoken line is marked and stays in view. */
function TranscriptLines({ lines, time, isPlaying, repeated, hasTranslation, onRepeat }: TranscriptLinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const current = lines.findLastIndex(({ inicio_s }) => time >= inicio_s - 0.05);

  useEffect(() => {
    if (!isPlaying) return;
    const line = list.current?.children[current];
    const { top = 0, bottom = 0 } = line?.getBoundingClientRect() ?? {};
    if (top < 80 || bottom > innerHeight - 120) line?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }, [current, isPlaying]);

  return (
    <ol ref={list} className="grid gap-1" aria-label="Texto do áudio">
      {lines.map(({ locutor, texto, traducao, inicio_s }, index) => (
        <li key={inicio_s}>
          <button
            type="button"
            className="line"
            aria-pressed={repeated === index}
            aria-current={current === index || undefined}
            onClick={() => onRepeat(repeated === index ? null : index)}
          >
            {locutor && <span className="text-muted text-[0.875rem] font-semibold">{locutor}</span>}
            <span lang="en" className="font-medium">
              {texto}
            </span>
            {hasTranslation && traducao && <span className="text-muted text-sm">{traducao}</span>}
            {repeated === index && (
              <span className="text-link flex items-center gap-1 text-sm font-semibold">
                <Repeat className="size-4" aria-hidden="true" />
                Repetindo
              </span>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}
