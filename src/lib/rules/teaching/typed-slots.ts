import type { Slot } from './timetable.ts';

/** Hours of a week as one text of a form: `1 19:00-20:30;3 19:00-`. A line without any clock is none. */
export const writeSlots = (slots: readonly Slot[]): string =>
  slots
    .filter(({ inicio, fim }) => inicio || fim)
    .map(({ dia_semana, inicio, fim }) => `${dia_semana} ${inicio}-${fim}`)
    .join(';');

/** The same as hours; one that is half typed has an empty end. */
export const readSlots = (text: string): Slot[] =>
  text
    .split(';')
    .filter(Boolean)
    .map((line) => {
      const [weekday = '', hours = ''] = line.split(' ');
      const [inicio = '', fim = ''] = hours.split('-');
      return { dia_semana: Number(weekday), inicio, fim };
    });
