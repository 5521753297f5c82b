import { useId } from 'react';
import type { Faixa } from '#lib/contract/orders.schema.ts';
import { formatMoney } from '#lib/format/money.ts';
import { MAX_BOOKS } from '#lib/rules/orders/form.ts';
import { oneMoreWords, orderMessages } from '#lib/words/orders.ts';
import Add from '~icons/material-symbols/add-rounded';
import Remove from '~icons/material-symbols/remove-rounded';

interface QuantityFieldProps {
  value: number;
  faixas: readonly Faixa[];
  onChange: (value: number) => void;
}

/** The quantity, by slider or by step, and what one more item would save (ORDER-18…21). */
export function QuantityField({ value, faixas, onChange }: QuantityFieldProps) {
  const id = useId();
  const row = faixas.find(({ quantidade }) => quantidade === value) ?? faixas.at(-1);
  const step = (by: number) => onChange(Math.min(Math.max(value + by, 1), MAX_BOOKS));
  return (
    <div className="grid gap-3">
      <label htmlFor={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="sr-only">Quantidade</span>
        <strong className="num text-2xl font-extrabold tracking-tight">{orderMessages.books(value)}</strong>
        {row && <span className="num text-muted">{formatMoney(row.valor_unitario_centavos)} cada</span>}
      </label>
      <div className="quantity">
        <button type="button" className="btn btn-outline btn-circle" aria-label="Um a menos" onClick={() => step(-1)}>
          <Remove className="size-6" aria-hidden="true" />
        </button>
        <input
          id={id}
          type="range"
          min={1}
          max={MAX_BOOKS}
          step={1}
          value={value}
          aria-label="Quantidade"
          aria-valuetext={orderMessages.books(value)}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        <button type="button" className="btn btn-outline btn-circle" aria-label="Um a mais" onClick={() => step(1)}>
          <Add className="size-6" aria-hidden="true" />
        </button>
      </div>
      <p className="tone-brand notice num" aria-live="polite">
        {oneMoreWords(faixas, value)}
      </p>
    </div>
  );
}
