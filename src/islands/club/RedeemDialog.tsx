import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatPoints } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { $isRedeeming, $redeemError, $redeemed, forgetRedemption, redeem } from '#lib/stores/club.ts';
import { clubMessages } from '#lib/words/club.ts';
import { nameFor } from '#lib/words/own-word.ts';
import Check from '~icons/material-symbols/check-rounded';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FormError } from '../ui/FormError.tsx';

/** What the dialog says of a reward. */
export interface Offer {
  id: number;
  nome: string;
  imagem_url: string;
  pontos: number;
  entrega: keyof typeof clubMessages.delivery;
  regras: string;
}

/** Takes over the links of the rewards: balance before and after, one press to confirm, and the code at the end. */
export function RedeemDialog({ offers, saldo }: { offers: Offer[]; saldo: number }) {
  const [chosen, setChosen] = useState<Offer | null>(null);
  const isPending = useStore($isRedeeming, { ssr: 'initial' });
  const error = useStore($redeemError, { ssr: 'initial' });
  const done = useStore($redeemed, { ssr: 'initial' });

  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-redeem]') : null;
      const offer = offers.find(({ id }) => String(id) === link?.dataset.redeem);
      // With a modifier key the browser opens the link elsewhere, as it should.
      if (!offer || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      forgetRedemption();
      setChosen(offer);
    };
    document.addEventListener('click', open);
    return () => document.removeEventListener('click', open);
  }, [offers]);

  function close() {
    if (isPending) return;
    // The new balance decides what the member can redeem now, and the server counts it.
    if (done) location.assign(routes.club.spend());
    else setChosen(null);
  }

  return (
    <Dialog
      isOpen={chosen !== null}
      onClose={close}
      title={done ? 'Troca feita' : `Trocar por ${chosen?.nome ?? ''}?`}
      actions={
        done ? (
          <>
            <a className="btn btn-primary" href={routes.club.orders()}>
              Ver meus pedidos
            </a>
            <Button look="ghost" onClick={close}>
              Continuar
            </Button>
          </>
        ) : (
          <>
            <Button isPending={isPending} pendingLabel="Trocando" onClick={() => chosen && void redeem(chosen.id)}>
              Confirmar troca
            </Button>
            <Button look="ghost" disabled={isPending} onClick={close}>
              Agora não
            </Button>
          </>
        )
      }
    >
      {done ? (
        <Redeemed of={done} />
      ) : (
        chosen && (
          <div className="grid gap-5">
            <div className="flex items-center gap-4">
              <img src={chosen.imagem_url} alt="" width="96" height="96" className="rounded-shape size-24 flex-none" />
              <p>{nameFor(clubMessages.delivery, chosen.entrega)}</p>
            </div>
            <dl className="sum">
              <dt>Seu saldo</dt>
              <dd>{formatPoints(saldo)}</dd>
              <dt>{chosen.nome}</dt>
              <dd>{formatPoints(-chosen.pontos)}</dd>
              <dt className="sum-after">Saldo depois da troca</dt>
              <dd className="sum-after">{formatPoints(saldo - chosen.pontos)}</dd>
            </dl>
            {chosen.regras && <p className="text-muted text-sm">{chosen.regras}</p>}
            <FormError message={error} />
          </div>
        )
      )}
    </Dialog>
  );
}

/** The reward that was redeemed, with its code and the new balance. */
function Redeemed({ of: { resgate, saldo } }: { of: NonNullable<ReturnType<typeof $redeemed.get>> }) {
  return (
    <div className="redeemed" role="status">
      <span className="redeemed-mark">
        <Check className="size-10" aria-hidden="true" />
      </span>
      <p className="text-lg font-bold">{resgate.reward.nome}</p>
      {resgate.codigo_retirada && (
        <>
          <p className="text-muted text-sm">Código de retirada</p>
          <code className="ticket">{resgate.codigo_retirada}</code>
        </>
      )}
      <p>{nameFor(clubMessages.delivery, resgate.reward.entrega)}</p>
      <p className="text-muted num text-sm">Seu saldo agora: {formatPoints(saldo)}.</p>
    </div>
  );
}
