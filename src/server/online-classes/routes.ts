import * as onlineClasses from '#lib/contract/online-classes.ts';
import { allLater, type Routes } from '../http/handler.ts';
import { ownEnrolment } from '../pedagogico/enrolment.ts';
import { readToday } from '../pedagogico/read-today.ts';

export const onlineClassesRoutes: Routes<typeof onlineClasses> = {
  ...allLater(onlineClasses),
  getTodayOfClass: async ({ params }, { db, session, now }) =>
    readToday(db, await ownEnrolment(db, session.userId, { turma_id: params.id }), now()),
  getTodayOfEnrolment: async ({ params }, { db, session, now }) =>
    readToday(db, await ownEnrolment(db, session.userId, { turma_aluno_id: params.id }), now()),
};
