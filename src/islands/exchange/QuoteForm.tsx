import type { PayWays } from '#lib/contract/finance.schema.ts';
import { type ExchangeForm, moedas } from '#lib/rules/exchange/quote-form.ts';
import { moedaNames } from '#lib/words/exchange.ts';
import { Button } from '../ui/Button.tsx';
import { MaskedField } from '../ui/MaskedField.tsx';
import { Select } from '../ui/Select.tsx';
import { moneyMask } from './money-mask.ts';

interface QuoteFormProps {
  form: ExchangeForm;
  ways: PayWays['formas'] | null;
  onChange: (form: ExchangeForm) => void;
  onSubmit: () => void;
  problem: string | null;
  isPending: boolean;
}

const currencies = moedas.map((moeda) => ({ value: moeda, label: moedaNames[moeda].label }));

/** The simulator: a plain form of this address, so it works before, and without, any script. */
export function QuoteForm({ form, ways, onChange, onSubmit, problem, isPending }: QuoteFormProps) {
  const set = (part: Partial<ExchangeForm>) => onChange({ ...form, ...part });
  const isTaken = (way: 'pix' | 'cartao') => ways === null || ways.includes(way);
  const name = moedaNames[form.moeda].one;
  return (
    <form
      method="get"
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) onSubmit();
      }}
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Select
          label="Moeda"
          name="moeda"
          options={currencies}
          value={form.moeda}
          onChange={(event) => set({ moeda: event.target.value as ExchangeForm['moeda'] })}
        />
        <MaskedField
          label={form.em === 'moeda' ? `Valor em ${name}` : 'Valor em reais'}
          hint={form.em === 'moeda' ? 'Valor que chega ao destino.' : 'O que você paga, com imposto e tarifa.'}
          name="valor"
          mask={moneyMask}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0,00"
          defaultValue={form.valor}
          error={problem ?? undefined}
          onChange={(event) => set({ valor: event.target.value })}
        />
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <fieldset className="pair gap-3">
          <legend className="field-label mb-1.5">O valor é em</legend>
          <Choice name="em" value="moeda" label={capitalized(name)} current={form.em} onPick={(em) => set({ em })} />
          <Choice name="em" value="reais" label="Reais" current={form.em} onPick={(em) => set({ em })} />
        </fieldset>
        <fieldset className="pair gap-3">
          <legend className="field-label mb-1.5">Como pagar</legend>
          {isTaken('pix') && (
            <Choice name="forma" value="pix" label="Pix" current={form.forma} onPick={(forma) => set({ forma })} />
          )}
          {isTaken('cartao') && (
            <Choice
              name="forma"
              value="cartao"
              label="Cartão"
              current={form.forma}
              onPick={(forma) => set({ forma })}
            />
          )}
        </fieldset>
      </div>
      <Button type="submit" className="md:justify-self-start" isPending={isPending} pendingLabel="Cotando">
        Cotar
      </Button>
    </form>
  );
}

interface ChoiceProps<T extends string> {
  name: string;
  value: T;
  label: string;
  current: string;
  onPick: (value: T) => void;
}

function Choice<T extends string>({ name, value, label, current, onPick }: ChoiceProps<T>) {
  return (
    <label className="option exchange-choice">
      <input type="radio" name={name} value={value} checked={current === value} onChange={() => onPick(value)} />
      <span className="font-medium">{label}</span>
    </label>
  );
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
