import type { Slot } from './timetable.ts';

/** Weekly time slots as one text of a form: `1 19:00-20:30;3 19:00-`. A line without any time is omitted. */
export const writeSlots = (slots: readonly Slot[]): string =>
  slots
    .filter(({ inicio, fim }) => inicio || fim)
    .map(({ dia_semana, inicio, fim }) => `${dia_semana} ${inicio}-${fim}`)
    .join(';');

/** Parses the text; an incomplete slot has an empty end. */
export const readSlots = (text: string): Slot[] =>
  text
    .split(';')
    .filter(Boolean)
    .map((line) => {
      const [weekday = '', hours = ''] = line.split(' ');
      const [inicio = '', fim = ''] = hours.split('-');
      return { dia_semana: Number(weekday), inicio, fim };
    });
