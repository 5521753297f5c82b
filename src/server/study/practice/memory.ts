import { type Card, createEmptyCard, fsrs, type Grade, State } from 'ts-fsrs';
import type { Cartao } from '#lib/contract/practice.schema.ts';

/** One rating of a word: 1 forgot, 2 hard, 3 good, 4 easy. Instants are ISO-8601 UTC. */
export interface Rating {
  nota: number;
  feita_em: string;
  contada_em: string;
}

export interface Memory extends Omit<Cartao, 'ultima_em'> {
  passos: number;
  intervalo_dias: number;
  ultima_em: string;
}

const MAX_DAYS = 365;
/** Without randomness: the same ratings give the same card, in every process and computation. */
const scheduler = fsrs({ enable_fuzz: false, maximum_interval: MAX_DAYS });
const MASTERED_DAYS = 7;

const states: Record<State, Cartao['estado']> = {
  [State.New]: 'nova',
  [State.Learning]: 'aprendendo',
  [State.Review]: 'revisao',
  [State.Relearning]: 'reaprendendo',
};

/**
 * The card that results from ratings sorted by time. Late or repeated ratings lead to the same card.
 *
 * @returns null without ratings.
 */
export function replay(ratings: readonly Rating[]): Memory | null {
  const sorted = ratings.toSorted((a, b) => compare(a.contada_em, b.contada_em) || compare(a.feita_em, b.feita_em));
  const [first] = sorted;
  if (!first) return null;
  let card = createEmptyCard(new Date(first.contada_em));
  for (const { nota, contada_em } of sorted) card = scheduler.next(card, new Date(contada_em), nota as Grade).card;
  return {
    estado: states[card.state],
    vence_em: card.due.toISOString(),
    estabilidade: card.stability,
    dificuldade: card.difficulty,
    repeticoes: card.reps,
    lapsos: card.lapses,
    passos: card.learning_steps,
    intervalo_dias: card.scheduled_days,
    ultima_em: (card.last_review ?? new Date(first.contada_em)).toISOString(),
  };
}

/** For each rating, the seconds until a word comes back if the user rates it now. */
export function intervalsFrom(memory: Memory | null, now: Date): number[] {
  if (!memory) return freshIntervals;
  return intervalsOf(cardOf(memory), new Date(Math.max(now.getTime(), Date.parse(memory.ultima_em))));
}

const intervalsOf = (card: Card, at: Date) =>
  ([1, 2, 3, 4] as const).map((nota) =>
    Math.round((scheduler.next(card, at, nota as Grade).card.due.getTime() - at.getTime()) / 1000),
  );

/** The intervals of a word without ratings: most words of a book. */
const freshIntervals = intervalsOf(createEmptyCard(new Date(0)), new Date(0));

/** A word counts as known when its memory lasts a week. */
export const isMastered = ({ estado, estabilidade }: Pick<Cartao, 'estado' | 'estabilidade'>) =>
  estado === 'revisao' && estabilidade >= MASTERED_DAYS;

function cardOf(memory: Memory): Card {
  const [state] = Object.entries(states).find(([, name]) => name === memory.estado) ?? [State.New];
  return {
    due: new Date(memory.vence_em),
    stability: memory.estabilidade,
    difficulty: memory.dificuldade,
    elapsed_days: 0,
    scheduled_days: memory.intervalo_dias,
    learning_steps: memory.passos,
    reps: memory.repeticoes,
    lapses: memory.lapsos,
    state: Number(state) as State,
    last_review: new Date(memory.ultima_em),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
