import { useFormContext } from 'react-hook-form';
import { maskCpf } from '#lib/format/cpf.ts';
import { digitsOf } from '#lib/format/documents.ts';
import type { PayerValues } from '#lib/rules/exchange/payer.ts';
import { PayerFieldset } from './PayerFieldset.tsx';

interface PayerSummaryProps {
  hasCpf?: boolean;
  isOpen: boolean;
  onOpen: () => void;
}

/** The payer. The data is known, so it takes one line until the user wants to change it or something is missing. */
export function PayerSummary({ hasCpf, isOpen, onOpen }: PayerSummaryProps) {
  const { watch } = useFormContext<PayerValues>();
  const [name, cpf] = watch(['full_name', 'cpf']);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="text-base font-bold">Quem paga</h3>
          {!isOpen && (
            <p className="text-muted truncate">
              {name} · CPF {maskCpf(digitsOf(cpf))}
            </p>
          )}
        </div>
        {!isOpen && (
          <button type="button" className="link-target" onClick={onOpen}>
            Conferir ou mudar
          </button>
        )}
      </div>
      {isOpen && <PayerFieldset hasCpf={hasCpf} />}
    </>
  );
}
