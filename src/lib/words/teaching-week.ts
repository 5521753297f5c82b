import { formatDay } from '#lib/format/dates.ts';
import { listInWords } from '#lib/format/text.ts';

const names = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'] as const;
/** `dd/mm` */
const short = (day: string) => formatDay(day).slice(0, 5);

export const weekWords = {
  /** @param first `YYYY-MM-DD` */
  title: (first: string, last: string) => `De ${short(first)} a ${short(last)}`,
  /** @param weekday 0 is Sunday */
  day: (day: string, weekday: number) => `${names[weekday]}, ${short(day)}`,
  free: 'Sem aulas',
  noTeacher: 'sem professor',
  clash: (causes: readonly ('professor' | 'sala')[]) =>
    `Choca: ${listInWords(causes.map((cause) => (cause === 'sala' ? 'mesma sala' : 'mesmo professor')))}`,
  visit: ({ hora, nome }: { hora: string | null; nome: string }) => [hora, `Visita: ${nome}`].filter(Boolean).join(' '),
  more: (count: number) =>
    count === 1
      ? 'Há mais uma aula nesta semana. Escolha um professor ou uma sala para vê-la.'
      : `Há mais ${count} aulas nesta semana. Escolha um professor ou uma sala para vê-las.`,
  noUnit: 'Nenhuma unidade aberta.',
};
