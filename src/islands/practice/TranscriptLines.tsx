import { useEffect, useRef } from 'react';
import type { Fala } from '#lib/contract/practice.schema.ts';
import Repeat from '~icons/material-symbols/repeat-rounded';

interface TranscriptLinesProps {
  lines: readonly Fala[];
  time: number;
  isPlaying: boolean;
  /** Index of the repeated line. */
  repeated: number | null;
  hasTranslation: boolean;
  onRepeat: (index: number | null) => void;
}

/** The words of a track, each line a button that repeats it. The spoken line is marked and stays in sight. */
export function TranscriptLines({ lines, time, isPlaying, repeated, hasTranslation, onRepeat }: TranscriptLinesProps) {
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
            {locutor && <span className="line-speaker">{locutor}</span>}
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
