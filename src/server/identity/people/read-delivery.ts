import { firstName } from '#lib/format/text.ts';
import { deviceFinding, outcomeSentence, personFinding, serviceOf } from '#lib/rules/people/delivery-words.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { requireReach } from '../account/policy.ts';
import { devicesOf, type OutcomeRow, outcomesOf, personOf } from './queries.ts';

const TEST_TITLE = 'Notificação de teste';

/** “Por que Maria não recebeu?”: the person, the devices and the last outcomes, each in words. @throws Refusal 404 */
export async function readDelivery(ctx: Ctx, id: number) {
  await requireReach(ctx, id);
  const [person, rows, outcomes] = await Promise.all([
    personOf(ctx.db, id),
    devicesOf(ctx.db, id),
    outcomesOf(ctx.db, id),
  ]);
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
  return {
    person: personFinding({
      name: firstName(person.full_name),
      devices: devices.length,
      broken: devices.filter(({ finding }) => finding.isBroken).length,
      hadDevices: outcomes.length > 0,
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
    outcomes: outcomes.map((row) => presentOutcome(row, person.full_name, endpoints, now, zone)),
  };
}

function presentOutcome(
  row: OutcomeRow,
  full_name: string,
  endpoints: ReadonlyMap<number, string>,
  now: Date,
  zone: string,
) {
  const endpoint = (row.subscription_id !== null && endpoints.get(row.subscription_id)) || null;
  const { last_status, expires_at } = row;
  const words = {
    state: row.status,
    status: last_status,
    reason: row.reason,
    attempts: row.attempts,
    service: serviceOf(endpoint, row.platform),
    dueAt: row.due_at,
    expiresAt: expires_at,
  };
  return {
    user_id: row.user_id,
    full_name,
    // Rows older than this column were tests, most often asked for by phones.
    device_type: row.device_type ?? 'mobile',
    platform: row.platform ?? 'outro',
    state: row.status,
    attempts: row.attempts,
    last_status,
    at: row.at,
    title: row.title ?? titleOf(row.content) ?? (row.kind === 'teste' ? TEST_TITLE : 'Notificação da escola'),
    frase: outcomeSentence(words, now, zone),
  };
}

const titleOf = (content: string | null): string | null =>
  content === null ? null : (JSON.parse(content) as { title: string }).title;

/** The last error that was stored; anything unreadable counts as no answer. */
function errorOf(text: string | null): { status: number; reason: string | null; at: string } | null {
  if (text === null) return null;
  const { status, reason, at } = JSON.parse(text) as { status?: unknown; reason?: unknown; at?: unknown };
  return {
    status: typeof status === 'number' ? status : 0,
    reason: typeof reason === 'string' ? reason : null,
    at: typeof at === 'string' ? at : '',
  };
}
