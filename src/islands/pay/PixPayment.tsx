import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { type Payable, type PixCharge, stateOfCharge } from '#lib/rules/finance/payment-state.ts';
import { $payment, pixOfPayable, renewPix, startPix, stopPix } from '#lib/stores/finance-payment.ts';
import { paymentWords } from '#lib/words/finance-payment.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useAhead } from '../ui/use-countdown.ts';
import { Paid, type PaidFor } from './Paid.tsx';
import { PixCode } from './PixCode.tsx';

interface PixPaymentProps extends PaidFor {
  payable: Payable;
  /** The code that came with the page, if any. */
  charge?: PixCharge;
  /** The school's time when the page was drawn. */
  now: string;
}

/** Pays by Pix: the code, its remaining time, and the receipt once the payment arrives, without a reload. */
export function PixPayment({ payable, charge, now, ...paidFor }: PixPaymentProps) {
  const live = useStore($payment, { ssr: 'initial' });
  const ahead = useAhead(now);
  useEffect(() => {
    void startPix(pixOfPayable(payable), charge);
    return stopPix;
  }, [payable, charge]);
  const words = paymentWords[payable.kind];
  // Before hydration it shows the code that the server sent.
  const pix = live.step === 'idle' && charge ? stateOfCharge(charge) : live;
  switch (pix.step) {
    case 'paid':
      return <Paid payment={pix} {...paidFor} />;
    case 'waiting':
      return (
        <PixCode
          code={pix.charge.br_code}
          imageUrl={pix.charge.qr_svg_url}
          centavos={pix.charge.valor_centavos}
          expiresAt={pix.charge.expira_em}
          isOffline={pix.isOffline}
          ahead={ahead}
          onExpire={() => $payment.set({ step: 'expired' })}
        />
      );
    case 'expired':
      return (
        <div className="grid justify-items-start gap-4" role="status">
          <p>
            <strong>{words.expired}</strong> {words.afterwards}
          </p>
          {words.isRenewable && <Button onClick={() => void renewPix()}>Gerar novo código</Button>}
        </div>
      );
    case 'refused':
      return (
        <div className="grid justify-items-start gap-4">
          <FormError message={pix.problem} />
          {words.isRenewable && (
            <Button look="soft" onClick={() => void renewPix()}>
              Tentar de novo
            </Button>
          )}
        </div>
      );
    default:
      // The placeholder has the height of the code, so nothing below it moves.
      return (
        <p className="text-muted flex min-h-92 items-center justify-center gap-3" role="status">
          <Spinner /> Gerando o código Pix
        </p>
      );
  }
}
