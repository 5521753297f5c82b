import { formatDate } from '#lib/format/dates.ts';
import { plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import type { Env, Note, Subject } from './describe.ts';

type Line = AnswerOf<'teaching.getSchoolClass'>['mensagens'][number];

/** A teacher’s message to a class, which the office reads on a separate page. */
export const classMessage: Subject<Line> = {
  kind: 'mensagem',
  titleOf: ({ texto }) => texto,
  href: ({ id }) => routes.teacher.message(id),
};

/** Its author, its time, and the number of replies. */
export const messageNote = ({ professor, turma, created_at, conversas }: Line, { timeZone }: Env): Note => [
  professor ?? 'Conta encerrada',
  turma,
  formatDate(created_at, timeZone),
  conversas > 0 && plural(conversas, 'conversa', 'conversas'),
];
