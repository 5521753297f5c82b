import { type KeyboardEvent, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Quote } from '#lib/contract/orders.schema.ts';
import type { OrderValues } from '#lib/rules/orders/form.ts';
import { orderMessages } from '#lib/words/orders.ts';
import Check from '~icons/material-symbols/check-circle-rounded';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { useFormFields } from '../ui/form-fields.ts';

interface CouponFieldProps {
  /** The applied coupon, or empty. */
  applied: string;
  quote: Quote;
  /** The shown price belongs to the current choices. */
  isPriced: boolean;
  onApply: (name: string) => void;
}

/** A coupon by its name. The field shows at once whether it is valid, and the student can remove it again. */
export function CouponField({ applied, quote, isPriced, onApply }: CouponFieldProps) {
  const { watch, setValue } = useFormContext<OrderValues>();
  const { error, ...cupom } = useFormFields<OrderValues>().field('cupom');
  const typed = watch('cupom');
  useEffect(() => {
    if (applied !== '') setValue('cupom', applied);
  }, [applied, setValue]);
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
      {/* The button stays beside the input, with or without a message below it. */}
      <div className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1.5 [&>.field]:contents [&_.field-label]:col-span-full [&_.field-error]:[grid-area:3/1/auto/-1] [&>.btn]:[grid-area:2/2]">
        <Field
          {...cupom}
          label="Cupom"
          isOptional
          autoComplete="off"
          autoCapitalize="characters"
          error={refusal ?? undefined}
          onKeyDown={applyOnEnter}
        />
        {isTaken && isCurrent ? (
          <Button
            look="ghost"
            onClick={() => {
              setValue('cupom', '');
              onApply('');
            }}
          >
            Tirar
          </Button>
        ) : (
          // Without a script it submits the form, and the page shows the price with the coupon.
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
