import type { Parcela } from '#lib/contract/finance.schema.ts';
import { type ExchangeForm, moedas } from '#lib/rules/exchange/quote-form.ts';
import { askQuote } from '#lib/stores/exchange.ts';
import { moedaNames } from '#lib/words/exchange.ts';
import { Button } from '../ui/Button.tsx';
import { FormError } from '../ui/FormError.tsx';
import { MaskedField } from '../ui/MaskedField.tsx';
import { Select } from '../ui/Select.tsx';
import type { ContractForm } from '../ui/use-contract-form.ts';
import { moneyMask } from './money-mask.ts';

interface QuoteFormProps {
  of: ContractForm<ExchangeForm>;
  methods: Parcela['formas'] | null;
}

const currencies = moedas.map((moeda) => ({ value: moeda, label: moedaNames[moeda].label }));

/** The simulator: a plain form of this address, so it works before hydration, and without scripts. */
export function QuoteForm({ of, methods }: QuoteFormProps) {
  const { form, element, field, choice, problem, isSending, submit } = of;
  const [moeda, em] = form.watch(['moeda', 'em']);
  const isTaken = (method: 'pix' | 'cartao') => methods === null || methods.includes(method);
  const name = moedaNames[moeda].one;
  return (
    <form ref={element} method="get" className="grid gap-5" noValidate onSubmit={submit(askQuote)}>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Select {...field('moeda')} label="Moeda" options={currencies} />
        <MaskedField
          {...field('valor')}
          label={em === 'moeda' ? `Valor em ${name}` : 'Valor em reais'}
          hint={em === 'moeda' ? 'Valor que chega ao destino.' : 'O que você paga, com imposto e tarifa.'}
          mask={moneyMask}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0,00"
        />
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <fieldset className="pair gap-3">
          <legend className="field-label mb-1.5">O valor é em</legend>
          <Choice {...choice('em', 'moeda')} label={capitalized(name)} />
          <Choice {...choice('em', 'reais')} label="Reais" />
        </fieldset>
        <fieldset className="pair gap-3">
          <legend className="field-label mb-1.5">Como pagar</legend>
          {isTaken('pix') && <Choice {...choice('forma', 'pix')} label="Pix" />}
          {isTaken('cartao') && <Choice {...choice('forma', 'cartao')} label="Cartão" />}
        </fieldset>
      </div>
      <FormError message={problem} />
      <Button type="submit" className="md:justify-self-start" isPending={isSending} pendingLabel="Cotando">
        Cotar
      </Button>
    </form>
  );
}

function Choice({ label, ...radio }: ReturnType<ContractForm<ExchangeForm>['choice']> & { label: string }) {
  return (
    <label className="option gap-2.5 py-2.5 px-3.5">
      <input {...radio} />
      <span className="font-medium">{label}</span>
    </label>
  );
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
