import type { RuleCode, RulePeriod } from '#lib/contract/club.schema.ts';
import type { Turma } from '#lib/contract/pedagogico.schema.ts';
import type { LivroProgresso } from '#lib/contract/practice.schema.ts';
import { relativeTime } from '#lib/format/dates.ts';
import { routes } from '#lib/routes.ts';
import { nextClassOf } from '../online-classes/next-class.ts';
import { currentBook, type Today } from '../pedagogico/to-dos.ts';
import { safeNext } from '../routes/next-path.ts';
import { dayIn } from '../time/zones.ts';

/** One thing that earns points now, with the address where the member does it. */
export interface Mission {
  codigo: RuleCode;
  title: string;
  note: string;
  /** The lesson's beginning, where `note` ends with its hour. */
  at?: string;
  pontos: number;
  href: string;
  /** How often it counted in the period of its rule; null: it counts once, or without limit. */
  progress: { done: number; max: number; period: RulePeriod } | null;
}

/** What the member can do now, as far as the pages know. */
export interface Study {
  classes: readonly Turma[];
  books: readonly LivroProgresso[];
  /** null where the school does not say. */
  today: Today | null;
  now: Date;
  timeZone: string;
}

/** An active rule, with how often it counted in its period. */
interface EarningRule {
  codigo: RuleCode;
  pontos: number;
  periodo: RulePeriod;
  /** How often it counts in a period; null: always. */
  limite: number | null;
  feitos: number;
}

type Thing = Pick<Mission, 'title' | 'note' | 'at' | 'href'>;

const MAX_MISSIONS = 3;

/** In order of urgency: what ends today, what has a deadline, and what can wait. A birthday is no mission. */
const things: readonly (readonly [RuleCode, (study: Study) => Thing | null])[] = [
  ['presenca', presence],
  ['atividade', work],
  ['unidade', unit],
  ['teste_nivel', levelTest],
  ['indicacao', invitation],
];

/**
 * How a member can earn points today: only by active rules of the school, below their limit, and only if there is
 * something to do.
 *
 * @param rules the active rules, with how often each counted in its period
 * @returns at most three
 */
export function missionsOf(rules: readonly EarningRule[], study: Study): Mission[] {
  const missions = things.flatMap(([codigo, thingOf]) => {
    const rule = rules.find((each) => each.codigo === codigo);
    const thing = rule && !isDone(rule) ? thingOf(study) : null;
    return rule && thing ? [{ codigo, ...thing, pontos: rule.pontos, progress: progressOf(rule) }] : [];
  });
  return missions.slice(0, MAX_MISSIONS);
}

const isDone = ({ limite, feitos }: EarningRule): boolean => typeof limite === 'number' && feitos >= limite;

const progressOf = ({ limite, feitos, periodo }: EarningRule): Mission['progress'] =>
  typeof limite === 'number' && limite > 1 ? { done: feitos, max: limite, period: periodo } : null;

/** The student confirms only an online lesson, on its day. */
function presence({ classes, now, timeZone }: Study): Thing | null {
  const online = classes.filter(({ proxima_aula }) => proxima_aula?.tipo === 'online');
  const next = nextClassOf([...online], now);
  if (!next || dayIn(timeZone, new Date(next.aula.inicio)) !== dayIn(timeZone, now)) return null;
  return {
    title: 'Confirme a presença na aula',
    note: `${next.turma.nome} · ${next.isNow ? 'agora' : relativeTime(next.aula.inicio, now, timeZone)}`,
    ...(!next.isNow && { at: next.aula.inicio }),
    href: routes.onlineClasses.details(next.turma.id),
  };
}

/** Late work earns nothing. */
function work({ today, now, timeZone }: Study): Thing | null {
  const open = today?.work.find(({ is_late }) => !is_late);
  if (!open) return null;
  return {
    title: 'Envie a atividade no prazo',
    note: `${open.titulo} · até ${relativeTime(open.prazo, now, timeZone)}`,
    href: routes.pedagogico.work(open.turma_id, open.turma_atividade_id),
  };
}

function unit({ books }: Study): Thing | null {
  const book = currentBook(books);
  if (!book || book.progresso.unidades_concluidas >= book.progresso.unidades_total) return null;
  const { user_book, progresso, continuar } = book;
  return {
    title: 'Conclua uma unidade',
    note: `${user_book.livro.nome} · ${progresso.unidades_concluidas} de ${progresso.unidades_total} prontas`,
    href: safeNext(continuar?.path ?? null) ?? routes.pedagogico.practice(user_book.id),
  };
}

function levelTest(): Thing {
  return { title: 'Faça o teste de nível', note: 'Conta quando você chega ao fim.', href: routes.englishTest() };
}

function invitation(): Thing {
  return {
    title: 'Convide um amigo',
    note: 'Os pontos entram quando ele se matricula.',
    href: `${routes.club.earn()}#convite`,
  };
}
