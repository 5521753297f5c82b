import { listInWords } from './text.ts';

interface Slot {
  /** 0 is Sunday. */
  dia_semana: number;
  inicio: string;
  fim: string;
}

/** From Sunday on. */
export const weekdays = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sáb'] as const;

/** A timetable in words; days with the same hours are grouped: `ter e qui, 19:00–20:30`. */
export function formatTimetable(slots: readonly Slot[]): string[] {
  const byHours = Map.groupBy(slots, ({ inicio, fim }) => `${inicio}–${fim}`);
  return [...byHours].map(([hours, same]) => {
    const days = [...new Set(same.map(({ dia_semana }) => dia_semana))].toSorted((a, b) => a - b);
    const names = days.length === 7 ? 'todos os dias' : listInWords(days.map((day) => weekdays[day] ?? ''));
    return `${names}, ${hours}`;
  });
}
