import { useEffect, useRef } from 'react';
import { formatMoney } from '#lib/format/money.ts';
import type { PaymentState } from '#lib/rules/finance/payment-state.ts';
import Close from '~icons/material-symbols/close-rounded';
import Download from '~icons/material-symbols/download-rounded';

export interface PaidFor {
  /** The purpose of the payment, in words. */
  what: string;
  /** Receipts as PDF, each with the name of its payment; absent: the one that came with the payment. */
  receipts?: readonly { label: string; href: string }[];
  /** The link to continue. */
  next?: { label: string; href: string };
  /** The next open bill, in words. */
  upcoming?: string | null;
}

interface PaidProps extends PaidFor {
  payment: Extract<PaymentState, { step: 'paid' }>;
}

/**
 * A received payment fills the screen: a screen reader announces it, and the receipt is linked. When closed, it is shown
 * on the page.
 */
export function Paid({ payment, what, receipts, next, upcoming }: PaidProps) {
  const { centavos, receipt } = payment;
  const papers = receipts ?? (receipt ? [{ label: 'Baixar recibo', href: receipt }] : []);
  const screen = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!screen.current?.open) screen.current?.showModal();
    heading.current?.focus();
    // Texts from before the payment are hidden by `in-data-paid:hidden`.
    document.body.dataset.paid = '';
  }, []);
  return (
    <dialog ref={screen} className="paid" aria-labelledby="pago">
      <button
        type="button"
        className="btn btn-ghost btn-circle absolute top-[calc(12px+env(safe-area-inset-top))] end-3 text-hero-content"
        aria-label="Fechar"
        onClick={() => screen.current?.close()}
      >
        <Close className="size-6" aria-hidden="true" />
      </button>
      <svg
        className="w-24 mb-2 fill-none stroke-current stroke-7 [stroke-linecap:round] [stroke-linejoin:round]"
        viewBox="0 0 96 96"
        aria-hidden="true"
      >
        <circle className="stroke-3 opacity-50" cx="48" cy="48" r="44" />
        <path
          className="motion-safe:[stroke-dasharray:1] motion-safe:animate-draw"
          pathLength="1"
          d="m30 49 13 13 24-27"
        />
      </svg>
      <h2 id="pago" ref={heading} tabIndex={-1} className="text-2xl">
        Pagamento recebido
      </h2>
      <p className="text-3xl font-extrabold tracking-tight">{formatMoney(centavos)}</p>
      <p>{what}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {papers.map(({ label, href }) => (
          <a key={href} className="btn btn-hero" href={href} download>
            <Download className="size-5" aria-hidden="true" />
            {label}
          </a>
        ))}
        {next && (
          <a className="btn btn-ghost text-hero-content" href={next.href}>
            {next.label}
          </a>
        )}
      </div>
      {upcoming && <p className="text-sm">{upcoming}</p>}
    </dialog>
  );
}
