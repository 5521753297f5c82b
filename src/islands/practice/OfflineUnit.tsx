import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatBytes } from '#lib/format/interval.ts';
import {
  $offline,
  cancelOffline,
  keepOffline,
  lookUpOffline,
  type OfflineUnitParts,
  removeOffline,
} from '#lib/stores/practice-offline.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import Download from '~icons/material-symbols/cloud-download-outline-rounded';
import OfflineIcon from '~icons/material-symbols/offline-pin-outline-rounded';
import { Button } from '../ui/Button.tsx';
import { ProgressTrack } from '../ui/ProgressTrack.tsx';

/** Stores a unit for offline use: shows its size first, then progress with cancel, then a button that deletes it. */
export function OfflineUnit({ unit, bytes }: { unit: OfflineUnitParts; bytes: number }) {
  const state = useStore($offline, { ssr: 'initial' });
  useEffect(() => void lookUpOffline(unit), [unit]);

  if (state.kind === 'unsupported') return <p className="text-muted text-sm">{practiceMessages.offlineUnsupported}</p>;
  if (state.kind === 'loading') {
    return (
      <div className="grid gap-3">
        <p className="num text-sm font-medium">Baixando: {state.percent}%</p>
        <ProgressTrack label="Download da unidade" value={state.percent} />
        <Button look="ghost" onClick={cancelOffline}>
          Cancelar
        </Button>
      </div>
    );
  }
  if (state.kind === 'stored') {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-success flex items-center gap-2 font-semibold">
          <OfflineIcon className="size-5" aria-hidden="true" />
          Disponível sem internet
        </p>
        <div className="flex flex-wrap gap-2">
          {!state.isCurrent && (
            <Button look="outline" onClick={() => void keepOffline(unit)}>
              Atualizar
            </Button>
          )}
          <Button look="ghost" onClick={() => void removeOffline(unit.id)}>
            Apagar deste aparelho
          </Button>
        </div>
      </div>
    );
  }
  return (
    <Button
      look="outline"
      icon={<Download className="size-5" aria-hidden="true" />}
      onClick={() => void keepOffline(unit)}
    >
      Baixar unidade ({formatBytes(bytes)})
    </Button>
  );
}
