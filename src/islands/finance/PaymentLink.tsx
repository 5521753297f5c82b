import { useState } from 'react';
import { formatDate } from '#lib/format/dates.ts';
import { linkFor } from '#lib/stores/finance.ts';
import Share from '~icons/material-symbols/ios-share-rounded';
import { Button } from '../ui/Button.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { FormError } from '../ui/FormError.tsx';

/**
 * Creates a link by which somebody else can pay this bill, without a login. It shows the debtor’s first name and an
 * initial.
 */
export function PaymentLink({ bill, timeZone }: { bill: number; timeZone: string }) {
  const [link, setLink] = useState<{ url: string; expira_em: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  async function make() {
    setIsMaking(true);
    const made = await linkFor(bill);
    setIsMaking(false);
    setProblem('problem' in made ? made.problem : null);
    if ('url' in made) setLink(made);
  }
  if (!link) {
    return (
      <div className="grid justify-items-start gap-3">
        <FormError message={problem} />
        <Button
          look="soft"
          isPending={isMaking}
          icon={<Share className="size-5" aria-hidden="true" />}
          onClick={() => void make()}
        >
          Criar link de pagamento
        </Button>
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <CopyField
        label="Link de pagamento"
        value={link.url}
        hint={`Vale até ${formatDate(link.expira_em, timeZone)}. Quem abrir vê a parcela, o primeiro nome do aluno e a inicial do sobrenome.`}
      />
      {'share' in globalThis.navigator && (
        <Button look="ghost" data-copy={link.url} data-share="Pagamento da escola">
          Enviar
        </Button>
      )}
    </div>
  );
}
