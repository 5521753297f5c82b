import { useEffect, useState } from 'react';
import type { CambioPayment } from '#lib/contract/exchange.schema.ts';
import { exchangeMessages, paymentStatus } from '#lib/messages/exchange.ts';
import { followPayment } from '#lib/stores/exchange.ts';
import Check from '~icons/material-symbols/check-circle-rounded';
import { CopyField } from '../ui/CopyField.tsx';
import { useAhead, useCountdown } from './use-countdown.ts';
import { Validity } from './Validity.tsx';

interface PixPaymentProps {
  payment: CambioPayment;
  /** The school's time as the page was drawn. */
  now: string;
}

/** The code of a payment while it waits, and how it stands, live. */
export function PixPayment({ payment: given, now }: PixPaymentProps) {
  const [payment, setPayment] = useState(given);
  const { left, mark } = useCountdown(given.expira_em ?? now, useAhead(now));
  useEffect(() => (given.status === 'pendente' ? followPayment(given.id, setPayment) : undefined), [given]);
  const { status, br_code, qr_svg_url, motivo } = payment;
  const isWaiting = status === 'pendente' && left !== 0;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <p className={`chip tone-${paymentStatus[status].tone}`} role="status">
          {status === 'pago' && <Check className="size-4" aria-hidden="true" />}
          {paymentStatus[status].label}
        </p>
        {isWaiting && br_code && (
          <Validity
            left={left}
            mark={mark}
            label="Código vale por"
            words={{ left: exchangeMessages.codeLeft, over: exchangeMessages.codeOver }}
          />
        )}
      </div>
      {isWaiting && br_code && (
        <div className="grid items-start gap-6 md:grid-cols-[1fr_auto]">
          <div className="grid gap-4">
            <CopyField label="Pix copia e cola" value={br_code} />
            <ol className="pix-steps">
              <li>Copie o código e abra o aplicativo do seu banco.</li>
              <li>Escolha pagar com Pix copia e cola.</li>
              <li>Volte aqui: a confirmação aparece sozinha.</li>
            </ol>
          </div>
          {qr_svg_url && (
            <img
              src={qr_svg_url}
              alt="QR code do Pix"
              width={208}
              height={208}
              className="mx-auto rounded-2xl bg-white"
            />
          )}
        </div>
      )}
      {motivo && <p>{motivo}</p>}
      {status === 'pago' && <p>Recebemos o pagamento. A escola envia o valor ao exterior e avisa você por e-mail.</p>}
      {!isWaiting && status !== 'pago' && !motivo && (
        <p>
          O tempo deste pagamento acabou, e nada foi cobrado. Se você pagou no último instante, o valor é confirmado ou
          devolvido.
        </p>
      )}
    </div>
  );
}
