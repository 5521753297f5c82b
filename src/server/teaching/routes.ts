import type * as teaching from '#lib/contract/teaching.ts';
import { isTeacher } from '../http/access.ts';
import type { Routes } from '../http/handler.ts';
import { forbidden } from '../http/refusal.ts';
import { listTaughtClasses } from './list-classes.ts';

export const teachingRoutes: Routes<typeof teaching> = {
  listTaughtClasses: (_input, ctx) => {
    if (!isTeacher(ctx.session)) throw forbidden('Esta parte é de quem dá aula.');
    return listTaughtClasses(ctx);
  },
};
