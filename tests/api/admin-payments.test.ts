import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccountFile } from '../../src/server/operate/admin/account-file.ts';
import {
  endAccount,
  printAccounts,
  registerMessages,
  setAccount,
  tryPayments,
} from '../../src/server/operate/admin/payment-accounts.ts';
import { newestLines } from '../support/audit-lines.ts';
import { PixBank } from '../support/pix-bank/bank.ts';
import { CHAVE } from '../support/pix-bank/books.ts';
import { CLIENT } from '../support/pix-bank/steering.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const UNIT = 'KNN Vila Nova';

describe.each(engines)('commands for the account of a unit on %s', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-account-'));
  let bank: PixBank;
  let portal: TestSchool;
  beforeAll(async () => {
    bank = await PixBank.start();
    portal = await openTestSchool(engine);
    for (const name of ['client.pem', 'client.key', 'client.pfx', 'ca.pem']) {
      copyFileSync(`tests/support/bank-certificates/${name}`, join(folder, name));
    }
  });
  afterAll(async () => {
    await portal.close();
    await bank.close();
    rmSync(folder, { recursive: true });
  });

  const account = (more: Record<string, unknown> = {}) => {
    const file = join(folder, 'conta.yaml');
    const lines = {
      tipo: 'pix-bcb',
      instituicao: 'Banco de Testes',
      chave_pix: CHAVE,
      endereco: `${bank.url}/api/v2/`,
      endereco_do_token: `${bank.url}/oauth/token`,
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      certificado: 'client.pem',
      chave_do_certificado: 'client.key',
      autoridade: 'ca.pem',
      ...more,
    };
    const text = Object.entries(lines)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
    writeFileSync(file, text.join(''));
    return file;
  };
  const set = (more?: Record<string, unknown>) => setAccount(portal.school, UNIT, readAccountFile(account(more)));
  const refused = (more: Record<string, unknown>): string => {
    try {
      readAccountFile(account(more));
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const tried = async () => {
    const lines = [];
    for await (const { what, problem } of tryPayments(portal.school, UNIT)) lines.push([what, problem] as const);
    return lines;
  };
  const problems = async () => (await tried()).filter(([, problem]) => problem !== null);

  it('an account is set, tested and described; its secrets are encrypted', async () => {
    await portal.school.db.updateTable('companies').set({ cnpj: null }).where('nome', '=', UNIT).execute();
    await expect(set()).rejects.toThrow('diga antes razao_social e cnpj');
    await portal.school.db
      .updateTable('companies')
      .set({ razao_social: 'Escola do Bairro Ltda.', cnpj: '11222333000181' })
      .where('nome', '=', UNIT)
      .execute();
    await expect(setAccount(portal.school, 'Nenhuma', readAccountFile(account()))).rejects.toThrow('não existe');
    expect(await set()).toContain(`${UNIT} recebe em Banco de Testes (pix-bcb-`);
    expect(await printAccounts(portal.school)).toMatch(
      /Vila Nova: Banco de Testes, \*\*\.222\.333\/0001-\*\* \(pix-bcb-\d\)$/,
    );
    expect((await newestLines(portal))[0]).toMatchObject({ acao: 'definiu a conta em que uma unidade recebe' });

    expect(await problems()).toEqual([
      ['endereço dos avisos (GET /webhook)', 'o banco respondeu 404 (WebhookNaoEncontrado)'],
    ]);
    expect(await registerMessages(portal.school, UNIT)).toBe(`${UNIT}: o banco avisa agora este portal.`);
    const plain = { ...portal.school, config: { ...portal.school.config, PUBLIC_URL: 'http://aluno.example' } };
    await expect(registerMessages(plain, UNIT)).rejects.toThrow('http://aluno.example: o banco avisa só endereços');
    const { webhookUrl = '' } = (await bank.look()).webhooks[CHAVE] ?? {};
    expect(webhookUrl).toMatch(
      /^https:\/\/aluno\.example\/api\/v1\/portal\/payments\/webhooks\/pix-bcb-\d\/[\w-]{43}$/,
    );
    expect(await problems()).toEqual([]);
    // Nothing stays open at the bank, and nothing was paid.
    const { cobs } = await bank.look();
    expect(cobs.map(({ status, pix }) => [status, pix])).toEqual(
      cobs.map(() => ['REMOVIDA_PELO_USUARIO_RECEBEDOR', undefined]),
    );
    const preserved = JSON.stringify([
      await portal.school.db.selectFrom('payment_accounts').selectAll().execute(),
      await portal.school.db.selectFrom('audit_log').selectAll().execute(),
    ]);
    for (const secret of [CLIENT.secret, CLIENT.id, CHAVE, 'PRIVATE KEY', 'BEGIN CERTIFICATE']) {
      expect(preserved.includes(secret), secret).toBe(false);
    }
  });

  it('new credentials keep the account, another Pix key creates another one', async () => {
    const before = /pix-bcb-\d+/.exec(await set())?.[0] ?? '-';
    const pfx = { certificado: undefined, chave_do_certificado: undefined, pfx: 'client.pfx', senha_do_pfx: 'segredo' };
    expect(await set(pfx)).toContain(before);
    expect(await problems()).toEqual([]);
    expect(await set({ chave_pix: 'outra@escola.example' })).not.toContain(before);
    expect(await problems()).toContainEqual([
      expect.stringContaining('PUT /cob'),
      'o banco respondeu 400 (CobOperacaoInvalida)',
    ]);
    expect(await endAccount(portal.school, UNIT)).toContain('não recebe mais em Banco de Testes');
    await expect(tried()).rejects.toThrow('não tem conta própria');
    await expect(endAccount(portal.school, UNIT)).rejects.toThrow('não tem conta própria');
  });

  it('an error names its line and no value; the test reports a wrong certificate or secret', async () => {
    const wrong = refused({ client_secret: 'com espaço canarinho', endereco: 'http://banco.example' });
    expect(wrong).toContain('conta.yaml: endereco: valor que não serve (linha 4)');
    expect(wrong).toContain('conta.yaml: client_secret: valor que não serve (linha 7)');
    expect(wrong).not.toContain('canarinho');
    expect(refused({ certificado: 'nada.pem' })).toContain('Não é possível ler nada.pem');
    expect(refused({ chave_do_certificado: undefined })).toContain('vão juntos');
    expect(refused({ tipo: 'outro' })).toContain('tipo');
    const pfx = { certificado: undefined, chave_do_certificado: undefined, pfx: 'client.pfx' };
    expect(refused({ ...pfx, senha_do_pfx: 'canarinho' })).toBe('conta.yaml: pfx: não abre com esta senha_do_pfx');
    expect(refused({ certificado: 'ca.pem' })).toContain('não combina com esta chave_do_certificado');
    await set({ client_secret: 'outro-segredo' });
    expect(await tried()).toEqual([
      ['token de acesso (OAuth2, certificado)', 'no access token: the bank answered with 401'],
    ]);
    await set({ certificado: undefined, chave_do_certificado: undefined });
    expect(await tried()).toEqual([['token de acesso (OAuth2, certificado)', expect.stringMatching(/^POST: /)]]);
  });
});

it('a command runs on a school that begins with nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-account-'));
  const { status, stdout } = spawnSync(process.execPath, ['scripts/admin.ts', 'pagamentos-da-unidade'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: '', DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'error' },
  });
  rmSync(folder, { recursive: true });
  expect([status, stdout]).toEqual([0, 'Nenhuma unidade tem conta própria.\n']);
});
