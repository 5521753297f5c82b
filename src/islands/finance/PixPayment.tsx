import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { pixFor } from '#lib/stores/finance.ts';
import { $pix, type PixCharge, renewPix, startPix, stopPix } from '#lib/stores/finance-pix.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { Paid } from '../ui/Paid.tsx';
import { PixCode } from '../ui/PixCode.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useAhead } from '../ui/use-countdown.ts';

export interface PaymentProps {
  bills: number[];
  /** What the payment is for, in words. */
  what: string;
  /** A link that replaces a login. */
  link?: string;
  receipts: { label: string; href: string }[];
  next?: { label: string; href: string };
  /** The bill that comes after this one, in words. */
  upcoming?: string | null;
}

interface PixPaymentProps extends PaymentProps {
  /** The code that came with the page, if any. */
  charge?: PixCharge;
  /** The school's time when the page was drawn. */
  now: string;
}

/** Pays by Pix: the code, its time, and the receipt once the money arrives, without a reload. */
export function PixPayment({ bills, link, what, receipts, next, upcoming, charge, now }: PixPaymentProps) {
  const pix = useStore($pix, { ssr: 'initial' });
  const ahead = useAhead(now);
  const ids = bills.join();
  useEffect(() => {
    void startPix(pixFor({ bills: ids.split(',').map(Number), link }), charge);
    return stopPix;
  }, [ids, link, charge]);
  switch (pix.step) {
    case 'paid':
      return <Paid centavos={pix.charge.valor_centavos} {...{ what, receipts, next, upcoming }} />;
    case 'waiting':
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
    case 'expired':
      return (
        <div className="grid justify-items-start gap-4" role="status">
          <p>
            <strong>Este código expirou.</strong> Se você já pagou, o pagamento aparece no extrato em alguns minutos:
            não pague de novo.
          </p>
          <Button onClick={() => void renewPix()}>Gerar novo código</Button>
        </div>
      );
    case 'failed':
      return (
        <div className="grid justify-items-start gap-4">
          <FormError message={pix.message} />
          <Button look="soft" onClick={() => void renewPix()}>
            Tentar de novo
          </Button>
        </div>
      );
    default:
      // As high as the code that follows, so nothing below it moves then.
      return (
        <p className="text-muted flex min-h-92 items-center justify-center gap-3" role="status">
          <Spinner /> Gerando o código Pix
        </p>
      );
  }
}
