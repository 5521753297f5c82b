import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getBroadcastLog } from '../../src/lib/contract/broadcasts.ts';
import { reachedWords } from '../../src/lib/words/broadcasts-panel.ts';
import { addBroadcast, addReader, audience, HELENA, send, work } from '../support/broadcasts.ts';
import { addDevices } from '../support/device-rows.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

interface Shown {
  title: string;
  body: string;
  navigate: string;
  tag: string;
  image?: string;
  data: { sending_id: number; delivery_token: string; path: string };
}

describe.each(engines)('a sending arrives on %s (PUSH-13, API-69, API-70)', (engine) => {
  let service: PushService;
  let portal: TestSchool;
  beforeAll(async () => {
    service = await startPushService();
    portal = await openTestSchool(engine, { env: { PUSH_HOSTS: service.origin } });
  });
  afterAll(async () => {
    await portal.close();
    await service.close();
  });

  const reader = async (full_name: string, count = 1) => {
    const id = await addReader(portal, 0, { full_name });
    const devices = Array.from({ length: count }, () => service.device());
    await addDevices(portal.school, id, devices);
    return { id, paths: devices.map(({ endpoint }) => new URL(endpoint).pathname) };
  };
  const shownAt = (path: string) =>
    service.arrived.filter((each) => each.path === path).map(({ payload }) => payload.notification as Shown);
  const log = async (id: number) =>
    (await portal.call(getBroadcastLog, { params: { id }, query: {} }, { as: HELENA })).body;
  const deliver = async () => {
    await work(portal, 1);
    await portal.sender.runOnce();
    await work(portal, 1);
  };

  it('a broadcast arrives once on each device, with the reader’s own values; an expired device is deleted', async () => {
    const [maria, joao, gone] = [await reader('Maria Alves', 2), await reader('João Dias'), await reader('Zeca Reis')];
    service.answers.set(gone.paths[0] as string, { status: 410 });
    const { id } = await addBroadcast(portal, {
      title: 'Oi, {primeiro_nome}',
      body: 'Até {vencimento}, na {turma}.',
      link: '/pedidos',
      image_url: '/brand/recompensas/1.svg',
      audience: audience({ user_ids: [maria.id, joao.id, gone.id] }),
    });
    await send(portal, { id });
    await deliver();
    await deliver();
    for (const path of maria.paths) {
      expect(shownAt(path)).toMatchObject([
        {
          title: 'Oi, Maria',
          body: 'Até a data combinada, na sua turma.',
          navigate: 'https://aluno.example/pedidos',
          image: 'https://aluno.example/brand/recompensas/1.svg',
          tag: `envio-${id}`,
          data: { sending_id: id, path: '/pedidos' },
        },
      ]);
    }
    expect(shownAt(joao.paths[0] as string)).toMatchObject([{ title: 'Oi, João' }]);
    const { sending: broadcast, counts, reasons, states } = await log(id);
    expect(broadcast.status).toBe('enviada');
    expect(counts).toMatchObject({
      people: 3,
      reached: 2,
      devices: 4,
      accepted: 3,
      expired: 1,
      retrying: 0,
      without_push: 0,
    });
    const { items } = (await portal.ops.broadcasts.listSchoolBroadcasts({ saiu: 'true' }, { as: HELENA })).body;
    const listed = items.find((each) => each.id === id)?.counts;
    expect(listed && reachedWords(listed)).toBe('Chegou a 2 de 3 pessoas');
    expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(4);
    expect(reasons).toEqual([
      { status: 410, reason: 'O aparelho saiu: aplicativo removido ou permissão retirada', count: 1 },
    ]);
    const left = portal.school.db.selectFrom('push_subscriptions').select('id').where('user_id', '=', gone.id);
    expect(await left.execute()).toEqual([]);
  });

  it('a test arrives at once on the own devices, and the draft stays a draft', async () => {
    const [device] = [service.device()];
    await addDevices(portal.school, HELENA, [device]);
    const { id } = await addBroadcast(portal, { title: 'Prova, {primeiro_nome}', respect_quiet_hours: true });
    await send(portal, { id, test: true });
    await portal.sender.runOnce();
    expect(shownAt(new URL(device.endpoint).pathname)).toMatchObject([{ title: 'Prova, Helena', tag: `teste-${id}` }]);
    expect((await log(id)).sending.status).toBe('rascunho');
  });

  it('a broadcast that was cancelled before it went out never arrives', async () => {
    const ida = await reader('Ida Melo');
    const { id } = await addBroadcast(portal, { audience: audience({ user_ids: [ida.id] }) });
    await send(portal, { id });
    await work(portal, 1);
    await portal.ops.broadcasts.cancelBroadcast({ id }, { as: HELENA });
    await deliver();
    expect(shownAt(ida.paths[0] as string)).toEqual([]);
    expect((await log(id)).states).toMatchObject({ cancelada: 1, aceita: 0 });
  });
});
