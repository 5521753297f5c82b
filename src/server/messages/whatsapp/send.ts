import { sql } from 'kysely';
import { firstName } from '#lib/format/text.ts';
import { afterQuiet } from '#lib/rules/inbox/quiet-hours.ts';
import { DAY_MS, MINUTE_MS } from '#lib/rules/time/spans.ts';
import { whatsappConsequence } from '#lib/rules/whatsapp/errors.ts';
import { bodyParameters, type WhatsappKind, type WhatsappVariable } from '#lib/rules/whatsapp/template.ts';
import { besideEachOther } from '../../core/db/in-batches.ts';
import { withUnit } from '../../core/db/people.ts';
import type { School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { WhatsappSilent } from '../../core/ports/whatsapp.ts';
import { quietHoursOf } from '../devices/quiet-hours.ts';
import { waitAfter } from '../devices/send-push.ts';
import { codeOf, decryptSecrets, type Message, type NumberSecrets, type Recipient, sendMessage } from './api.ts';
import { fallBack } from './fall-back.ts';
import { type NumberRow, refreshNumber } from './numbers.ts';
import { MAX_WAIT_MS, whatsappKindOf } from './queue.ts';
import { noteTrouble } from './trouble.ts';

/** Longer than the longest wait for an answer. */
const CLAIM_MS = MINUTE_MS;
/** Max. messages of one number in a run. */
const MAX_ROUND = 50;
const MAX_ROUND_MS = 5_000;
const MAX_ATTEMPTS = 5;
const WAITS = { maxAttempts: MAX_ATTEMPTS, firstWaitMs: 20_000, longestWaitMs: 5 * MINUTE_MS };

/**
 * Sends due messages by WhatsApp, each at most once, in any number of processes. The API has no idempotency key, so a message
 * whose answer is lost is not sent again: a status of Meta shows that it was sent, or its reader is notified by push or mail.
 */
export async function sendWhatsapp(school: School): Promise<void> {
  const at = school.now().toISOString();
  const rows = await school.db.selectFrom('whatsapp_numbers').selectAll().execute();
  await besideEachOther(school.log, rows, { job: 'sendWhatsapp', idOf: ({ id }) => id }, async (row) => {
    await readDaily(school, row);
    if (row.trouble === null && (row.held_until === null || row.held_until <= at)) await serve(school, row);
  });
  await noteLost(school);
  await fallBack(school);
  await endLate(school);
}

/** Reads the templates of a number once a day, because Meta pauses templates by itself. */
async function readDaily(school: School, row: NumberRow): Promise<void> {
  const isFresh = row.templates_at !== null && Date.parse(row.templates_at) > school.now().getTime() - DAY_MS;
  if (isFresh || row.trouble !== null) return;
  try {
    await refreshNumber(school, row);
  } catch (error) {
    if (!(error instanceof WhatsappSilent)) throw error;
  }
}

async function serve(school: School, row: NumberRow): Promise<void> {
  const secrets = decryptSecrets(school.tokens, row.ajustes);
  if (!secrets) return;
  const started = performance.now();
  for (let sent = 0; sent < MAX_ROUND && performance.now() - started < MAX_ROUND_MS; sent += 1) {
    const claimed = await claim(school, row.id);
    if (!claimed) return;
    const isStopped = await sendOne(school, row, secrets, claimed);
    if (isStopped) return;
  }
  school.wake();
}

/** Claims the next message of a number for this process. */
async function claim({ db, now }: School, numberId: number) {
  const at = now();
  const next = await db
    .selectFrom('deliveries')
    .innerJoin('whatsapp_optins', 'whatsapp_optins.user_id', 'deliveries.user_id')
    .select('deliveries.id')
    .where('deliveries.target', '=', 'whatsapp')
    // A literal, to match the partial index.
    .where('deliveries.status', '=', sql.lit('na_fila'))
    .where('deliveries.due_at', '<=', at.toISOString())
    .where('deliveries.claimed_until', 'is', null)
    .where('whatsapp_optins.number_id', '=', numberId)
    // A cancelled lesson does not wait behind a message to the whole school.
    .orderBy(sql`case when deliveries.sending_id is null then 0 else 1 end`)
    .orderBy('deliveries.due_at')
    .orderBy('deliveries.id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  return db
    .updateTable('deliveries')
    .set(({ eb }) => ({
      claimed_until: new Date(at.getTime() + CLAIM_MS).toISOString(),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', next.id)
    .where('status', '=', 'na_fila')
    .where('claimed_until', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>;

/** If a process died between claim and answer, the outcome is unknown: the message counts as sent, and is not sent again. */
const noteLost = ({ db, now }: School) =>
  db
    .updateTable('deliveries')
    .set({ status: 'aceita', reason: 'no_answer', claimed_until: null, at: now().toISOString() })
    .where('target', '=', 'whatsapp')
    .where('status', '=', sql.lit('na_fila'))
    .where('claimed_until', '<=', now().toISOString())
    .execute();

/** Ends messages that no number can send any more, such as an answer by a disconnected number. */
const endLate = ({ db, now }: School) =>
  db
    .updateTable('deliveries')
    .set({ status: 'expirada', reason: 'late', fallback_at: null, at: now().toISOString() })
    .where('target', '=', 'whatsapp')
    .where('status', '=', sql.lit('na_fila'))
    .where('claimed_until', 'is', null)
    .where('expires_at', '<=', now().toISOString())
    .execute();

/** @returns whether the number stops sending in this run */
async function sendOne(school: School, row: NumberRow, secrets: NumberSecrets, claimed: Claimed): Promise<boolean> {
  const now = school.now();
  const at = now.toISOString();
  const facts = await factsOf(school, row, claimed);
  const end = (set: object) => note(school, claimed, { at, claimed_until: null, ...set });
  if (claimed.expires_at !== null && claimed.expires_at <= at) {
    await end({ status: 'expirada', reason: 'late', fallback_at: null });
    return false;
  }
  if ('reason' in facts) {
    await end({ status: 'falhou', reason: facts.reason, fallback_at: claimed.fallback_at && at });
    return false;
  }
  const quiet =
    claimed.content === null && facts.keepsQuiet
      ? (await quietHoursOf(school, [claimed.user_id])).get(claimed.user_id)
      : undefined;
  const awake = quiet ? afterQuiet(now, quiet, quiet.zone) : now;
  if (awake > now) {
    // Urgent notices are mailed at night to readers without a device, as without WhatsApp.
    const late = new Date(awake.getTime() + MAX_WAIT_MS).toISOString();
    await (claimed.pressing || (claimed.expires_at !== null && claimed.expires_at <= late)
      ? end({ status: 'expirada', reason: 'quiet', fallback_at: at, attempts: claimed.attempts - 1 })
      : end({
          due_at: awake.toISOString(),
          fallback_at: late,
          attempts: claimed.attempts - 1,
        }));
    return false;
  }
  try {
    const { answer, id } = await sendMessage(school, secrets, row.phone_number_id, {
      ...{ to: facts.to, message: facts.message, token: claimed.token ?? '' },
    });
    if (id !== null) {
      await noteTaken(school, claimed, id);
      return false;
    }
    const code = codeOf(answer);
    const what = whatsappConsequence(code, answer.status);
    if (what.kind === 'unknown') {
      await end({ status: 'aceita', reason: 'no_answer', last_status: null });
      return true;
    }
    await noteTrouble(school, row, what, facts.templateId);
    const isTriedAgain = ['number', 'reader', 'again'].includes(what.kind) && claimed.attempts < MAX_ATTEMPTS;
    const due = new Date(now.getTime() + waitAfter(claimed.attempts, what.kind === 'reader' ? 60 : null, WAITS));
    await end(
      isTriedAgain
        ? { due_at: due.toISOString(), last_status: code ?? answer.status }
        : {
            status: 'falhou',
            last_status: code ?? answer.status,
            reason: null,
            fallback_at: claimed.fallback_at && at,
          },
    );
    return what.kind === 'number' || what.kind === 'trouble';
  } catch (error) {
    if (!(error instanceof WhatsappSilent)) throw error;
    const due = new Date(now.getTime() + waitAfter(claimed.attempts, null, WAITS)).toISOString();
    if (error.isUnsent) await noteTrouble(school, row, { kind: 'number' }, null);
    await end(error.isUnsent ? { due_at: due, reason: 'no_connection' } : { status: 'aceita', reason: 'no_answer' });
    return true;
  }
}

/** Writes the outcome of a message, unless a status of Meta or a cancellation came first. */
const note = ({ db }: School, { id, claimed_until }: Claimed, set: object) =>
  db
    .updateTable('deliveries')
    .set(set)
    .where('id', '=', id)
    .where('status', '=', 'na_fila')
    .where('claimed_until', '=', claimed_until)
    .execute();

/** Meta accepted it: that counts even if it was cancelled meanwhile. Its first status may have come before. */
async function noteTaken({ db, now }: School, { id }: Claimed, messageId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('deliveries')
      .set({ message_id: messageId, claimed_until: null })
      .where('id', '=', id)
      .execute();
    await tx
      .updateTable('deliveries')
      .set(({ eb }) => ({
        ...{ status: 'aceita', reason: null, last_status: null, at: now().toISOString() },
        // The fallback time starts now, however long it was queued. Cancelled messages have no fallback.
        fallback_at: eb
          .case()
          .when(eb.and([eb('status', '=', 'na_fila'), eb('fallback_at', 'is not', null)]))
          .then(new Date(now().getTime() + MAX_WAIT_MS).toISOString())
          .else(null)
          .end(),
      }))
      .where('id', '=', id)
      .where('status', 'in', ['na_fila', 'cancelada'])
      .execute();
    await tx
      .updateTable('whatsapp_numbers')
      .set({ failures: 0, held_until: null })
      .where('failures', '>', 0)
      .where(({ eb, selectFrom }) =>
        eb(
          'id',
          'in',
          selectFrom('whatsapp_optins')
            .innerJoin('deliveries', 'deliveries.user_id', 'whatsapp_optins.user_id')
            .select('whatsapp_optins.number_id')
            .where('deliveries.id', '=', id),
        ),
      )
      .execute();
  });
}

/** The message and its recipient, or why it cannot be sent. */
async function factsOf(
  { db, config }: School,
  { id: numberId }: NumberRow,
  { user_id, notice_id, content }: Claimed,
): Promise<{ reason: string } | { to: Recipient; message: Message; templateId: number | null; keepsQuiet: boolean }> {
  const reader = await db
    .selectFrom('users')
    .$call(withUnit)
    .innerJoin('whatsapp_optins', 'whatsapp_optins.user_id', 'users.id')
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .leftJoin('notices', (on) => on.on('notices.id', '=', notice_id ?? 0))
    .leftJoin('sendings', 'sendings.id', 'notices.sending_id')
    .select(['users.is_blocked', 'users.full_name', 'companies.nome', 'schools.marca'])
    .select(['whatsapp_optins.status', 'whatsapp_optins.wa_id', 'whatsapp_optins.wa_user_id'])
    .select(['notices.title', 'notices.body', 'notices.path', 'notices.chave', 'notices.sending_id'])
    .select('sendings.respect_quiet_hours')
    .where('users.id', '=', user_id)
    .executeTakeFirst();
  const to = reader?.wa_id ? { to: reader.wa_id } : reader?.wa_user_id ? { recipient: reader.wa_user_id } : null;
  if (!reader || !to || reader.is_blocked) return { reason: 'opted_out' };
  if (content !== null) {
    const { body } = JSON.parse(content) as { body: string };
    return { to, message: { type: 'text', text: { body } }, templateId: null, keepsQuiet: false };
  }
  if (reader.status !== 'ativa') return { reason: 'opted_out' };
  const kind = whatsappKindOf(reader.chave, reader.sending_id);
  const template = kind && (await templateFor(db, numberId, kind));
  if (!template || reader.title === null || reader.body === null) return { reason: 'no_template' };
  const values: Record<WhatsappVariable, string> = {
    ...{ nome: firstName(reader.full_name), escola: reader.nome ?? '', titulo: reader.title, texto: reader.body },
    link: publicUrl(config, reader.marca ?? 'knn') + reader.path,
  };
  return {
    to,
    message: messageOf(template, values),
    templateId: template.id,
    keepsQuiet: reader.respect_quiet_hours ?? true,
  };
}

const templateFor = (db: School['db'], numberId: number, kind: WhatsappKind) =>
  db
    .selectFrom('whatsapp_uses')
    .innerJoin('whatsapp_templates', 'whatsapp_templates.id', 'whatsapp_uses.template_id')
    .selectAll('whatsapp_templates')
    .select('whatsapp_uses.variables')
    .where('whatsapp_uses.number_id', '=', numberId)
    .where('whatsapp_uses.kind', '=', kind)
    .where('whatsapp_templates.status', '=', 'APPROVED')
    .executeTakeFirst();

type Template = Pick<
  NonNullable<Awaited<ReturnType<typeof templateFor>>>,
  'name' | 'language' | 'format' | 'slots' | 'variables'
>;

/** A template with its variables filled in. */
export function messageOf(
  { name, language, format, slots, variables }: Template,
  values: Readonly<Record<WhatsappVariable, string>>,
): Message {
  const parameters = bodyParameters(format, JSON.parse(slots), JSON.parse(variables), values);
  const components = parameters.length > 0 ? [{ type: 'body' as const, parameters }] : [];
  return { type: 'template', template: { name, language: { code: language }, components } };
}
