import type { Checked } from '#lib/stores/practice-test-draft.ts';
import Wrong from '~icons/material-symbols/cancel-outline-rounded';
import Right from '~icons/material-symbols/check-circle-rounded';

/** What was right, and why: in words and with an icon, never by colour alone. */
export function AnswerVerdict({ verdict }: { verdict: Checked }) {
  const { certa, explicacao } = verdict;
  const Icon = certa ? Right : Wrong;
  return (
    <div
      className={`grid gap-1 py-3.5 px-4 rounded-row bg-(--tone-soft) [--rise:12px] motion-safe:animate-[rise_220ms_var(--ease-out)] ${certa ? 'tone-success' : 'tone-error'}`}
    >
      <p className="text-(--tone) flex items-center gap-2 text-lg font-bold">
        <Icon className="size-6 flex-none" aria-hidden="true" />
        {certa ? 'Certo!' : 'Ainda não'}
      </p>
      <p>{explicacao}</p>
    </div>
  );
}
