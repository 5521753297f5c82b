import { steps } from '../../both/places.js';
import { Icon } from './parts.jsx';

const box = '[&[hidden]]:hidden';

function Step({ number }) {
  return (
    <span className="text-primary font-bold" aria-hidden="true">
      {number}
    </span>
  );
}

export function Later() {
  return (
    <div className="dashboard-later">
      <section
        className={`surface flex flex-wrap items-start gap-4 p-5 ${box}`}
        aria-labelledby="instalar-titulo"
        data-install-card
        hidden
      >
        <Icon name="add-to-home-screen-rounded" className="text-primary size-8 flex-none" />
        <div className="min-w-0 flex-1 basis-56">
          <h2 id="instalar-titulo" className="text-lg">
            Deixe o portal na tela inicial
          </h2>
          <p className="text-muted mt-1" data-install="prompt">
            Abre em um toque e avisa sobre aulas e vencimentos.
          </p>
          <ol className={`mt-3 grid gap-2 ${box}`} data-install="ios" hidden>
            <li className="bg-base-200 flex items-center gap-3 rounded-2xl px-4 py-3">
              <Step number={1} />
              <span>
                Toque em <Icon name="ios-share-rounded" className="inline size-5" /> Compartilhar, na barra do
                navegador.
              </span>
            </li>
            {steps.map((text, index) => (
              <li key={text} className="bg-base-200 flex items-center gap-3 rounded-2xl px-4 py-3">
                <Step number={index + 2} />
                <span>{text}</span>
              </li>
            ))}
          </ol>
          <div className="mt-4 flex flex-wrap gap-3">
            <button type="button" className={`btn btn-primary ${box}`} data-install="prompt">
              Instalar
            </button>
            <button type="button" className="btn btn-ghost" data-install-later>
              Agora não
            </button>
          </div>
        </div>
      </section>
      <section
        className={`surface flex flex-wrap items-start gap-4 p-5 ${box}`}
        aria-label="Notificações"
        data-push-card
        hidden
      >
        <Icon name="notifications-active-outline-rounded" className="text-primary size-8 flex-none" />
        <div className="min-w-0 flex-1 basis-56">
          <div className={box} data-push="ask" hidden>
            <h2 className="text-lg">Quer ser avisado por aqui?</h2>
            <p className="text-muted mt-1">
              Nota nova, aula que muda de hora, vencimento chegando: só o que é seu, sem propaganda.
            </p>
            <div className="mt-4 flex flex-wrap gap-3">
              <button type="button" className="btn btn-primary" data-push-on>
                Ativar notificações
              </button>
              <button type="button" className="btn btn-ghost" data-push-later>
                Agora não
              </button>
            </div>
          </div>
          <div className={box} data-push="on" hidden>
            <h2 className="text-lg">Notificações ligadas</h2>
            <p className="text-muted mt-1">
              Este aparelho recebe os avisos da escola. Ao sair da conta, ele deixa de receber.
            </p>
            <div className="mt-4 flex flex-wrap gap-3">
              <button type="button" className="btn btn-soft-brand" data-push-test>
                Enviar um teste
              </button>
              <button type="button" className="btn btn-ghost" data-push-later>
                Fechar
              </button>
            </div>
          </div>
          <div className={box} data-push="denied" hidden>
            <h2 className="text-lg">As notificações estão bloqueadas</h2>
            <p className="text-muted mt-1" data-push-unblock></p>
            <div className="mt-4 flex flex-wrap gap-3">
              <button type="button" className="btn btn-ghost" data-push-later>
                Entendi
              </button>
            </div>
          </div>
        </div>
      </section>
    </div>
  );
}
