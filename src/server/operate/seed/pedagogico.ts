import { isNationalHoliday } from '#lib/rules/time/holidays.ts';
import type { Db } from '../../core/db/connection.ts';
import type { SeedClock } from './clock.ts';

interface ClassPlan {
  id: number;
  company_id: number;
  livro_id: number;
  nome: string;
  modalidade: 'presencial' | 'online' | 'hibrida';
  somente_digital: boolean;
  sala: string | null;
  /** Weekdays of the lessons, 0 is Sunday. */
  days: number[];
  start: string;
  end: string;
  status: 'futura' | 'ativa' | 'concluida';
  /** The class began this many days ago. */
  began: number;
  lessons: number;
  students: number[];
}

const plans: readonly ClassPlan[] = [
  {
    id: 1,
    company_id: 101,
    livro_id: 2,
    nome: 'Inglês A2 · Noite',
    modalidade: 'presencial',
    somente_digital: false,
    sala: 'Sala 3',
    days: [2, 4],
    start: '19:00',
    end: '20:30',
    status: 'ativa',
    began: 70,
    lessons: 40,
    students: [1, 4, 6],
  },
  {
    id: 2,
    company_id: 101,
    livro_id: 2,
    nome: 'Conversação Online',
    modalidade: 'online',
    somente_digital: true,
    sala: null,
    days: [0, 1, 2, 3, 4, 5, 6],
    start: '20:45',
    end: '21:30',
    status: 'ativa',
    began: 14,
    lessons: 40,
    students: [1, 5],
  },
  {
    id: 3,
    company_id: 101,
    livro_id: 1,
    nome: 'Inglês A1 · Sábado',
    modalidade: 'presencial',
    somente_digital: false,
    sala: 'Sala 1',
    days: [6],
    start: '09:00',
    end: '11:30',
    status: 'ativa',
    began: 50,
    lessons: 24,
    students: [3, 5],
  },
  {
    id: 4,
    company_id: 101,
    livro_id: 3,
    nome: 'Inglês B1 · Tarde',
    modalidade: 'hibrida',
    somente_digital: false,
    sala: 'Sala 2',
    days: [1, 3],
    start: '15:00',
    end: '16:30',
    status: 'futura',
    began: -20,
    lessons: 40,
    students: [4],
  },
  {
    id: 5,
    company_id: 102,
    livro_id: 1,
    nome: 'Inglês A1 · Intensivo',
    modalidade: 'presencial',
    somente_digital: false,
    sala: 'Sala 5',
    days: [1, 2, 3, 4, 5],
    start: '08:00',
    end: '09:00',
    status: 'concluida',
    began: 120,
    lessons: 30,
    students: [10],
  },
  {
    id: 6,
    company_id: 103,
    livro_id: 4,
    nome: 'Phenom B2 Online',
    modalidade: 'online',
    somente_digital: true,
    sala: null,
    days: [2, 4],
    start: '18:30',
    end: '20:00',
    status: 'ativa',
    began: 40,
    lessons: 32,
    students: [12],
  },
  {
    id: 7,
    company_id: 104,
    livro_id: 2,
    nome: 'Inglês A2 · Manhã',
    modalidade: 'presencial',
    somente_digital: false,
    sala: 'Sala 1',
    days: [1, 3],
    start: '10:00',
    end: '11:30',
    status: 'ativa',
    began: 45,
    lessons: 40,
    students: [16],
  },
];

const TEACHER = 9;

export async function seedPedagogico(db: Db, clock: SeedClock): Promise<void> {
  const lessons = demoLessons(clock);
  const lastDay = (id: number) => lessons.filter((lesson) => lesson.turma_id === id).at(-1)?.day ?? clock.today;
  await db
    .insertInto('turmas')
    .values(
      plans.map(({ days, start, end, began, lessons: count, students, ...plan }) => ({
        ...plan,
        professor_user_id: TEACHER,
        inicio: clock.shift(clock.today, -began),
        fim: lastDay(plan.id),
        aulas_total: count,
      })),
    )
    .execute();
  await db
    .insertInto('turma_horarios')
    .values(
      plans.flatMap(({ id, days, start, end }) =>
        days.map((dia_semana) => ({ turma_id: id, dia_semana, inicio: start, fim: end })),
      ),
    )
    .execute();
  await db
    .insertInto('turma_alunos')
    .values(
      plans.flatMap(({ id, students, status }) =>
        students.map((user_id, index) => ({
          id: id * 100 + index + 1,
          turma_id: id,
          user_id,
          status: status === 'concluida' ? ('concluida' as const) : ('ativa' as const),
        })),
      ),
    )
    .execute();
  await db
    .insertInto('aulas')
    .values(lessons.map(({ day, ...lesson }) => lesson))
    .execute();
}

const topics = [
  'Warm-up e revisão',
  'Vocabulário em contexto',
  'Listening em dupla',
  'Gramática na prática',
  'Speaking livre',
];

const EVES: readonly string[] = ['12-24', '12-31'];
const isClosed = (day: string) => isNationalHoliday(day) || EVES.includes(day.slice(5));

/** The lessons of all demo classes. */
export const demoLessons = (clock: SeedClock) => plans.flatMap((plan) => lessonsOf(plan, clock));

/**
 * One lesson on each of the plan's weekdays, from its beginning on, without national holidays and the eves of Christmas and
 * of the new year. The fifth past lesson was cancelled.
 */
function lessonsOf(plan: ClassPlan, clock: SeedClock) {
  const lessons = [];
  let day = clock.shift(clock.today, -plan.began);
  for (let numero = 1; numero <= plan.lessons; day = clock.shift(day, 1)) {
    if (!plan.days.includes(clock.weekday(day)) || isClosed(day)) continue;
    const unit = Math.min(8, Math.ceil((numero * 8) / plan.lessons));
    const isOnline = plan.modalidade === 'online';
    const isPast = day < clock.today;
    lessons.push({
      day,
      id: plan.id * 1000 + numero,
      turma_id: plan.id,
      numero,
      titulo: `Aula ${numero} · ${topics[numero % topics.length]}`,
      conteudo: `Unidade ${unit}`,
      unidade_id: plan.livro_id * 100 + unit,
      inicio: clock.at(day, plan.start),
      fim: clock.at(day, plan.end),
      tipo: isOnline ? ('online' as const) : ('presencial' as const),
      cancelada_em: isPast && numero === 5 ? clock.at(clock.shift(day, -1), '12:00') : null,
      link_reuniao: isOnline ? `https://reuniao.demo.example/turma-${plan.id}` : null,
      gravacao_url:
        isOnline && isPast && numero % 2 === 0 ? `https://videos.demo.example/turma-${plan.id}/aula-${numero}` : null,
      licao_de_casa: numero % 2 === 0 ? `Livro de exercícios, página ${10 + numero}` : null,
    });
    numero += 1;
  }
  return lessons;
}
