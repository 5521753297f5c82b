import { spawn } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkUpstream, type Report } from '../../scripts/upstream-check.ts';
import { createAnswerReader } from '../../src/connected/answer-reader.ts';
import { type CallName, everyCall } from '../../src/lib/contract/index.schema.ts';
import { calls } from '../support/specified/calls.ts';
import { openSpecifiedFranchise, type SpecifiedFranchise } from '../support/specified/hosts.ts';
import { ana, davi, marta, PASSWORD, people } from '../support/specified/people.ts';
import { BOOK_UUID } from '../support/specified/study.ts';

/** The calls of the specification, as the contract has them. */
const specified = everyCall().filter(({ call }) => !call.path.startsWith('portal/'));
const lineOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

const silent = { onMisfit: () => undefined, onCoerced: () => undefined };

describe('D19 hosts written from the text of the specification only', () => {
  it('the contract has every call of section 7 at its address and on its host, and no other', () => {
    const ours = specified.map(({ call }) => [lineOf(call), call.host ?? 'portal']).toSorted();
    const theirs = Object.entries(calls).map(([line, { host = 'portal' }]) => [line, host]);
    expect(ours).toEqual(theirs.toSorted());
  });

  it.each(people)('the portal understands each answer to $name', (student) => {
    const broken: string[] = [];
    const reader = createAnswerReader('America/Sao_Paulo', silent);
    for (const { name, call } of specified.filter(({ call }) => !call.result)) {
      const body = { username: student.login, password: PASSWORD, uuid: BOOK_UUID };
      const seen = { student, params: ['1', '1'], query: new URLSearchParams(), body };
      const { status = 200, json } = calls[lineOf(call)]?.reply(seen) ?? {};
      if (status === 200 && !reader.read(name, json)) broken.push(name);
    }
    expect(broken).toEqual([]);
  });

  it('a missing picture is replaced by one of the portal, and the step of an order follows the status id', () => {
    const reader = createAnswerReader('America/Sao_Paulo', silent);
    const read = (name: CallName, line: string) =>
      reader.read(name, calls[line]?.reply({ student: ana, params: [], query: new URLSearchParams(), body: {} }).json)
        ?.value;
    expect(read('club.listRewards', 'GET rewards/')).toMatchObject({
      rewards: [{ imagem_url: '/brand/produtos/material.svg' }],
    });
    expect(read('abroad.listGroups', 'GET knn-usa/turmas/')).toMatchObject([
      { imagem_url: '/brand/viagens/campanha.svg', livros_exigidos: [{ capa_url: '/brand/produtos/material.svg' }] },
    ]);
    for (const id of [{ toString: 1 }, [], null, 'x']) {
      expect(() => reader.read('orders.createOrder', { id: 1, status: { id } })).not.toThrow();
    }
    expect(read('orders.listOrders', 'GET pre-invoice/')).toMatchObject({
      items: [{ status: { id: 1, passo: 1, final: false } }, { status: { id: 8, passo: 7, final: true } }],
    });
  });

  describe('check:upstream', () => {
    let franchise: SpecifiedFranchise;
    beforeAll(async () => {
      franchise = await openSpecifiedFranchise();
    });
    afterAll(() => franchise.close());
    beforeEach(async () => {
      await franchise.behave();
      await franchise.takeSeen();
    });
    const check = ({ login: username } = ana, timeoutMs = 8_000): Promise<Report> =>
      checkUpstream(
        { portal: franchise.portal, drive: franchise.drive, tmz: -3, timeoutMs },
        { username, password: PASSWORD, account: 1 },
        { tries: true },
      );
    const wrongIn = ({ login, calls: findings }: Report) =>
      [login, ...findings].flatMap(({ name, outcome, misfits }) => [
        ...(['differs', 'failed', 'missing'].includes(outcome) ? [`${name} ${outcome}`] : []),
        ...misfits.filter(({ isTolerated }) => !isTolerated).map(({ path, got }) => `${path}: ${got}`),
      ]);

    it.each([
      [ana, 41],
      [davi, 42],
      [marta, 45],
    ])('names nothing as wrong for $name', async (student, atLeast) => {
      const report = await check(student);
      expect(wrongIn(report)).toEqual([]);
      expect(report.counts.ok).toBeGreaterThanOrEqual(atLeast);
      // Values that this host writes differently are reported as tolerated.
      const finance = report.calls.find(({ name }) => name === 'finance.getFinance');
      expect(finance?.misfits).toContainEqual(
        expect.objectContaining({ path: 'parcelas[].total', got: 'a number as text', isTolerated: true }),
      );
    });

    it.each([
      [
        'GET at-home/financeiro/',
        'parcelas.vencimento',
        ['finance.getFinance differs', 'parcelas[].vencimento: nothing'],
      ],
      ['GET users/me/', 'drive_user.company.id', ['account.getMe differs', 'drive_user.company.id: nothing']],
      ['GET rewards/', 'saldo', ['club.listRewards differs', 'saldo: nothing']],
      ['GET pre-invoice/', 'items.total_centavos', ['orders.listOrders differs', 'items[].total_centavos: nothing']],
      ['GET at-home/turmas/', 'livro.id', ['pedagogico.listClasses differs', '[].livro.id: nothing']],
    ])('names one broken field, and nothing else: %s without %s', async (at, field, wrong) => {
      await franchise.behave([{ at, does: 'without', field }]);
      expect(wrongIn(await check())).toEqual(wrong);
    });

    it.each([
      ['silent', 'failed'],
      ['no', 'failed'],
      ['broken', 'failed'],
      ['odd', 'differs'],
    ] as const)('names a call that answers with "%s"', async (does, outcome) => {
      await franchise.behave([{ at: 'GET at-home/meus-livros/', does }]);
      expect(wrongIn(await check(ana, does === 'silent' ? 2_000 : 8_000))).toContain(`practice.listMyBooks ${outcome}`);
    });

    it('check:upstream sends a bearer with exactly the calls that the specification names', async () => {
      await check(davi);
      for (const { name, hasBearer } of await franchise.takeSeen()) {
        expect([name, hasBearer]).toEqual([name, calls[name]?.noBearer !== true]);
      }
    });

    it('the command exits with 0 and prints how many calls are ok', async () => {
      const hosts = ['--portal', franchise.portal, '--drive', franchise.drive];
      const child = spawn(process.execPath, ['scripts/check-upstream.ts', '--user', ana.login, ...hosts], {
        env: { ...process.env, UPSTREAM_PASSWORD: PASSWORD },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      const code = await new Promise((done) => child.once('close', done));
      expect([code, output]).toEqual([0, expect.stringMatching(/\d+ ok, 0 differ, 0 missing, 0 failed/)]);
    });
  });
});
