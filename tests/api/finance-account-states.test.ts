import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { decryptSettings, encryptSettings } from '../../src/server/money/finance/accounts.ts';
import { registerMessages } from '../../src/server/operate/admin/payment-accounts.ts';
import { examine } from '../../src/server/operate/doctor/examine.ts';
import { FakeAsaas, openAsaasAccount } from '../support/asaas/fake-asaas.ts';
import { API_KEY, WEBHOOK_TOKEN } from '../support/asaas/steering.ts';
import { SECRET } from '../support/bare-env.ts';
import { sharedDatabase } from '../support/databases.ts';
import { openBankAccount, PixBank } from '../support/pix-bank/bank.ts';
import { CLIENT } from '../support/pix-bank/steering.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const OF_BANK = 101;

describe.each(engines)('states of payment accounts, on %s', (engine) => {
  let bank: PixBank;
  let provider: FakeAsaas;
  let portal: TestSchool;
  let env: Record<string, string>;
  let remove: () => Promise<void>;
  let manager: number;
  let ofProvider: number;
  const folder = mkdtempSync(join(tmpdir(), 'portal-accounts-'));
  beforeAll(async () => {
    const shared = await sharedDatabase(engine);
    remove = shared.remove;
    env = { DATA_DIR: folder, SECRET, ...shared.env };
    [bank, provider] = await Promise.all([PixBank.start(), FakeAsaas.start()]);
    portal = await openTestSchool(engine, { limits: noLimits, env });
    await openBankAccount(portal, bank, OF_BANK);
    ofProvider = await addUnit(portal, 'Filial');
    await openAsaasAccount(portal, provider, ofProvider);
    manager = await addStaff(portal);
  });
  afterAll(async () => {
    await portal.close();
    await Promise.all([bank.close(), provider.close(), remove()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const states = async () => (await portal.ops.finance.listPaymentAccounts({}, { as: manager })).body;
  const bankState = async () => (await states()).find(({ unidade }) => unidade.id === OF_BANK);
  const doctor = async () => {
    const closed = `http://127.0.0.1:${await freePort()}`;
    const settings = { ...env, CEP_API_URL: closed, PUBLIC_URL: 'https://aluno.example', DEMO: 'on' };
    const found = await examine({ env: settings, inFile: [] });
    return found.filter(({ point }) => point === 'conta de pagamento');
  };

  it('the end of a certificate is shown, also for a PFX, with a warning 30 days before', async () => {
    const { school } = portal;
    const row = school.db.selectFrom('payment_accounts').select(['id', 'ajustes']).where('company_id', '=', OF_BANK);
    const { id, ajustes } = await row.executeTakeFirstOrThrow();
    const end = (await bankState())?.certificado_ate ?? '';
    expect(end).toMatch(/^\d{4}-\d\d-\d\d$/);
    const set = (text: string) =>
      school.db.updateTable('payment_accounts').set({ ajustes: text }).where('id', '=', id).execute();
    const { cert: _cert, key: _key, ...others } = JSON.parse(decryptSettings(school.tokens, ajustes) ?? '{}');
    const pfx = readFileSync(new URL('../support/bank-certificates/client.pfx', import.meta.url)).toString('base64');
    await set(encryptSettings(school.tokens, JSON.stringify({ ...others, pfx, passphrase: 'segredo' })));
    expect((await bankState())?.certificado_ate).toBe(end);
    // An account that cannot be opened does not hide the others.
    await set(encryptSettings(school.tokens, JSON.stringify({ ...others, pfx, passphrase: 'outro-segredo' })));
    expect(await bankState()).toMatchObject({ estado: 'calada', certificado_ate: null });
    expect(JSON.stringify(await doctor())).not.toContain('segredo');
    await set(ajustes);
  });

  it('the panel and the doctor show whether a bank answers and sends webhooks, and no secret', async () => {
    expect((await states()).map(({ estado, avisos }) => [estado, avisos])).toEqual([
      ['responde', 'ausente'],
      ['responde', 'ausente'],
    ]);
    expect((await bankState())?.certificado_ate).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await doctor()).map(({ level }) => level)).toEqual(['aviso', 'aviso']);
    const units = await portal.school.db
      .selectFrom('companies')
      .select('nome')
      .where('id', 'in', [OF_BANK, ofProvider])
      .execute();
    for (const { nome } of units) await registerMessages(portal.school, nome);
    expect((await states()).map(({ avisos }) => avisos)).toEqual(['registrada', 'registrada']);
    const lines = await doctor();
    expect(lines.map(({ level }) => level)).toEqual(['ok', 'ok']);
    await provider.stopQueue();
    expect((await states()).map(({ avisos }) => avisos).toSorted()).toEqual(['parada', 'registrada']);
    const text = JSON.stringify([await states(), lines]);
    for (const secret of [API_KEY, WEBHOOK_TOKEN, CLIENT.id, CLIENT.secret, 'BEGIN'])
      expect(text).not.toContain(secret);
  });

  it('a bank that does not answer, and secrets that cannot be decrypted, are reported', async () => {
    await bank.behave({ at: 'GET /webhook', does: 'deaf', times: 9 });
    expect((await bankState())?.estado).toBe('calada');
    expect((await doctor()).find(({ found }) => found.includes('não responde'))?.level).toBe('erro');
    await bank.behave();
    await portal.school.db
      .updateTable('payment_accounts')
      .set({ ajustes: 'sealed by a lost key' })
      .where('company_id', '=', OF_BANK)
      .execute();
    expect((await bankState())?.estado).toBe('fechada');
    expect((await doctor()).find(({ found }) => found.includes('fechada'))?.level).toBe('erro');
  });

  it('staff of another unit do not see an account', async () => {
    const other = await addStaff(portal, { units: [ofProvider] });
    const shown = (await portal.ops.finance.listPaymentAccounts({}, { as: other })).body;
    expect(shown.map(({ unidade }) => unidade.id)).toEqual([ofProvider]);
  });
});
