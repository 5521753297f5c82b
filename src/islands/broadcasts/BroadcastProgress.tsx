import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { routes } from '#lib/routes.ts';
import { $progress, type Progress, watchBroadcast } from '#lib/stores/broadcasts-log.ts';
import { shareDone } from '#lib/words/broadcasts-panel.ts';
import { deviceWords } from '#lib/words/broadcasts-reach.ts';
import { ProgressTrack } from '../ui/ProgressTrack.tsx';
import { BroadcastFigures } from './BroadcastFigures.tsx';

interface BroadcastProgressProps extends Progress {
  id: number;
}

const QUARTER = 25;
const endWords = { enviada: 'Envio terminado.', cancelada: 'Envio cancelado.' } as const;

/** The progress of a message that is being sent, until it is done. */
export function BroadcastProgress({ id, ...first }: BroadcastProgressProps) {
  const { status, counts } = useStore($progress, { ssr: 'initial' })[id] ?? first;
  useEffect(() => watchBroadcast(id), [id]);
  const percent = shareDone(counts);
  const isOver = status !== 'enviando';
  const reported = Math.floor(percent / QUARTER) * QUARTER;
  return (
    <div>
      {!isOver && (
        <>
          <div className="flex justify-between gap-4 text-sm font-medium" aria-hidden="true">
            <span className="text-muted num">
              {counts.devices > 0
                ? `${counts.devices - counts.retrying} de ${deviceWords(counts.devices)}`
                : 'Preparando a lista'}
            </span>
            <span className="num">{percent}%</span>
          </div>
          <ProgressTrack className="mt-2" label="Envio" value={percent} />
        </>
      )}
      <p className={isOver ? 'font-semibold' : 'sr-only'} role="status">
        {isOver ? (endWords[status as keyof typeof endWords] ?? '') : reported > 0 ? `${reported}% enviado` : ''}
      </p>
      <div className="mt-5">
        <BroadcastFigures counts={counts} />
      </div>
      {isOver && (
        <a className="link-target" href={routes.manager.push.history(id)}>
          Ver o resultado
        </a>
      )}
    </div>
  );
}
