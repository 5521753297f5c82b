import { firstName } from '#lib/format/text.ts';
import { deviceFinding, outcomeSentence, personFinding, serviceOf } from '#lib/rules/people/delivery-words.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import { cutPage } from '../../core/db/keyset.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import {
  deliveriesOf,
  devicesOf,
  hadDevices,
  type NoticesSeen,
  noticesOf,
  type OutcomeRow,
  outcomesOf,
  personOf,
} from './queries.ts';

const TEST_TITLE = 'Notificação de teste';
const MESSAGES_SHOWN = 6;

/**
 * “Por que Maria não recebeu?”: the person, the devices, the last messages with the outcome of each, and other outcomes, all in
 * words.
 *
 * @param id of a person in reach @param seen what the reader may see @param depois the cursor of the messages
 */
export async function readDelivery(ctx: Ctx, id: number, seen: NoticesSeen, depois?: string) {
  const [person, rows, outcomes, notices, hadSome] = await Promise.all([
    personOf(ctx.db, id),
    devicesOf(ctx.db, id),
    outcomesOf(ctx.db, id, seen),
    noticesOf(ctx.db, id, seen, { depois, limit: MESSAGES_SHOWN }),
    hadDevices(ctx.db, id),
  ]);
  const page = cutPage(notices, MESSAGES_SHOWN, (notice) => [notice.created_at, notice.id]);
  const deliveries = await deliveriesOf(
    ctx.db,
    page.rows.map((notice) => notice.id),
  );
  const now = ctx.now();
  const zone = zoneOr(person.timezone, ctx.config.SCHOOL_TIME_ZONE);
  const devices = rows.map((row) => ({
    row,
    finding: deviceFinding(
      {
        platform: row.platform,
        isPwa: row.is_pwa,
        service: serviceOf(row.endpoint, row.platform),
        lastSeen: row.updated_at,
        lastOk: row.last_ok_at,
        error: errorOf(row.last_error),
      },
      now,
      zone,
    ),
  }));
  const endpoints = new Map(rows.map((row) => [row.id, row.endpoint]));
  const present = (row: OutcomeRow) => presentOutcome(row, endpoints, now, zone);
  return {
    person: personFinding({
      name: firstName(person.full_name),
      devices: devices.length,
      broken: devices.filter(({ finding }) => finding.isBroken).length,
      hadDevices: hadSome,
      off: person.off,
    }),
    devices: devices.map(({ row, finding: { frase, o_que_fazer } }) => ({
      id: row.id,
      device_type: row.device_type,
      platform: row.platform,
      last_ok_at: row.last_ok_at,
      frase,
      o_que_fazer,
    })),
    mensagens: page.rows.map((notice) => ({
      id: notice.id,
      titulo: notice.title,
      em: notice.created_at,
      lida_em: notice.read_at,
      alvos: deliveries.filter(({ notice_id }) => notice_id === notice.id).map(present),
    })),
    /** The cursor of older messages. */
    next: page.next,
    /** Tests, and mails to the guardian. */
    outcomes: outcomes.map((row) => ({
      title: titleOf(row.content) ?? (row.kind === 'teste' ? TEST_TITLE : 'Notificação da escola'),
      ...present(row),
    })),
  };
}

function presentOutcome(row: OutcomeRow, endpoints: ReadonlyMap<number, string>, now: Date, zone: string) {
  const endpoint = (row.subscription_id !== null && endpoints.get(row.subscription_id)) || null;
  const words = {
    target: row.target,
    state: row.status,
    status: row.last_status,
    reason: row.reason,
    attempts: row.attempts,
    service: serviceOf(endpoint, row.platform),
    dueAt: row.due_at,
    expiresAt: row.expires_at,
  };
  return {
    alvo: row.target,
    // Rows older than this column were tests, most often requested by phones.
    device_type: row.device_type ?? ('mobile' as const),
    platform: row.platform ?? 'outro',
    at: row.at,
    frase: outcomeSentence(words, now, zone),
  };
}

const titleOf = (content: string | null): string | null =>
  content === null ? null : (JSON.parse(content) as { title: string }).title;

/** The last stored error; an unreadable one counts as no answer. */
function errorOf(text: string | null): { status: number; reason: string | null; at: string } | null {
  if (text === null) return null;
  const { status, reason, at } = JSON.parse(text) as { status?: unknown; reason?: unknown; at?: unknown };
  return {
    status: typeof status === 'number' ? status : 0,
    reason: typeof reason === 'string' ? reason : null,
    at: typeof at === 'string' ? at : '',
  };
}
