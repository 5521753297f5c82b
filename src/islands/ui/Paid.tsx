import { useEffect, useRef } from 'react';
import { formatMoney } from '#lib/format/money.ts';
import Check from '~icons/material-symbols/check-rounded';
import Download from '~icons/material-symbols/download-rounded';

interface PaidProps {
  centavos: number;
  /** What the payment was for, in words. */
  what: string;
  /** Receipts as PDF, each with the name of its payment. */
  receipts: readonly { label: string; href: string }[];
  /** Where the user goes on. */
  next?: { label: string; href: string };
}

/** A payment that arrived: a screen reader says it, and the receipt is at hand. */
export function Paid({ centavos, what, receipts, next }: PaidProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    // What the page said before the payment no longer holds: see `.until-paid`.
    document.body.dataset.paid = '';
  }, []);
  return (
    <div className="paid">
      <span className="paid-mark" aria-hidden="true">
        <Check className="size-9" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        Pagamento recebido
      </h2>
      <p className="num text-3xl font-extrabold tracking-tight">{formatMoney(centavos)}</p>
      <p className="text-muted">{what}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        {receipts.map(({ label, href }) => (
          <a key={href} className="btn btn-primary" href={href} download>
            <Download className="size-5" aria-hidden="true" />
            {label}
          </a>
        ))}
        {next && (
          <a className="btn btn-soft-brand" href={next.href}>
            {next.label}
          </a>
        )}
      </div>
    </div>
  );
}
