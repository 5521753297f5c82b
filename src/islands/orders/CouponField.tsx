import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Quote } from '#lib/contract/orders.schema.ts';
import { orderMessages } from '#lib/words/orders.ts';
import Check from '~icons/material-symbols/check-circle-rounded';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

interface CouponFieldProps {
  /** The coupon that counts now, or empty. */
  applied: string;
  quote: Quote;
  /** The shown price is that of the present choices. */
  isPriced: boolean;
  /** The server's reason, if it refused the coupon with the order. */
  error?: string;
  onApply: (name: string) => void;
}

/** A coupon by its name. The field says at once whether it counts, and the student can take it off again. */
export function CouponField({ applied, quote, isPriced, error, onApply }: CouponFieldProps) {
  const [typed, setTyped] = useState(applied);
  useEffect(() => {
    if (applied !== '') setTyped(applied);
  }, [applied]);
  const isTaken = applied !== '' && isPriced && !quote.cupom_aviso;
  const isCurrent = typed.trim().toUpperCase() === applied.toUpperCase();
  const refusal = error ?? (applied !== '' && isCurrent && isPriced ? quote.cupom_aviso : null);

  function apply() {
    onApply(typed.trim());
  }
  function applyOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    // Enter in this field applies the coupon and does not send the order.
    event.preventDefault();
    apply();
  }

  return (
    <div className="grid gap-2">
      <div className="coupon-row">
        <Field
          name="cupom"
          label="Cupom"
          isOptional
          autoComplete="off"
          autoCapitalize="characters"
          value={typed}
          error={refusal ?? undefined}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={applyOnEnter}
        />
        {isTaken && isCurrent ? (
          <Button
            look="ghost"
            onClick={() => {
              setTyped('');
              onApply('');
            }}
          >
            Tirar
          </Button>
        ) : (
          // Without a script it sends the form, and the page shows the price with the coupon.
          <Button
            look="soft"
            type="submit"
            name="acao"
            value="conferir"
            onClick={(event) => {
              event.preventDefault();
              apply();
            }}
          >
            Aplicar
          </Button>
        )}
      </div>
      <p className="text-success flex items-center gap-1.5 px-1 text-sm font-semibold empty:hidden" aria-live="polite">
        {isTaken && (
          <>
            <Check className="size-5 flex-none" aria-hidden="true" />
            {orderMessages.couponTaken(applied, quote.desconto_cupom_centavos)}
          </>
        )}
      </p>
    </div>
  );
}
