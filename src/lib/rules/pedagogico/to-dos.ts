import type { LivroProgresso, WordsOfDay } from '#lib/contract/practice.schema.ts';
import { relativeDay, relativeTime } from '#lib/format/dates.ts';
import { plural } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { absencesOfClass } from '../absences/absence-links.ts';
import { minutesFor } from '../practice/study-session.ts';
import { safeNext } from '../routes/next-path.ts';
import { DAY_MS } from '../time/spans.ts';

/** The school’s data for a student’s day. */
export interface Today extends WordsOfDay {
  /** Late assignments first, then the nearest deadline. */
  work: readonly OpenWork[];
  /** The total, including assignments that the list omits. */
  work_total: number;
  /** An event today for which the student has a ticket. */
  event: { nome: string; evento_em: string } | null;
  /** The next test of a class, some days before. `data`: `YYYY-MM-DD` */
  test: { nome: string; data: string; turma_id: number; turma: string } | null;
}

/** An assignment of a class with a deadline, not submitted yet. */
interface OpenWork {
  turma_id: number;
  turma_atividade_id: number;
  titulo: string;
  prazo: string;
  is_late: boolean;
}

/** A task for now, with the address where it starts. */
export interface ToDo {
  kind: 'event' | 'test' | 'work' | 'words' | 'done' | 'unit' | 'missed';
  title: string;
  /** The rest of the title: the name of a lesson. */
  english?: string;
  note: string;
  /** The instant of the hour in the note. */
  at?: string;
  isLate: boolean;
  href: string;
}

/** A missed lesson that another class's lesson can replace. */
export interface MakeUp {
  turma_aluno_id: number;
  aula: { aula_id: number; titulo: string; inicio: string };
}

/** A daily plan has at most this many tasks. */
const MAX_TO_DOS = 3;
/** Assignments due within two days come before the words. */
const SOON_MS = 2 * DAY_MS;

/**
 * A student’s tasks for today, the most urgent first: a ticket for an event, an upcoming test, late assignments,
 * assignments due soon, words, the book, other assignments.
 *
 * @param today null if the school does not provide it
 * @returns at most three, one of each kind; and a missed lesson to make up for, if there is one
 */
export function toDos(
  today: Today | null,
  books: readonly LivroProgresso[],
  { now, timeZone, makeUp }: { now: Date; timeZone: string; makeUp?: MakeUp | undefined },
): ToDo[] {
  const book = currentBook(books);
  const work = today && workToDo(today, now, timeZone);
  const event = today?.event ? eventToDo(today.event, now, timeZone) : null;
  const test = today?.test ? testToDo(today.test, now, timeZone) : null;
  const words = today && book ? wordsToDo(today, book) : null;
  const unit = book ? unitToDo(book) : null;
  const order = work?.isUrgent ? [work.toDo, words, unit] : [words, unit, work?.toDo ?? null];
  const plan = [event, test, ...order].filter((each) => each !== null).slice(0, MAX_TO_DOS);
  return makeUp ? [...plan, makeUpToDo(makeUp, now, timeZone)] : plan;
}

/** The book last studied, else the newest one. */
export const currentBook = (books: readonly LivroProgresso[]): LivroProgresso | undefined =>
  books.find(({ continuar }) => continuar) ?? books[0];

function workToDo({ work, work_total }: Today, now: Date, timeZone: string) {
  const [first] = work;
  if (!first) return null;
  const others = work_total > 1 ? ` · mais ${work_total - 1} para entregar` : '';
  const when = first.is_late
    ? `Atrasada desde ${relativeDay(first.prazo, now, timeZone)}`
    : `Até ${relativeTime(first.prazo, now, timeZone)}`;
  const toDo: ToDo = {
    kind: 'work',
    title: first.titulo,
    note: when + others,
    ...(!first.is_late && { at: first.prazo }),
    isLate: first.is_late,
    href: routes.pedagogico.work(first.turma_id, first.turma_atividade_id),
  };
  return { toDo, isUrgent: first.is_late || Date.parse(first.prazo) - now.getTime() <= SOON_MS };
}

const testToDo = ({ nome, data, turma_id, turma }: NonNullable<Today['test']>, now: Date, timeZone: string): ToDo => ({
  kind: 'test',
  title: `Prova: ${nome}`,
  note: `${relativeDay(`${data}T12:00:00Z`, now, timeZone)} · ${turma}`,
  isLate: false,
  href: routes.pedagogico.gradesOfClass(turma_id, { parte: 'notas' }),
});

const makeUpToDo = ({ turma_aluno_id, aula }: MakeUp, now: Date, timeZone: string): ToDo => ({
  kind: 'missed',
  ...makeUpWords(aula, now, timeZone),
  isLate: false,
  href: `${absencesOfClass(turma_aluno_id).repor(String(aula.aula_id))}#repor`,
});

/** The home’s text about a missed lesson, for the student and for the guardian. */
export const makeUpWords = ({ titulo, inicio }: MakeUp['aula'], now: Date, timeZone: string) => ({
  title: 'Repor a aula perdida',
  note: `Falta de ${relativeDay(inicio, now, timeZone)} · ${titulo}`,
});

const eventToDo = ({ nome, evento_em }: NonNullable<Today['event']>, now: Date, timeZone: string): ToDo => ({
  kind: 'event',
  title: `Ingresso: ${nome}`,
  note: relativeTime(evento_em, now, timeZone),
  at: evento_em,
  isLate: false,
  href: routes.travel.tickets(),
});

function wordsToDo({ words, words_done, words_tomorrow, work }: Today, { user_book }: LivroProgresso): ToDo | null {
  const tomorrow = words_tomorrow > 0 && ` · amanhã ${words_tomorrow}`;
  if (words > 0) {
    return {
      kind: 'words',
      title: words === 1 ? '1 palavra para revisar' : `${words} palavras para revisar`,
      note: `Cerca de ${minutesFor(words)} min`,
      isLate: false,
      href: routes.pedagogico.practiceSession(user_book.id, { tipo: 'revisao' }),
    };
  }
  if (words_done === 0) return null;
  return {
    kind: 'done',
    title: work.length > 0 ? 'Palavras feitas por hoje' : 'Feito por hoje',
    note: `${plural(words_done, 'palavra praticada', 'palavras praticadas')}${tomorrow || ''} · revisar mais`,
    isLate: false,
    href: routes.pedagogico.practiceSession(user_book.id, { tipo: 'revisao', adiante: '1' }),
  };
}

/** "Unidade 4 · Shopping smart" in its two languages. */
function lessonTitle(titulo: string): Pick<ToDo, 'title' | 'english'> {
  const [title = '', ...english] = titulo.split(' · ');
  return english.length > 0 ? { title, english: english.join(' · ') } : { title };
}

function unitToDo({ user_book, progresso, continuar }: LivroProgresso): ToDo {
  const { nome } = user_book.livro;
  return {
    kind: 'unit',
    ...lessonTitle(continuar?.titulo ?? nome),
    note: `${continuar ? `${nome} · ` : ''}${progresso.unidades_concluidas} de ${progresso.unidades_total} unidades`,
    isLate: false,
    href: safeNext(continuar?.path ?? null) ?? routes.pedagogico.practice(user_book.id),
  };
}
