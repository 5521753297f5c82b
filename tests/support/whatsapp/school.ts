import { API_PREFIX } from '../../../src/lib/contract/core.ts';
import type { Engine } from '../../../src/server/core/db/connection.ts';
import { notify } from '../../../src/server/messages/inbox/notify.ts';
import { sendWhatsapp } from '../../../src/server/messages/whatsapp/send.ts';
import { addAccount } from '../accounts.ts';
import { addDevices, deviceAt } from '../device-rows.ts';
import { openTestSchool } from '../school.ts';
import { noonOf } from '../school-day.ts';
import { WhatsappApi } from './api.ts';
import { ACCOUNT_ID, APP_SECRET, type Hook, PHONE_NUMBER_ID, TOKEN } from './steering.ts';

const MINUTE = 60_000;
const [MANAGER, UNIT] = [7, 101];
export const keys = { phone_number_id: PHONE_NUMBER_ID, account_id: ACCOUNT_ID, token: TOKEN, app_secret: APP_SECRET };
let phones = 11_900_000_000;

/** A school at noon, with a double of the WhatsApp API. Its unit has no number yet. */
export async function openWhatsappSchool(engine: Engine) {
  const api = await WhatsappApi.start();
  const portal = await openTestSchool(engine, { env: { WHATSAPP_API_URL: api.url } });
  portal.clock.now = noonOf(portal);
  const { db } = portal.school;
  const path = async () => {
    const { id } = await db.selectFrom('whatsapp_numbers').select('id').executeTakeFirstOrThrow();
    return `${API_PREFIX}portal/whatsapp/webhooks/${id}/`;
  };
  const tell = async (hook: Hook, signature = hook.signature) =>
    portal.send('POST', await path(), {
      body: hook.body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    });
  const write = async (from: string | null, text: string, more: { sender?: string; id?: string; at?: Date } = {}) =>
    (await tell(await api.write(from, text, more.at ?? portal.clock.now, more))).status;
  const unit = async () => (await portal.ops.units.getUnit({ id: UNIT }, { as: MANAGER })).body.whatsapp_ligado;
  const use = async (nome: string, more: object = {}) => {
    const id = (await unit())?.modelos.find((each) => each.nome === nome)?.id ?? 0;
    const slots = { v1: 'nome', v2: 'escola', v3: 'titulo', v4: 'texto' } as const;
    return portal.ops.whatsapp.useTemplate({ id, kind: 'aula_cancelada', ...slots, ...more }, { as: MANAGER });
  };
  return {
    ...{ api, portal, path, tell, write, unit, use },
    close: () => Promise.all([portal.close(), api.close()]),
    /** Connects the number of the unit, shows it to people, and sets templates for two kinds of notices. */
    async connect() {
      await portal.ops.whatsapp.connectNumber({ id: UNIT, ...keys }, { as: MANAGER });
      await write('5511900000000', 'Oi');
      await use('aviso_de_aula');
      await use('lembrete', { kind: 'parcela_lembrete', v3: 'texto', v4: 'link' });
    },
    /** A person of the unit who gets notices by WhatsApp. */
    async reader(more: { device?: boolean; sender?: string; hidesPhone?: boolean } = {}) {
      const { id } = await addAccount(portal, { birth_date: '1990-01-01' });
      const phone = `55${++phones}`;
      const { body } = await portal.ops.whatsapp.startOwnWhatsapp({}, { as: id });
      if (body?.estado !== 'espera') throw new Error('no code');
      await write(more.hidesPhone ? null : phone, body.texto, more.sender ? { sender: more.sender } : {});
      await sendWhatsapp(portal.school);
      if (more.device) await addDevices(portal.school, id, [deviceAt(`https://fcm.googleapis.com/${id}`)]);
      return { id, phone };
    },
    /** Cancels a lesson of a person. @param minutes until it begins */
    cancel: (userId: number, { minutes = 300, ...more }: { isPressing?: boolean; minutes?: number } = {}) =>
      db.transaction().execute((tx) =>
        notify(tx, portal.clock.now, {
          ...{ userId, kind: 'aula_cancelada', about: `teste-${Math.random()}`, isPressing: true, ...more },
          params: { turmaId: 1, titulo: 'Travel\nplans', hora: '19:00', dia: 'hoje' },
          expiresAt: new Date(portal.clock.now.getTime() + minutes * MINUTE).toISOString(),
        }),
      ),
    /** The targets of a person's notifications, and their outcomes. */
    async notificationsOf(userId: number) {
      const rows = await db
        .selectFrom('deliveries')
        .select(['target', 'status'])
        .where('user_id', '=', userId)
        .where('notice_id', 'is not', null)
        .orderBy('id')
        .execute();
      return rows.map(({ target, status }) => `${target} ${status}`);
    },
    sentTo: async (phone: string) => (await api.look()).sent.filter(({ to }) => to === phone),
    /** The log of the last notice, as the office sees it. */
    sentence: async (userId: number) =>
      (await portal.ops.students.getPerson({ id: userId }, { as: MANAGER })).body.avisos.mensagens[0]?.alvos.map(
        ({ frase }) => frase,
      ),
  };
}
