import type { Palavra } from '#lib/contract/practice.schema.ts';
import { formatInterval } from '#lib/format/interval.ts';
import { nextDue } from '#lib/rules/practice/study-session.ts';
import Check from '~icons/material-symbols/check-circle-rounded';

/** After the last card, or if nothing is due: what the student did and when to come back. */
export function SittingDone({ words, now, ratings }: { words: Palavra[]; now: string; ratings: number[] }) {
  const known = ratings.filter((nota) => nota > 1).length;
  const next = nextDue(words, now);
  const wait = next === null ? null : (Date.parse(next) - Date.parse(now)) / 1000;
  return (
    <div className="grid justify-items-center gap-2 py-4 text-center" role="status">
      <Check className="text-success size-12" aria-hidden="true" />
      <p className="text-xl font-bold">{ratings.length > 0 ? 'Sessão concluída' : 'Tudo em dia'}</p>
      {ratings.length > 0 && (
        <p className="num">
          {ratings.length} {ratings.length === 1 ? 'resposta' : 'respostas'}, {known} lembradas.
        </p>
      )}
      <p className="text-muted">
        {wait === null || ratings.length > 0
          ? 'As palavras voltam sozinhas quando for hora de revisar.'
          : `A próxima palavra volta em ${formatInterval(wait)}.`}
      </p>
    </div>
  );
}
