import type { Checked } from '#lib/stores/practice-test-draft.ts';
import Wrong from '~icons/material-symbols/cancel-outline-rounded';
import Right from '~icons/material-symbols/check-circle-rounded';

interface AnswerVerdictProps {
  verdict: Pick<Checked, 'certa' | 'explicacao'>;
  className: string;
}

/** The right answer and its explanation: in words and with an icon, never by colour alone. */
export function AnswerVerdict({ verdict, className }: AnswerVerdictProps) {
  const { certa, explicacao } = verdict;
  const Icon = certa ? Right : Wrong;
  return (
    <div className={`grid gap-1 ${certa ? 'tone-success' : 'tone-error'} ${className}`}>
      <p className="text-(--tone) flex items-center gap-2 text-lg font-bold">
        <Icon className="size-6 flex-none" aria-hidden="true" />
        {certa ? 'Certo!' : 'Ainda não'}
      </p>
      <p>{explicacao}</p>
    </div>
  );
}
