import { useStore } from '@nanostores/react';
import { formatTime } from '#lib/format/dates.ts';
import { $problems, $sheetState } from '#lib/stores/teaching-grades.ts';

/** Says what became of the marks that were typed. */
export function SheetState({ timeZone }: { timeZone: string }) {
  const state = useStore($sheetState, { ssr: 'initial' });
  const count = Object.keys(useStore($problems, { ssr: 'initial' })).length;
  const words = {
    still: '',
    saving: 'Salvando…',
    saved: state.kind === 'saved' ? `Salvo às ${formatTime(state.at, timeZone)}` : '',
    waiting: 'Sem conexão: as notas ficam guardadas aqui e vão sozinhas.',
    refused: state.kind === 'refused' ? state.words : '',
  }[state.kind];
  const wrong = count === 1 ? '1 nota para corrigir' : `${count} notas para corrigir`;
  return (
    <p role="status" className="text-sm font-medium">
      {words}
      {count > 0 && <span className="text-error block">{wrong}</span>}
    </p>
  );
}
