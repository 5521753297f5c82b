import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { payWithPix } from '../../src/lib/contract/finance.ts';
import { callbackPath } from '../../src/server/money/finance/callback-key.ts';
import { reconcileAccounts } from '../../src/server/money/finance/follow-up.ts';
import { endCodes } from '../../src/server/money/finance/pix.ts';
import { sendRefunds } from '../../src/server/money/finance/refund.ts';
import { allRows } from '../support/all-rows.ts';
import { addDebtor, booksOf } from '../support/bills.ts';
import { openBankAccount, PixBank } from '../support/pix-bank/bank.ts';
import { CHAVE, PAYER } from '../support/pix-bank/books.ts';
import { CLIENT } from '../support/pix-bank/steering.ts';
import { engines, noLimits, openTestSchool } from '../support/school.ts';

const UNIT = 101;
const DAY_MS = 86_400_000;

describe.each(engines)('secrets of a bank account, on %s', (engine) => {
  it('secrets are neither in the log, nor in answers, nor unencrypted in the database', async () => {
    const bank = await PixBank.start();
    const portal = await openTestSchool(engine, { limits: noLimits });
    onTestFinished(() => bank.close());
    const account = await openBankAccount(portal, bank, UNIT);
    const { level } = portal.school.log;
    portal.school.log.level = 'trace';
    const said: string[] = [];
    const { id, bills } = await addDebtor(portal, [{ company_id: UNIT }]);
    const bill = bills[0] ?? 0;
    const pix = async () => {
      const { body } = await portal.call(payWithPix, { params: { id: bill }, query: {} }, { as: id });
      said.push(JSON.stringify(body));
      return body;
    };
    const callBack = async (body: unknown) => {
      const answer = await portal.send('POST', `${callbackPath(portal.school.tokens, account)}/pix`, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      said.push(await answer.text());
    };
    for (const does of ['gossip', 'html', 'lost', 'unauthorised'] as const) {
      await bank.behave({ at: 'PUT /cob', does, times: 1 }, { at: 'GET /cob', does: 'gossip', times: 1 });
      await pix();
    }
    await bank.behave();
    const { txid } = await pix();
    const paid = await bank.pay(txid);
    await bank.behave({ at: 'GET /cob', does: 'gossip', times: 1 });
    await callBack({ pix: [{ ...paid, pagador: PAYER }] });
    await portal.school.db.updateTable('parcelas').set({ status: 'cancelada' }).where('id', '=', bill).execute();
    await callBack({ pix: [paid] });
    await bank.behave({ at: 'PUT /pix', does: 'gossip', times: 1 });
    await sendRefunds(portal.school);
    await sendRefunds(portal.school);
    expect((await booksOf(portal, bill)).refunds[0]?.status).toBe('feita');
    portal.clock.advance(2 * DAY_MS);
    await bank.behave({ at: 'GET /pix', does: 'gossip', times: 1 });
    await reconcileAccounts(portal.school);
    await endCodes(portal.school);

    const { seen } = await bank.look();
    const tokens = seen.flatMap(({ answer }) => (answer as { access_token?: string }).access_token ?? []);
    const key = readFileSync('tests/support/bank-certificates/client.key', 'utf8').split('\n')[3] ?? '';
    const certificate = readFileSync('tests/support/bank-certificates/client.pem', 'utf8').split('\n')[3] ?? '';
    const callback = callbackPath(portal.school.tokens, account).split('/').at(-1) ?? '';
    const secrets = [PAYER.cpf, PAYER.nome, CLIENT.id, CLIENT.secret, CHAVE, key, certificate, callback, ...tokens];
    const log = portal.errors.splice(0).join('');
    expect([log.length > 0, tokens.length > 0]).toEqual([true, true]);
    for (const [where, text] of Object.entries({ log, answers: said.join(''), database: await allRows(portal) })) {
      // The Pix key is part of every code by design.
      const canaries = where === 'log' ? secrets : secrets.filter((secret) => secret !== CHAVE);
      expect(canaries.filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)))).toEqual(
        [],
      );
    }
    // The database is dropped while its last connection closes: that is a warning, no error.
    portal.school.log.level = level;
    await portal.close();
  });
});
