import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import { getRewardPicture, listRewards } from '../../src/lib/contract/club.ts';
import * as manager from '../../src/lib/contract/club-staff.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import { addMember, addReward, booksOf, expectBooks, moveRedemptions, redeem, withKey } from '../support/points.ts';
import { pdf } from '../support/sample-files.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, helena: 7, igor: 8, nina: 12 };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(engines)('managing the club on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const helena = { as: people.helena };
  const reward = {
    nome: 'Caneca',
    descricao: 'Porcelana',
    categoria: 'Casa',
    pontos: 350,
    estoque: 5,
    limite_por_aluno: null,
    entrega: 'escola' as const,
    regras: 'Uma por vez.',
    retirada_dias: 15,
    valido_de: null,
    valido_ate: null,
  };
  const upload = (id: number, bytes: Buffer, as = people.helena) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), 'foto.png');
    return portal.call(manager.uploadRewardPicture, { params: { id }, body }, { as });
  };
  const adjust = (id: number, pontos: number, as = people.helena, key?: string) =>
    portal.ops.club.adjustPoints({ id, pontos, motivo: 'Feira de livros' }, withKey({ as, ...(key && { key }) }));
  const setStatus = (id: number, status: 'aprovado' | 'pronto' | 'entregue' | 'cancelado', as = people.helena) =>
    moveRedemptions(portal, [id], { status, motivo: 'Acabou' }, { as });

  it.each(Object.entries(manager as Record<string, Call>))('%s is for managers', async (_name, call) => {
    const path = addressOf(call, { params: { id: 1, codigo: 'presenca' } });
    const bodies: Record<string, unknown> = {
      createReward: reward,
      updateReward: reward,
      archiveReward: { ativo: false },
      updatePointRule: { pontos: 1, periodo: 'dia', ativo: true },
      adjustPoints: { pontos: 1, motivo: 'x' },
      reversePoints: { motivo: 'x' },
      setReferralStatus: { status: 'em_contato' },
      confirmReferralEnrollment: { aluno: 'x' },
    };
    const init =
      call.method === 'GET'
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(bodies[_name] ?? {}) };
    expect((await portal.send(call.method, path, init)).status).toBe(401);
    expect((await portal.send(call.method, path, init, { as: people.ana })).status).toBe(403);
    expect((await portal.send(call.method, path, init, { ...helena, scope: 'book' })).status).toBe(403);
  });

  describe('rewards', () => {
    const list = (as: number) => portal.ops.club.listManagedRewards({ limit: 100 }, { as });
    const offered = async (as: number) => (await portal.call(listRewards, {}, { as })).body.rewards.map(({ id }) => id);

    it('rewards are added, changed, archived and brought back, in the own school', async () => {
      const { body: made } = await portal.ops.club.createReward(reward, helena);
      expect(made).toMatchObject({ ...reward, ativo: true, resgatados: 0, pode_editar: true });
      expect(await offered(people.ana)).toContain(made.id);
      expect(await offered(people.nina)).not.toContain(made.id);
      const params = { id: made.id };
      const changed = await portal.ops.club.updateReward({ ...params, ...reward, pontos: 400 }, helena);
      expect(changed.body.pontos).toBe(400);
      await portal.ops.club.archiveReward({ ...params, ativo: false }, helena);
      expect(await offered(people.ana)).not.toContain(made.id);
      await portal.ops.club.archiveReward({ ...params, ativo: true }, helena);
      expect(await offered(people.ana)).toContain(made.id);
    });

    it('rewards of another school or of the network are for admins, not for managers', async () => {
      const other = await addReward(portal, { escola_id: 3 });
      const network = await addReward(portal, { escola_id: null });
      for (const id of [other, network, 999_999]) {
        const params = { id };
        expect((await portal.ops.club.updateReward({ ...params, ...reward }, helena)).status).toBe(404);
        expect((await portal.ops.club.archiveReward({ ...params, ativo: false }, helena)).status).toBe(404);
        expect((await upload(id, PNG)).status).toBe(404);
      }
      const shown = (await list(people.helena)).body.items;
      expect(shown.some(({ id }) => id === other)).toBe(false);
      expect(shown.find(({ id }) => id === network)?.pode_editar).toBe(false);
      const asAdmin = { as: people.igor };
      expect((await portal.ops.club.updateReward({ id: other, ...reward }, asAdmin)).status).toBe(200);
    });

    it('rewards are listed page by page, those in the catalogue first, the cheapest first', async () => {
      const made: number[] = [];
      for (const pontos of [900_000, 2, 1]) {
        made.push((await portal.ops.club.createReward({ ...reward, pontos }, helena)).body.id);
      }
      await portal.ops.club.archiveReward({ id: made[1] ?? 0, ativo: false }, helena);
      const all: number[] = [];
      for (let depois = ''; ; ) {
        const { body } = await portal.ops.club.listManagedRewards({ mostrar: 'todas', limit: 2, depois }, helena);
        all.push(...body.items.map(({ id }) => id));
        if (body.next === null) {
          expect(all).toHaveLength(body.total);
          break;
        }
        depois = body.next;
      }
      const ours = all.filter((id) => made.includes(id));
      expect([new Set(all).size, ours]).toEqual([all.length, [made[2], made[0], made[1]]]);
      expect(all[0]).toBe(made[2]);
      const archived = await portal.ops.club.listManagedRewards({ mostrar: 'arquivadas', limit: 100 }, helena);
      expect(archived.body.items.some(({ id }) => id === made[1])).toBe(true);
      expect(archived.body.items.some(({ ativo }) => ativo)).toBe(false);
      expect((await list(people.helena)).body.items.some(({ id }) => id === made[1])).toBe(false);
    });

    it('staff read a reward that their list has, without internal columns', async () => {
      const own = await addReward(portal);
      const read = (id: number, as?: number) => portal.ops.club.getManagedReward({ id }, { as });
      const { status, body } = await read(own, people.helena);
      expect([status, body.id, body.pode_editar]).toEqual([200, own, true]);
      for (const hidden of ['escola_id', 'imported', 'imagem_chave']) expect(body).not.toHaveProperty(hidden);
      const network = await addReward(portal, { escola_id: null });
      expect((await read(network, people.helena)).body.pode_editar).toBe(false);
      const other = await addReward(portal, { escola_id: 3 });
      expect((await read(other, people.helena)).status).toBe(404);
      expect((await read(own, people.ana)).status).toBe(403);
      expect((await read(own)).status).toBe(401);
    });

    it('a picture of a reward is checked by its content and served publicly as a picture only', async () => {
      const id = await addReward(portal);
      const { status, body } = await upload(id, PNG);
      expect([status, body.imagem_url]).toEqual([200, expect.stringMatching(/^\/api\/v1\/portal\/club\/pictures\//)]);
      const answer = await portal.send('GET', body.imagem_url);
      expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([200, PNG]);
      expect(answer.headers.get('content-type')).toBe('image/png');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      const next = await upload(id, PNG);
      expect(next.body.imagem_url).not.toBe(body.imagem_url);
      expect((await portal.send('GET', body.imagem_url)).status).toBe(404);
      expect((await upload(id, pdf())).status).toBe(415);
      expect((await upload(id, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))).status).toBe(
        415,
      );
      expect((await upload(id, Buffer.concat([PNG, Buffer.alloc(2 * 1_048_576)]))).status).toBe(413);
      const unknown = await portal.call(getRewardPicture, { params: { chave: 'a'.repeat(36) } });
      expect(unknown.status).toBe(404);
    });

    it.each([{ pontos: 0 }, { nome: '' }, { estoque: -1 }, { valido_de: '2026-02-02', valido_ate: '2026-02-01' }])(
      'API-94 the panel refuses %j in words',
      async (given) => {
        const answer = await portal.ops.club.createReward({ ...reward, ...given }, helena);
        expect([answer.status, answer.body.detail]).toEqual([422, expect.stringMatching(/\S/)]);
      },
    );
  });

  it('a school changes its own rules only', async () => {
    const body = { pontos: 33, periodo: 'mes' as const, limite: 4, validade_dias: null, ativo: false };
    const changed = await portal.ops.club.updatePointRule({ codigo: 'unidade', ...body }, helena);
    expect(changed.body).toMatchObject({ codigo: 'unidade', ...body });
    const { items: rules } = (await portal.ops.club.listPointRules({}, helena)).body;
    expect(rules.find(({ codigo }) => codigo === 'unidade')).toMatchObject(body);
    expect(rules).toHaveLength(7);
    const stored = await portal.school.db.selectFrom('point_rules').select('escola_id').execute();
    expect(stored).toEqual([{ escola_id: 1 }]);
  });

  describe('members', () => {
    it('members are found by name within the own school', async () => {
      const id = await addMember(portal, [[70]], { full_name: 'Zilda 100% Teste' });
      await addMember(portal, [], { full_name: 'Zilda De Longe', company: 103 });
      const find = (q: string, as = people.helena) => portal.ops.club.listMembers({ q }, { as });
      expect((await find('zilda')).body.items).toMatchObject([{ id, saldo: 70, lancamentos: 1, is_club: true }]);
      expect((await find('100%')).body.total).toBe(1);
      expect((await find('%')).body.total).toBe(1);
      expect((await find('zilda', people.igor)).body.total).toBe(2);
    });

    it('manual points have a reason in the statement, and count once for a key', async () => {
      const id = await addMember(portal);
      const key = 'one-adjustment';
      const [one, two] = [await adjust(id, 80, people.helena, key), await adjust(id, 80, people.helena, key)];
      expect(one.body).toEqual(two.body);
      expect(one.body.transaction).toMatchObject({ origem: 'ajuste', pontos: 80, nota: 'Feira de livros' });
      expect((await adjust(id, -50)).body.saldo).toBe(30);
      expect(await adjust(id, -31)).toMatchObject({ status: 409, body: { code: 'points_short' } });
      expect(await expectBooks(portal, id)).toBe(30);
      const page = await portal.ops.club.getMemberStatement({ id, limit: 1 }, helena);
      expect(page.body).toMatchObject({ id, saldo: 30, extrato: { total: 2 } });
      expect(page.body.proximo).toBe(page.body.extrato.items[0]?.id);
      const older = await portal.ops.club.getMemberStatement({ id, antes_de: page.body.proximo ?? 0 }, helena);
      expect(older.body.extrato.items.map(({ pontos }) => pontos)).toEqual([80]);
    });

    it('manual points are refused if the balance changed since the sender saw it', async () => {
      const id = await addMember(portal, [[70]]);
      const give = (saldo_visto: number) =>
        portal.ops.club.adjustPoints({ id, pontos: 5, motivo: 'Feira', saldo_visto }, withKey(helena));
      expect(await give(60)).toMatchObject({ status: 409, body: { detail: expect.stringMatching(/^O saldo mudou/) } });
      expect(await expectBooks(portal, id)).toBe(70);
      expect((await give(70)).body.saldo).toBe(75);
    });

    it.each([
      [{ pontos: 0 }, { pontos: 'Informe quantos pontos' }],
      [{ pontos: 'dez' as never }, { pontos: 'Informe um número inteiro' }],
      [{ pontos: 1.5 }, { pontos: 'Informe um número inteiro' }],
      [{ motivo: ' ' }, { motivo: expect.stringMatching(/\S/) }],
    ])('an adjustment of %j is refused at its field', async (given, fields) => {
      const id = await addMember(portal);
      const input = { id, pontos: 5, motivo: 'Feira', ...given };
      expect(await portal.ops.club.adjustPoints(input, withKey(helena))).toMatchObject({
        status: 422,
        body: { fields },
      });
    });

    it('an entry is taken back once, by an opposite one', async () => {
      const id = await addMember(portal);
      const { body } = await adjust(id, 80);
      const reverse = (entry: number, as = people.helena) =>
        portal.ops.club.reversePoints({ id: entry, motivo: 'Engano' }, withKey({ as }));
      const offered = async (as = people.helena) =>
        (await portal.ops.club.getMemberStatement({ id }, { as })).body.extrato.items.map((each) => each.pode_estornar);
      expect(await offered()).toEqual([true]);
      const answers = await Promise.all([reverse(body.transaction.id), reverse(body.transaction.id)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await expectBooks(portal, id)).toBe(0);
      expect(await offered()).toEqual([false, false]);
      const own = (await booksOf(portal, id)).entries.at(-1)?.id ?? 0;
      expect((await reverse(own)).status).toBe(409);
      expect((await reverse(999_999)).status).toBe(404);
      const spent = (await adjust(id, 80)).body.transaction.id;
      await redeem(portal, id, await addReward(portal, { pontos: 50 }));
      expect(await reverse(spent)).toMatchObject({ status: 409, body: { code: 'points_short' } });
    });

    it('members of another school are not found, and nobody changes the own points', async () => {
      const far = await addMember(portal, [[10]], { company: 103 });
      expect((await adjust(far, 5)).status).toBe(404);
      const statement = { id: far };
      expect((await portal.ops.club.getMemberStatement(statement, helena)).status).toBe(404);
      expect((await adjust(far, 5, people.igor)).status).toBe(200);
      expect((await adjust(people.helena, 5)).status).toBe(403);
    });
  });

  describe('redemptions', () => {
    it('redemptions move on to delivery, and the member is notified', async () => {
      const id = await addMember(portal, [[100]]);
      const { body } = await redeem(portal, id, await addReward(portal));
      for (const status of ['aprovado', 'pronto', 'entregue'] as const) {
        expect((await setStatus(body.resgate.id, status)).status).toBe(200);
      }
      expect((await setStatus(body.resgate.id, 'cancelado')).status).toBe(409);
      const notices = await portal.school.db.selectFrom('notices').select('title').where('user_id', '=', id).execute();
      expect(notices).toHaveLength(3);
      const found = await portal.ops.club.listManagedRedemptions(
        { q: body.resgate.codigo_retirada ?? '', status: 'entregue' },
        helena,
      );
      expect(found.body.items.map((each) => [each.id, each.proximos])).toEqual([[body.resgate.id, []]]);
    });

    it('refused redemptions return points and item, once', async () => {
      const prize = await addReward(portal, { estoque: 1 });
      const id = await addMember(portal, [[100]]);
      const { body } = await redeem(portal, id, prize);
      const answers = await Promise.all(Array.from({ length: 8 }, () => setStatus(body.resgate.id, 'cancelado')));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
      expect(await expectBooks(portal, id)).toBe(100);
      const { body: again } = await redeem(portal, id, prize);
      expect(again.resgate.status).toBe('solicitado');
      const bare = await moveRedemptions(portal, [again.resgate.id], { status: 'cancelado', motivo: ' ' });
      expect([bare.status, Object.keys(bare.body.fields ?? {})]).toEqual([422, ['motivo']]);
    });

    it('redemptions of another school are not found', async () => {
      const id = await addMember(portal, [[100]], { company: 103 });
      const { body } = await redeem(portal, id, await addReward(portal, { escola_id: 3 }));
      expect((await setStatus(body.resgate.id, 'pronto')).status).toBe(404);
      const { items } = (await portal.ops.club.listManagedRedemptions({ limit: 100 }, helena)).body;
      expect(items.some((each) => each.id === body.resgate.id)).toBe(false);
      expect((await setStatus(body.resgate.id, 'pronto', people.igor)).status).toBe(200);
    });
  });

  it('points held by members are points issued less spent and expired, month by month', async () => {
    for (const as of [people.helena, people.igor]) {
      const { body } = await portal.ops.club.getClubFigures({ meses: 12 }, { as });
      expect(body.items).toHaveLength(12);
      body.items.slice(0, -1).forEach((month, index) => {
        const before = body.items[index + 1]?.passivo ?? Number.NaN;
        expect(month.passivo).toBe(before + month.emitidos - month.resgatados - month.expirados);
      });
      expect(body.passivo).toBe(body.items[0]?.passivo);
    }
    const { saldo } = await portal.school.db
      .selectFrom('point_balances')
      .select(({ fn }) => fn.sum<number | string>('saldo').as('saldo'))
      .executeTakeFirstOrThrow();
    const all = await portal.ops.club.getClubFigures({}, { as: people.igor });
    expect(all.body.passivo).toBe(Number(saldo));
    const path = addressOf(manager.downloadClubFigures, { query: { meses: 3 } });
    const text = await (await portal.send('GET', path, {}, helena)).text();
    expect(text.trim().split('\r\n')).toHaveLength(4);
    expect((await portal.ops.club.getClubFigures({ meses: 0 }, helena)).status).toBe(422);
  });
});
