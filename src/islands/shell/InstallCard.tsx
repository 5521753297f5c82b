import { useStore } from '@nanostores/react';
import Add from '~icons/material-symbols/add-to-home-screen-rounded';
import Share from '~icons/material-symbols/ios-share-rounded';
import { $installCard, dismissInstall, install } from '#lib/stores/install.ts';
import { Button } from '../ui/Button.tsx';

/** Offers to install after the second visit; on iOS, where no browser offers it, the steps. */
export function InstallCard() {
  const card = useStore($installCard, { ssr: 'initial' });
  if (card === null) return null;
  return (
    <section className="surface flex flex-wrap items-start gap-4 p-5" aria-labelledby="instalar-titulo">
      <Add className="text-primary size-8 flex-none" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-56">
        <h2 id="instalar-titulo" className="text-lg">
          Deixe o portal na tela inicial
        </h2>
        {card === 'prompt' ? (
          <p className="text-muted mt-1">Abre em um toque e avisa sobre aulas e vencimentos.</p>
        ) : (
          <ol className="text-muted mt-1 grid list-inside list-decimal gap-1">
            <li>
              Toque em <Share className="inline size-5" aria-label="Compartilhar" />, na barra do navegador.
            </li>
            <li>Escolha “Adicionar à Tela de Início”.</li>
            <li>Abra pelo novo ícone: só assim as notificações funcionam.</li>
          </ol>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          {card === 'prompt' && <Button onClick={() => void install()}>Instalar</Button>}
          <Button look="ghost" onClick={dismissInstall}>
            Agora não
          </Button>
        </div>
      </div>
    </section>
  );
}
