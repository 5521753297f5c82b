import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Reward } from '#lib/contract/club.schema.ts';
import { formatCount, formatPoints } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { arrivalOf } from '#lib/rules/club/redemption-words.ts';
import { $isRedeeming, $redeemError, $redeemed, forgetRedemption, redeem } from '#lib/stores/club.ts';
import { $points } from '#lib/stores/shared.ts';
import { Button } from '../ui/Button.tsx';
import { Celebration } from '../ui/Celebration.tsx';
import { CopyCode } from '../ui/CopyCode.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FormError } from '../ui/FormError.tsx';

/** The dialog’s data of a reward. */
export type Offer = Pick<
  Reward,
  'id' | 'nome' | 'imagem_url' | 'pontos' | 'entrega' | 'regras' | 'desconto_centavos' | 'retirada_dias'
>;

interface RedeemDialogProps {
  offers: Offer[];
  saldo: number;
  /** The member’s e-mail, to which codes are sent. */
  email: string;
  /** The brand’s drawing for success, rendered by the page. */
  art?: ReactNode;
  /** Rewards, whose links have `data-redeem`. */
  children: ReactNode;
}

/** Handles the links of the rewards: balance before and after, one press to confirm, and the code at the end. */
export function RedeemDialog({ offers, saldo: drawn, email, art, children }: RedeemDialogProps) {
  const [chosen, setChosen] = useState<Offer | null>(null);
  const isPending = useStore($isRedeeming, { ssr: 'initial' });
  const error = useStore($redeemError, { ssr: 'initial' });
  const done = useStore($redeemed, { ssr: 'initial' });
  const saldo = useStore($points, { ssr: 'initial' }).value ?? drawn;

  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-redeem]') : null;
      const offer = offers.find(({ id }) => String(id) === link?.dataset.redeem);
      // With a modifier key the browser opens the link in another tab or window.
      if (!offer || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      forgetRedemption();
      setChosen(offer);
    };
    document.addEventListener('click', open);
    return () => document.removeEventListener('click', open);
  }, [offers]);

  // Runs after the dialog closed. A redraw may have replaced the link that opened it.
  const last = useRef<number | null>(null);
  useEffect(() => {
    if (chosen === null && last.current !== null && $redeemed.get()) focusOffer(last.current);
    last.current = chosen?.id ?? null;
  }, [chosen]);

  function close() {
    if (isPending) return;
    setChosen(null);
  }

  return (
    <>
      {children}
      <Dialog
        isOpen={chosen !== null}
        onClose={close}
        title={done ? 'Troca feita' : `Trocar por ${chosen?.nome ?? ''}?`}
        actions={
          done ? (
            <>
              <a className="btn btn-primary" href={routes.club.orders()}>
                Ver minhas trocas
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
          <Redeemed of={done} email={email} art={art} />
        ) : (
          chosen && <Offered offer={chosen} saldo={saldo} email={email} error={error} />
        )}
      </Dialog>
    </>
  );
}

/** The confirmation of a redemption: the reward, and the balance before and after. */
function Offered({ offer, saldo, email, error }: { offer: Offer; saldo: number; email: string; error: string | null }) {
  return (
    <div className="grid gap-5">
      <div className="flex items-center gap-4">
        <img src={offer.imagem_url} alt="" width="96" height="96" className="rounded-shape size-24 flex-none" />
        <p>{arrivalOf(offer, null, { email }).text}</p>
      </div>
      <dl className="sum">
        <dt>Seu saldo</dt>
        <dd>{formatPoints(saldo)}</dd>
        <dt>{offer.nome}</dt>
        <dd>{formatPoints(-offer.pontos)}</dd>
        <dt className="sum-after">Saldo depois da troca</dt>
        <dd className="sum-after">{formatPoints(saldo - offer.pontos)}</dd>
      </dl>
      {offer.regras && <p className="text-muted text-sm">{offer.regras}</p>}
      <FormError message={error} />
    </div>
  );
}

/** Moves the focus to the reward, or to the top if it can no longer be redeemed. */
function focusOffer(id: number): void {
  const link = document.querySelector<HTMLElement>(`[data-redeem="${id}"]`);
  const heading = document.querySelector<HTMLElement>('h1');
  if (!link) heading?.setAttribute('tabindex', '-1');
  (link ?? heading)?.focus();
}

/** The redeemed reward, with its code and the new balance. */
function Redeemed({
  of: { resgate, saldo },
  email,
  art,
}: {
  of: NonNullable<ReturnType<typeof $redeemed.get>>;
  email: string;
  art: ReactNode;
}) {
  const { text, code, label } = arrivalOf(resgate.reward, resgate, { email });
  return (
    <div className="py-4" role="status">
      <Celebration
        art={art}
        title={resgate.reward.nome}
        figures={[{ value: formatCount(saldo), label: 'pontos de saldo' }]}
      >
        {code && (
          <div className="grid justify-items-center gap-2">
            <p className="text-muted text-sm">{label}</p>
            <p className="ticket-row">
              <code className="ticket">{code}</code>
              <CopyCode code={code} />
            </p>
          </div>
        )}
        <p className="max-w-80">{text}</p>
      </Celebration>
    </div>
  );
}
