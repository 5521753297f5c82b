import { createHash, randomInt } from 'node:crypto';
import type { ExpressionBuilder, Selectable } from 'kysely';
import { formatPhone } from '#lib/format/documents.ts';
import { isUnderAge } from '#lib/rules/account/birth-date.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { CODE_LETTERS, saidBy } from '#lib/rules/whatsapp/template.ts';
import { whatsappMessages } from '#lib/words/whatsapp.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled } from '../../core/db/people.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { conflict } from '../../core/http/refusal.ts';
import type { Schema } from '../../tables.ts';
import { queueReply } from './queue.ts';

const CODE_MS = HOUR_MS;

/** The number that can notify a person: the own unit's, once its webhook was called. */
const numberOf = (db: Db, userId: number) =>
  enrolled(db)
    .innerJoin('whatsapp_numbers', 'whatsapp_numbers.company_id', 'companies.id')
    .select(['whatsapp_numbers.id', 'whatsapp_numbers.display', 'users.birth_date'])
    .where('users.id', '=', userId)
    .where('whatsapp_numbers.heard_at', 'is not', null)
    .executeTakeFirst();

/** Whether and how the user gets notices by WhatsApp; null if the unit has no number. */
export async function readOwnWhatsapp({ db, session, now }: Ctx) {
  const number = await numberOf(db, session.userId);
  if (!number) return null;
  if (isMinorToday(number, session.timeZone, now())) return { estado: 'menor' as const };
  const own = await db
    .selectFrom('whatsapp_optins')
    .selectAll()
    .where('user_id', '=', session.userId)
    .where('number_id', '=', number.id)
    .executeTakeFirst();
  if (own?.status === 'ativa')
    return { estado: 'ativa' as const, telefone: own.wa_id && shownPhone(own.wa_id), desde: own.started_at };
  const isWaiting = own?.code && own.code_until !== null && own.code_until > now().toISOString();
  if (isWaiting && own.code) {
    const texto = whatsappMessages.begin(own.code);
    const digits = number.display.replace(/\D/g, '');
    return {
      estado: 'espera' as const,
      numero: number.display,
      texto,
      link: `https://wa.me/${digits}?text=${encodeURIComponent(texto)}`,
    };
  }
  return { estado: own?.status === 'parada' ? ('parada' as const) : ('nenhuma' as const) };
}

const isMinorToday = ({ birth_date }: { birth_date: string | null }, timeZone: string, now: Date): boolean =>
  birth_date !== null && isUnderAge(birth_date, dayIn(timeZone, now)) === true;

/** Only the last digits of a telephone, because somebody else may see the page. */
const shownPhone = (waId: string): string =>
  `final ${formatPhone(waId.startsWith('55') ? waId.slice(2) : `+${waId}`).slice(-4)}`;

/**
 * Creates a code for the user. The user sends it from the own WhatsApp, which verifies the telephone and is the consent.
 *
 * @throws Refusal 409 for a minor, and if the unit has no number
 */
