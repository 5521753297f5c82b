import type { Parcela } from '#lib/contract/finance.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { weekdays } from '#lib/format/schedule.ts';
import { routes } from '#lib/routes.ts';
import { shiftDay, weekdayOf } from '../time/days.ts';
import { wallAt } from '../time/zones.ts';

/** Days that the home shows ahead, today included. */
export const AGENDA_DAYS = 7;

/** Lessons and deadlines of the next seven days. */
interface Agenda {
  lessons: readonly { turma_id: number; turma: string; inicio: string; online: boolean }[];
  work: readonly { turma_id: number; turma_atividade_id: number; titulo: string; prazo: string }[];
}

interface AgendaEntry {
  kind: 'lesson' | 'work' | 'bill';
  title: string;
  /** `19:00`; a bill is due all day. */
  clock: string | null;
  /** The instant of `clock`. */
  at: string | null;
  href: string;
}

export interface AgendaDay {
  /** `hoje`, or `ter`. */
  name: string;
  /** `24/11` */
  date: string;
  entries: AgendaEntry[];
}

/** Bills that a student still pays. */
const OPEN: ReadonlySet<Parcela['status']> = new Set(['a_vencer', 'vence_hoje', 'vencida']);

/**
 * The days from today on, each with its lessons, deadlines and due bills, in their order. Empty if no day has any.
 *
 * @param today `YYYY-MM-DD` in the school’s zone
 */
export function weekAgenda(
  { lessons, work }: Agenda,
  bills: readonly Parcela[],
  { today, timeZone }: { today: string; timeZone: string },
): AgendaDay[] {
  const entries = [
    ...lessons.map(({ inicio, turma, turma_id, online }) => ({
      ...wallAt(inicio, timeZone),
      kind: 'lesson' as const,
      at: inicio,
      title: turma,
      href: online
        ? routes.onlineClasses.details(turma_id)
        : routes.pedagogico.gradesOfClass(turma_id, { parte: 'aulas' }),
    })),
    ...work.map(({ prazo, titulo, turma_id, turma_atividade_id }) => ({
      ...wallAt(prazo, timeZone),
      kind: 'work' as const,
      at: prazo,
      title: titulo,
      href: routes.pedagogico.work(turma_id, turma_atividade_id),
    })),
    ...bills
      .filter(({ status }) => OPEN.has(status))
      .map(({ id, descricao, vencimento, pagar_ate, formas }) => ({
        day: pagar_ate ?? vencimento,
        clock: null,
        kind: 'bill' as const,
        at: null,
        title: descricao,
        // Without a payment provider the school collects the money itself.
        href: formas.length > 0 ? routes.finance.pay(id) : routes.finance.home(),
      })),
  ];
  const days = Array.from({ length: AGENDA_DAYS }, (_, ahead) => {
    const day = shiftDay(today, ahead);
    return {
      name: ahead === 0 ? 'hoje' : (weekdays[weekdayOf(day)] ?? ''),
      date: formatDay(day).slice(0, 5),
      entries: entries
        .filter((entry) => entry.day === day)
        .sort((a, b) => (a.clock ?? '').localeCompare(b.clock ?? ''))
        .map(({ day: _day, ...entry }) => entry),
    };
  });
  return days.some(({ entries: found }) => found.length > 0) ? days : [];
}
