import type { BrandKey } from '#lib/brand.ts';
import type * as onlineClasses from '#lib/contract/online-classes.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Ctx } from '../http/ctx.ts';
import { download, storedFile } from '../http/file-answer.ts';
import type { Routes } from '../http/handler.ts';
import { brandOfHost, ownBrand, publicUrl } from '../http/public-url.ts';
import { notFound } from '../http/refusal.ts';
import { hasLesson, ownEnrolment } from '../pedagogico/enrolment.ts';
import { lessonsFrom, ownLesson } from '../pedagogico/lessons-ahead.ts';
import { readToday } from '../pedagogico/read-today.ts';
import { feedCalendar, lessonCalendar } from './calendar.ts';
import { deadlinesFrom, feedOwner, materialOf, openBills } from './queries.ts';

/** How far back a calendar goes. */
const PAST_MS = 30 * DAY_MS;

export const onlineClassesRoutes: Routes<typeof onlineClasses> = {
  getTodayOfClass: async ({ params }, { db, session, now }) =>
    readToday(db, await ownEnrolment(db, session.userId, { turma_id: params.id }), now()),
  getTodayOfEnrolment: async ({ params }, { db, session, now }) =>
    readToday(db, await ownEnrolment(db, session.userId, { turma_aluno_id: params.id }), now()),
  getLessonEvent: async ({ params }, ctx) => {
    const lesson = await ownLesson(ctx.db, ctx.session.userId, params.id);
    if (!lesson) throw notFound('Não encontramos esta aula entre as suas.');
    return calendar(lessonCalendar(lesson, placeOf(ctx, ownBrand(ctx))), `aula-${lesson.id}.ics`);
  },
  downloadMaterial: async ({ params }, { db, session, ports, now }) => {
    const file = await materialOf(db, params.id, params.n);
    const enrolment = file && (await ownEnrolment(db, session.userId, { turma_id: file.turma_id }));
    if (!file || !enrolment || !hasLesson(enrolment, file.inicio, now()))
      throw notFound('Este arquivo não existe mais.');
    return storedFile(file, await ports.files.open(file.chave));
  },
  getFeed: async ({ params }, ctx) => {
    const { db, now } = ctx;
    const owner = await feedOwner(db, params.secret);
    if (!owner) throw notFound('Este endereço de calendário não vale mais.');
    const from = new Date(now().getTime() - PAST_MS).toISOString();
    const [lessons, dues, deadlines] = await Promise.all([
      lessonsFrom(db, owner.id, from),
      openBills(db, owner.id),
      deadlinesFrom(db, owner.id, from),
    ]);
    const place = placeOf(ctx, owner.marca ?? brandOfHost(ctx));
    return calendar(feedCalendar({ lessons, dues, deadlines }, place), 'portal.ics');
  },
};

export const placeOf = ({ config }: Pick<Ctx, 'config'>, brand: BrandKey) => ({ portal: publicUrl(config, brand) });

const calendar = (text: string, name: string) => download(text, 'text/calendar; charset=utf-8', name);
