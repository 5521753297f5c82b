import type { ReceiverValues } from '#lib/rules/exchange/payer.ts';
import { exchangeMessages } from '#lib/words/exchange.ts';
import { Field } from '../ui/Field.tsx';
import { useFormFields } from '../ui/form-fields.ts';
import { Select } from '../ui/Select.tsx';

const purposes = Object.entries(exchangeMessages.purposes).map(([value, label]) => ({ value, label }));

/** Who receives the money abroad, and what for. */
export function ReceiverFieldset() {
  const { field } = useFormFields<ReceiverValues>();
  return (
    <>
      <h3 className="text-base font-bold">Quem recebe</h3>
      <div className="grid gap-4 md:grid-cols-2">
        <Field {...field('nome')} label="Escola, empresa ou pessoa" autoComplete="off" />
        <Field {...field('pais')} label="País" autoComplete="off" />
        <Field
          {...field('conta')}
          label="Conta, IBAN ou número de aluno"
          hint="Como está na fatura de quem recebe."
          autoComplete="off"
        />
        <Select {...field('motivo')} label="Motivo" options={purposes} />
      </div>
    </>
  );
}
