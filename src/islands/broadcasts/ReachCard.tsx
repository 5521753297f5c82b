import { useStore } from '@nanostores/react';
import type { Audience } from '#lib/contract/broadcasts.schema.ts';
import { formatCount } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { isChosen } from '#lib/rules/broadcasts/broadcast-form.ts';
import { $isTesting, $reachState, type Reach } from '#lib/stores/broadcasts.ts';
import { audienceWords, type Names, panelMessages } from '#lib/words/broadcasts-panel.ts';
import { peopleWords, reachWords, someNames } from '#lib/words/broadcasts-reach.ts';
import Smartphone from '~icons/material-symbols/smartphone-outline';
import { Button } from '../ui/Button.tsx';

interface ReachCardProps {
  audience: Audience;
  names: Names;
  reach: Reach | null;
  /** The user's subscribed devices. */
  devices: number;
  onRetry: () => void;
  onTest: () => void;
}

/** The reach of the audience, live, and a test on the user’s own devices. */
export function ReachCard({ audience, names, reach, devices, onRetry, onTest }: ReachCardProps) {
  const state = useStore($reachState, { ssr: 'initial' });
  const isTesting = useStore($isTesting, { ssr: 'initial' });
  const isAny = isChosen(audience);
  const counts = isAny ? reach : null;
  return (
    <section className="surface reach p-5 md:p-6" aria-label="Quem será alcançado">
      <p className="text-muted text-sm font-medium">{audienceWords(audience, names)}</p>
      <div role="status" aria-busy={state === 'asking'} className={state === 'asking' ? 'opacity-60' : ''}>
        <p className="mt-1 text-3xl font-extrabold tracking-tight">{counts ? peopleWords(counts.people) : '—'}</p>
        {!isAny && <p className="mt-1">{panelMessages.nobody}</p>}
        {counts && <p className="mt-1">{reachWords(counts)}.</p>}
        {counts && counts.first_names.length > 0 && (
          <p className="text-muted mt-1 text-sm">{someNames(counts.first_names, counts.people)}</p>
        )}
        {state === 'failed' && <p className="text-error mt-1 font-semibold">{panelMessages.noReach}</p>}
      </div>
      {state === 'failed' && (
        <Button look="soft" className="btn-sm mt-3" onClick={onRetry}>
          Tentar de novo
        </Button>
      )}
      <button type="submit" name="acao" value="ver" className="btn btn-soft-brand needs-no-script mt-4 w-full">
        Ver quantas pessoas
      </button>
      <div className="border-base-300 mt-5 border-t pt-5">
        {devices > 0 ? (
          <Button
            type="submit"
            name="acao"
            value="testar"
            look="outline"
            isWide
            icon={<Smartphone className="size-5" aria-hidden="true" />}
            isPending={isTesting}
            pendingLabel="Enviando o teste"
            onClick={(event) => {
              event.preventDefault();
              onTest();
            }}
          >
            {devices === 1 ? 'Testar no meu aparelho' : `Testar nos meus ${formatCount(devices)} aparelhos`}
          </Button>
        ) : (
          <>
            <p className="font-semibold">Quer testar antes?</p>
            <p className="text-muted mt-1 text-sm">
              Nenhum aparelho seu recebe notificações. Abra o{' '}
              <a className="link" href={routes.dashboard()}>
                Início
              </a>{' '}
              neste celular ou computador, toque em “Ativar notificações” e volte aqui.
            </p>
          </>
        )}
      </div>
    </section>
  );
}
