import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { CambioPayment } from '#lib/contract/exchange.schema.ts';
import { routes } from '#lib/routes.ts';
import { $receipt, chargeOf, pixOf } from '#lib/stores/exchange.ts';
import { $pix, startPix, stopPix } from '#lib/stores/finance-pix.ts';
import { FormError } from '../ui/FormError.tsx';
import { Paid } from '../ui/Paid.tsx';
import { PixCode } from '../ui/PixCode.tsx';
import { useAhead } from '../ui/use-countdown.ts';

interface PixPaymentProps {
  /** A Pix that waits for its money. */
  payment: CambioPayment;
  /** What it pays for, in words. */
  what: string;
  /** The school's time when the page was drawn. */
  now: string;
}

/** The code of a payment, and its live state. */
export function PixPayment({ payment, what, now }: PixPaymentProps) {
  const receipt = useStore($receipt, { ssr: 'initial' });
  const live = useStore($pix, { ssr: 'initial' });
  const ahead = useAhead(now);
  useEffect(() => {
    void startPix(pixOf(payment.id), chargeOf(payment));
    return stopPix;
  }, [payment]);
  // Before the page listens, it shows the code that the server sent.
  const pix = live.step === 'asking' ? { step: 'waiting' as const, charge: chargeOf(payment), isOffline: false } : live;
  if (pix.step === 'paid') {
    return (
      <Paid
        centavos={pix.charge.valor_centavos}
        what={what}
        receipts={receipt ? [{ label: 'Baixar recibo', href: receipt }] : []}
        next={{ label: 'Ir ao financeiro', href: routes.finance.home() }}
      />
    );
  }
  if (pix.step === 'waiting') {
    return (
      <PixCode
        code={pix.charge.br_code}
        imageUrl={pix.charge.qr_svg_url}
        centavos={pix.charge.valor_centavos}
        expiresAt={pix.charge.expira_em}
        isOffline={pix.isOffline}
        ahead={ahead}
        onExpire={() => $pix.set({ step: 'expired' })}
      />
    );
  }
  if (pix.step === 'failed') return <FormError message={pix.message} />;
  return (
    <p role="status">
      <strong>O tempo deste pagamento acabou.</strong> Se você pagou no último instante, o valor é confirmado em alguns
      minutos ou devolvido: não pague de novo antes de conferir em “Seus pagamentos”.
    </p>
  );
}
