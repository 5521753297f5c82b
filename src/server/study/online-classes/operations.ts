import { z } from 'zod';
import type { BrandKey } from '#lib/brand.ts';
import { API_PREFIX } from '#lib/contract/core.ts';
import * as contract from '#lib/contract/online-classes.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { download, storedFile } from '../../core/http/file-answer.ts';
import { endpoint, operation } from '../../core/http/operation.ts';
import { brandOfHost, ownBrand, publicUrl } from '../../core/http/public-url.ts';
import { notFound } from '../../core/http/refusal.ts';
import { holderOfSecret, owner, user } from '../../core/http/who.ts';
import { type Child, childrenOfPerson } from '../../identity/family/children.ts';
import { ticketsAround } from '../../school/travel/events.ts';
import { enrollmentByNumber, enrollmentInClass, hasLesson, ownEnrollment } from '../pedagogico/class.ts';
import { FOREVER, lessonsFrom, ownLesson } from '../pedagogico/lessons-ahead.ts';
import { readToday } from '../pedagogico/study-day.ts';
import { feedCalendar, lessonCalendar, type PersonalParts } from './calendar.ts';
import { deadlinesFrom, feedOwner, feedSecret, materialOf, openBills, taughtFrom } from './queries.ts';

/** The operations of online classes and calendars. */
export const onlineClassesOperations = {
  /** The private address of the own calendar, created on first use. */
  getFeedUrl: operation({
    who: user,
    does: 'writes',
    connected: 'classes',
    input: z.object({}),
    run: (_input, ctx) => feedUrl(ctx, false),
  }),
  /** Replaces the calendar address; the old one becomes invalid. */
  rotateFeedUrl: operation({
    who: user,
    does: 'writes',
    connected: 'classes',
    input: z.object({}),
    run: (_input, ctx) => feedUrl(ctx, true),
  }),
  getTodayOfClass: endpoint(contract.getTodayOfClass, {
    who: owner('class', enrollmentInClass),
    connected: 'host',
    run: (_input, { db, now, thing }) => readToday(db, thing, now()),
  }),
  getTodayOfEnrollment: endpoint(contract.getTodayOfEnrollment, {
    who: owner('enrollment', enrollmentByNumber),
    connected: 'host',
    run: (_input, { db, now, thing }) => readToday(db, thing, now()),
  }),
  getLessonEvent: endpoint(contract.getLessonEvent, {
    who: owner('lesson', async ({ db, session }, { id }: { id: number }) => {
      const lesson = await ownLesson(db, session.userId, id);
      if (!lesson) throw notFound('Não encontramos esta aula entre as suas.');
      return lesson;
    }),
    connected: 'classes',
    run: async (_input, ctx) =>
      calendar(lessonCalendar(ctx.thing, placeOf(ctx, ownBrand(ctx))), `aula-${ctx.thing.id}.ics`),
  }),
  downloadMaterial: endpoint(contract.downloadMaterial, {
    who: owner('lesson'),
    connected: 'classes',
    run: async ({ params }, { db, session, ports, now }) => {
      const file = await materialOf(db, params.id, params.n);
      const enrollment = file && (await ownEnrollment(db, session.userId, { turma_id: file.turma_id }));
      if (!file || !enrollment || !hasLesson(enrollment, file.inicio, now()))
        throw notFound('Este arquivo não existe mais.');
      return storedFile(file, await ports.files.open(file.chave));
    },
  }),
  getFeed: endpoint(contract.getFeed, {
    who: holderOfSecret,
    connected: 'classes',
    run: async ({ params }, ctx) => {
      const { db, now } = ctx;
      const person = await feedOwner(db, params.secret);
      if (!person) throw notFound('Este endereço de calendário não vale mais.');
      const from = new Date(now().getTime() - PAST_MS).toISOString();
      const children = await childrenOfPerson(ctx, person.id);
      const [taught, ...people] = await Promise.all([
        person.ensina ? taughtFrom(db, person.id, from) : [],
        personalParts(db, person.id, null, from),
        ...children.map((child) => personalParts(db, child.id, child, from)),
      ]);
      const place = placeOf(ctx, person.marca ?? brandOfHost(ctx));
      return calendar(feedCalendar({ people, taught }, place), 'portal.ics');
    },
  }),
};

/** Bills of adult children are left out. */
async function personalParts(db: Db, id: number, child: Child | null, from: string): Promise<PersonalParts> {
  const [lessons, dues, deadlines, events] = await Promise.all([
    lessonsFrom(db, id, from),
    child?.isMinor === false ? [] : openBills(db, id),
    deadlinesFrom(db, id, from),
    ticketsAround(db, id, from, FOREVER).execute(),
  ]);
  return { child, lessons, dues, deadlines, events };
}

/** The calendar also contains bills, so a session by a printed code does not get its address. */
async function feedUrl(ctx: Ctx, renewed: boolean) {
  const { db, session, now } = ctx;
  const { secret, rotated_at } = await feedSecret(db, session.userId, now().toISOString(), renewed);
  return { url: `${placeOf(ctx, ownBrand(ctx)).portal}${API_PREFIX}portal/calendar/${secret}.ics`, rotated_at };
}

/** How far back a calendar goes. */
const PAST_MS = 30 * DAY_MS;

const placeOf = ({ config }: Pick<Ctx, 'config'>, brand: BrandKey) => ({ portal: publicUrl(config, brand) });

const calendar = (text: string, name: string) => download(text, 'text/calendar; charset=utf-8', name);
