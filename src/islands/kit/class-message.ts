import { formatDate } from '#lib/format/dates.ts';
import { plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import type { Env, Note, Subject } from './describe.ts';

type Line = AnswerOf<'teaching.getSchoolClass'>['mensagens'][number];

/** A message of a teacher to a class, which the office reads on a page of its own. */
export const classMessage: Subject<Line> = {
  kind: 'mensagem',
  titleOf: ({ texto }) => texto,
  href: ({ id }) => routes.teacher.message(id),
};

/** Who wrote it, when, and how many answered. */
export const messageNote = ({ professor, turma, created_at, conversas }: Line, { timeZone }: Env): Note => [
  professor ?? 'Conta encerrada',
  turma,
  formatDate(created_at, timeZone),
  conversas > 0 && plural(conversas, 'conversa', 'conversas'),
];