export async function startOwnWhatsapp(ctx: Ctx) {
  const { db, session, now } = ctx;
  const number = await numberOf(db, session.userId);
  if (!number) throw conflict(whatsappMessages.off, 'no_whatsapp');
  if (isMinorToday(number, session.timeZone, now())) throw conflict(whatsappMessages.minor, 'minor');
  const code = Array.from({ length: 8 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
  const optIn = { number_id: number.id, code, code_until: new Date(now().getTime() + CODE_MS).toISOString() };
  await db.transaction().execute(async (tx) => {
    // An opt-in at another unit's number is replaced.
    await tx
      .deleteFrom('whatsapp_optins')
      .where('user_id', '=', session.userId)
      .where('number_id', '<>', number.id)
      .execute();
    await tx
      .insertInto('whatsapp_optins')
      .values({
        ...{ user_id: session.userId, ...optIn, status: 'espera', wa_id: null, wa_user_id: null },
        ...{ started_at: null, ended_at: null, said_at: null },
      })
      .onConflict((row) => row.column('user_id').doUpdateSet(optIn).where('whatsapp_optins.status', '<>', 'ativa'))
      .execute();
  });
  return readOwnWhatsapp(ctx);
}

/** Ends notices by WhatsApp for the user. */
export async function stopOwnWhatsapp({ db, session, now }: Ctx): Promise<{ detail: string }> {
  const at = now().toISOString();
  await db
    .updateTable('whatsapp_optins')
    .set({ status: 'parada', ended_at: at, said_at: at, code: null, code_until: null })
    .where('user_id', '=', session.userId)
    .execute();
  return { detail: whatsappMessages.stopped };
}

/** A message of a person to the number of a unit. */
export interface Inbound {
  id: string;
  /** ISO-8601 UTC. */
  at: string;
  /** The telephone; null: WhatsApp does not say it. */
  from: string | null;
  /** The sender's id at WhatsApp for this business; null in older messages. */
  sender: string | null;
  text: string;
}

type OptIn = Selectable<Schema['whatsapp_optins']>;

/** Handles a message, once: opt-in, stop or restart. It is answered by a text. */
export async function takeInbound(school: School, numberId: number, message: Inbound): Promise<void> {
  const { db, now } = school;
  const said = saidBy(message.text);
  await db.transaction().execute(async (tx) => {
    const [first, ...others] =
      said.kind === 'code'
        ? await beginBy(tx, numberId, said.codes, message, now())
        : await ofSender(tx, numberId, message);
    if (!first) return;
    const all = [first, ...others];
    if (said.kind === 'stop' || said.kind === 'start') {
      const changed = await setStatus(tx, all, said.kind === 'stop' ? 'parada' : 'ativa', message.at);
      if (!changed) return;
    }
    const escola = await schoolOf(tx, numberId);
    const isOn = said.kind === 'code' || said.kind === 'start';
    const body =
      said.kind === 'other'
        ? whatsappMessages.unread(escola.nome, escola.telefone)
        : (isOn ? whatsappMessages.on : whatsappMessages.ended)(escola.nome);
    // Other messages are answered once a day, saying that nobody reads them.
    const key = said.kind === 'other' ? `${first.user_id}:${message.at.slice(0, 10)}` : digestOf(message.id);
    if (said.kind === 'other' && first.status !== 'ativa') return;
    await queueReply(tx, now(), { userId: first.user_id, key, body });
  });
  school.wake();
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

const ofSender = (tx: Db, numberId: number, { from, sender }: Inbound): Promise<OptIn[]> =>
  tx
    .selectFrom('whatsapp_optins')
    .selectAll()
    .where('number_id', '=', numberId)
    .where('status', '<>', 'espera')
    .where(({ or, eb }) =>
      or([...(from ? [eb('wa_id', '=', from)] : []), ...(sender ? [eb('wa_user_id', '=', sender)] : [])]),
    )
    .orderBy('user_id')
    .execute();

/** @returns the person whose code the message contains; none for an unknown, used or expired code */
const beginBy = (tx: Db, numberId: number, codes: readonly string[], { at, from, sender }: Inbound, now: Date) =>
  tx
    .updateTable('whatsapp_optins')
    .set({
      ...{ status: 'ativa', wa_id: from, wa_user_id: sender, started_at: at, said_at: at },
      ...{ ended_at: null, code: null, code_until: null },
    })
    .where('number_id', '=', numberId)
    .where('code', 'in', codes)
    .where('code_until', '>', now.toISOString())
    .returningAll()
    .execute();

/** @returns whether it changed anything: a late or repeated earlier message does not */
async function setStatus(tx: Db, rows: readonly OptIn[], status: 'ativa' | 'parada', at: string): Promise<boolean> {
  const isLater = ({ or, eb }: ExpressionBuilder<Schema, 'whatsapp_optins'>) =>
    or([eb('said_at', 'is', null), eb('said_at', '<', at)]);
  const ids = rows.map(({ user_id }) => user_id);
  const changed = await tx
    .updateTable('whatsapp_optins')
    .set({ status, said_at: at, ...(status === 'parada' ? { ended_at: at } : { started_at: at, ended_at: null }) })
    .where('user_id', 'in', ids)
    .where('status', '<>', status)
    .where(isLater)
    .returning('user_id')
    .execute();
  // Also if nothing changed, so that an earlier message that comes late is ignored.
  await tx.updateTable('whatsapp_optins').set({ said_at: at }).where('user_id', 'in', ids).where(isLater).execute();
  return changed.length > 0;
}

async function schoolOf(tx: Db, numberId: number) {
  const { nome, telefone, whatsapp } = await tx
    .selectFrom('whatsapp_numbers')
    .innerJoin('companies', 'companies.id', 'whatsapp_numbers.company_id')
    .select(['companies.nome', 'companies.telefone', 'companies.whatsapp'])
    .where('whatsapp_numbers.id', '=', numberId)
    .executeTakeFirstOrThrow();
  const phone = whatsapp ?? telefone;
  return { nome, telefone: phone && formatPhone(phone) };
}
