import type { MaskitoOptions } from '@maskito/core';
import { useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import { formatMoney } from '#lib/format/money.ts';
import { splitCentavos } from '#lib/format/split-centavos.ts';
import { type CardValues, cardOf } from '#lib/rules/finance/card-form.ts';
import { expiryMask } from '../ui/expiry-mask.ts';
import { Field } from '../ui/Field.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { MaskedField } from '../ui/MaskedField.tsx';
import { cpfMask } from '../ui/masks.ts';
import { Select } from '../ui/Select.tsx';

const digit = /\d/;
const cvvMask: MaskitoOptions = { mask: [digit, digit, digit, digit] };
const MAX_NUMBER = 19;

/** Groups of the brand: 4-4-4-4 for most. */
const numberMask: MaskitoOptions = {
  mask: ({ value }) => {
    const gaps = cardOf(value.replace(/\D/g, ''))?.gaps ?? [4, 8, 12, 16];
    return Array.from({ length: MAX_NUMBER }, (_, at) => (gaps.includes(at) ? [' ', digit] : [digit])).flat();
  },
};

/** The fields of a card, inside a form of react-hook-form. @param total centavos. @param maxInstallments instalments at most. */
export function CardFields({ total, maxInstallments }: { total: number; maxInstallments: number }) {
  const { watch } = useFormContext<CardValues>();
  const { field } = useFormFields<CardValues>();
  const card = cardOf(watch('number').replace(/\D/g, ''));
  const plans = useMemo(
    () =>
      Array.from({ length: maxInstallments }, (_, index) => {
        const times = index + 1;
        const parts = splitCentavos(total, times);
        const [first = total] = parts;
        const last = parts.at(-1) ?? total;
        const each = first === last ? formatMoney(first) : `${formatMoney(last)}, a primeira de ${formatMoney(first)},`;
        return {
          value: String(times),
          label: times === 1 ? `À vista, ${formatMoney(total)}` : `${times}× de ${each} sem juros`,
        };
      }),
    [maxInstallments, total],
  );
  return (
    <>
      <MaskedField
        {...field('number')}
        mask={numberMask}
        label="Número do cartão"
        inputMode="numeric"
        autoComplete="cc-number"
        spellCheck={false}
        hint={card ? `Cartão ${card.brand}` : undefined}
      />
      <Field
        {...field('holder_name')}
        label="Nome impresso no cartão"
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className="pair">
        <MaskedField
          {...field('expiry')}
          mask={expiryMask}
          label="Validade"
          placeholder="MM/AA"
          inputMode="numeric"
          autoComplete="cc-exp"
        />
        <MaskedField
          {...field('cvv')}
          mask={cvvMask}
          label="Código (CVV)"
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder={card?.cvvLength === 4 ? '4 números' : '3 números'}
        />
      </div>
      <MaskedField
        {...field('cpf')}
        mask={cpfMask}
        label="CPF de quem é o cartão"
        inputMode="numeric"
        autoComplete="off"
      />
      {maxInstallments > 1 && <Select {...field('installments')} label="Em quantas vezes" options={plans} />}
    </>
  );
}
