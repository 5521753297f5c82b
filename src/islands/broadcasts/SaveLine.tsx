import { useStore } from '@nanostores/react';
import { formatTime } from '#lib/format/dates.ts';
import { routes } from '#lib/routes.ts';
import { $save, $sending, keepMine, type SaveState, takeTheirs } from '#lib/stores/broadcasts-draft.ts';
import { panelMessages } from '#lib/words/broadcasts-panel.ts';
import { Button } from '../ui/Button.tsx';

const why = {
  offline: 'Sem conexão: guardado neste aparelho. Salvamos assim que ela voltar.',
  unfinished: 'Guardado neste aparelho. Salvamos quando título e mensagem estiverem certos.',
  unstored: 'Ainda não salvo, e este navegador não guarda o texto. Deixe esta página aberta.',
  scheduled: 'Esta mensagem está agendada: o que você muda vale ao salvar.',
} as const;

function words(state: SaveState, zone: string): string {
  switch (state.step) {
    case 'saved':
      return state.at ? `Rascunho salvo às ${formatTime(state.at, zone)}` : '';
    case 'saving':
    case 'waiting':
      return 'Salvando…';
    case 'stored':
      return why[state.why];
    default:
      return '';
  }
}

/** Where the text is saved, and how to resolve a conflict with somebody else’s change. */
export function SaveLine({ zone }: { zone: string }) {
  const state = useStore($save, { ssr: 'initial' });
  const broadcast = useStore($sending, { ssr: 'initial' });
  return (
    <>
      <p className="text-muted num text-sm empty:hidden" role="status">
        {words(state, zone)}
      </p>
      <div role="alert" className="contents">
        {state.step === 'refused' && <p className="notice tone-error">{state.problem}</p>}
        {state.step === 'closed' && (
          <div className="notice tone-warning flex-col">
            <p>{panelMessages.closed}</p>
            <a className="link-target" href={routes.manager.push.history(broadcast?.id)}>
              Ver o que aconteceu
            </a>
          </div>
        )}
        {state.step === 'conflict' && (
          <div className="notice tone-warning flex-col">
            <p className="font-bold">{panelMessages.conflict}</p>
            <div className="text-base-content">
              <p>A versão salva agora diz:</p>
              <blockquote className="mt-2 mb-1 py-3 px-4 rounded-shape-sm bg-base-200">
                <strong>{state.theirs.title}</strong>
                <span className="block">{state.theirs.body}</span>
              </blockquote>
            </div>
            <div className="flex flex-wrap gap-3">
              <Button look="soft" onClick={takeTheirs}>
                Usar a versão salva
              </Button>
              <Button look="outline" onClick={() => void keepMine()}>
                Ficar com a minha
              </Button>
            </div>
          </div>
        )}
      </div>
    </>
  );
}
