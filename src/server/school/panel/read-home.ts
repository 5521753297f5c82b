import type { Right } from '#lib/rules/people/rights.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { startOfDay } from '../../club/calendar.ts';
import { reachBy } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { firstLessons, lessonsOfDay } from '../../study/teaching/lessons-of-day.ts';
import { unreachedOf } from '../../study/teaching/unreached.ts';
import { lastMessages } from '../broadcasts/staff-view.ts';
import { readFirstSteps } from './first-steps.ts';
import { countWaiting } from './waiting.ts';

/** Max. next lessons; the page of the week shows the others. */
const MAX_NEXT = 8;

/** What waits for a member of staff, by the rights, and the lessons of the day at the user's unit. */
export async function readHome(ctx: Ctx) {
  const { db, session, now } = ctx;
  const zone = session.timeZone;
  const today = dayIn(zone, now());
  const reachIn = (right: Right) => reachBy(session, [right]);
  const classes = reachIn('turmas');
  const messages = reachIn('mensagens');
  const spanOf = (day: string) => ({ from: startOfDay(day, zone), until: startOfDay(shiftDay(day, 1), zone) });
  const [espera, day, amanha, mensagens, primeiros_passos] = await Promise.all([
    countWaiting(ctx),
    classes && lessonsOfDay(db, classes, { ...spanOf(today), now: now().toISOString() }),
    classes && firstLessons(db, classes, spanOf(shiftDay(today, 1)), MAX_NEXT),
    messages && lastMessages(db, messages),
    readFirstSteps(ctx),
  ]);
  const ids = [...(day?.lessons ?? []), ...(amanha ?? [])].flatMap(({ id, mudou }) => (mudou ? id : []));
  const unreached = Map.groupBy(await unreachedOf(db, ids, now()), ({ aula_id }) => aula_id);
  const withUnreached = <Lesson extends { id: number }>(lesson: Lesson) => ({
    ...lesson,
    /** The number of students without notification of the lesson's change. */
    sem_aviso: unreached.get(lesson.id)?.length ?? 0,
  });
  return {
    /** Only kinds that the user's rights allow, and only those with a count. */
    espera,
    /** Null without the right to classes. */
    aulas: day ? day.lessons.map(withUnreached) : null,
    /** The number of further lessons today. */
    aulas_a_mais: day?.more ?? 0,
    /** The first lessons of tomorrow. */
    amanha: (amanha ?? []).map(withUnreached),
    /** Null without the right to messages. */
    mensagens,
    /** Null: all are done, the list was closed, or the user may not see it. */
    primeiros_passos,
  };
}
