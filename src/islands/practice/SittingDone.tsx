import type { ReactNode } from 'react';
import type { Palavra } from '#lib/contract/practice.schema.ts';
import { formatInterval } from '#lib/format/interval.ts';
import { nextDue } from '#lib/rules/practice/study-session.ts';
import { SittingEnd, type SittingWays } from './SittingEnd.tsx';

type SittingDoneProps = SittingWays & {
  words: Palavra[];
  now: string;
  praise: string;
  ratings: number[];
  seconds: number;
  children: ReactNode;
};

/** After the last card, or if nothing is due: what the student did and when to come back. */
export function SittingDone({ words, now, praise, ratings, seconds, children, ...ways }: SittingDoneProps) {
  if (ratings.length === 0) {
    const next = nextDue(words, now);
    const wait = next === null ? null : (Date.parse(next) - Date.parse(now)) / 1000;
    return (
      <SittingEnd {...ways} title="Tudo em dia" isWon={false} week={null}>
        <p className="text-muted text-center">
          {wait === null
            ? 'As palavras voltam sozinhas quando for hora de revisar.'
            : `A próxima palavra volta em ${formatInterval(wait)}.`}
        </p>
      </SittingEnd>
    );
  }
  const known = ratings.filter((nota) => nota > 1).length;
  return (
    <SittingEnd
      {...ways}
      title={praise}
      figures={[
        { value: String(ratings.length), label: ratings.length === 1 ? 'resposta' : 'respostas' },
        { value: String(known), label: known === 1 ? 'lembrada' : 'lembradas' },
        { value: formatInterval(seconds), label: 'de estudo' },
      ]}
    >
      {children}
    </SittingEnd>
  );
}
