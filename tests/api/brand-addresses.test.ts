import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendEmailVerification } from '../../src/lib/contract/account.ts';
import { requestPasswordReset } from '../../src/lib/contract/auth.ts';
import { getFinance } from '../../src/lib/contract/finance.ts';
import { newResetAddress } from '../../src/server/identity/auth/password-reset.ts';
import { addAccount } from '../support/accounts.ts';
import { readPdf } from '../support/pdf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const IGOR = 8;
const MARCOS = 11;
const FIRST = 'https://aluno.example';
const SECOND = 'https://phenom.example:8443';
/** A person of one brand requests by the host of the other: the person's brand counts, never the host. */
const brands = [
  { person: 1, email: 'aluna@demo.example', unit: 101, own: FIRST, requested: 'phenom.example:8443' },
  { person: 12, email: 'phenom@demo.example', unit: 103, own: SECOND, requested: 'aluno.example' },
] as const;

const originsIn = (text: string) => [
  ...new Set([...text.matchAll(/https:\/\/(aluno|phenom)\.example(:\d+)?/g)].map(([origin]) => origin)),
];

describe.each(engines)('two brands at two addresses on %s (BRAND-03)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { env: { BRAND2_PUBLIC_URL: SECOND } });
  });
  afterAll(() => portal.close());

  describe.each(brands)('$own', ({ person, email, unit, own, requested }) => {
    const sent = { as: person, caller: { host: requested } };

    it('links of mails use the address of the person’s school', async () => {
      const pupil = `pupil-${unit}@alunos.example`;
      const { id } = await addAccount(portal, { email: pupil, company: unit });
      await portal.ops.students.inviteStudents({ ids: [id] }, { as: IGOR });
      await portal.call(requestPasswordReset, { query: { email, isAccessCode: 'false' } }, sent);
      for (const to of [pupil, email]) {
        const [mail] = await portal.mails(to);
        expect(originsIn(mail?.text ?? ''), mail?.subject).toEqual([own]);
        expect(originsIn(mail?.html ?? ''), mail?.subject).toEqual([own]);
      }
      expect(originsIn((await newResetAddress(portal.school, email)) ?? '')).toEqual([own]);
    });

    it('invitation, calendar and payment links use that address', async () => {
      expect(originsIn((await portal.ops.club.getEarning({}, sent)).body.link)).toEqual([own]);
      const { url } = (await portal.ops.onlineClasses.getFeedUrl({}, sent)).body;
      expect(originsIn(url)).toEqual([own]);
      const feed = await portal.send('GET', new URL(url).pathname, {}, { caller: { host: requested } });
      expect(originsIn((await feed.text()).replaceAll('\r\n ', ''))).toEqual([own]);

      const { parcelas } = (await portal.call(getFinance, {}, sent)).body;
      const open = parcelas.find(({ status }) => status === 'a_vencer')?.id ?? 0;
      const link = await portal.ops.finance.getPaymentLink({ parcela_id: open }, sent);
      expect(originsIn(link.body.url)).toEqual([own]);
      const byStaff = await portal.ops.finance.getSchoolBillLink({ id: open }, { as: IGOR });
      expect(originsIn(byStaff.body.url)).toEqual([own]);
    });

    it('a document names that address as the place of its check', async () => {
      const { turma_id: turma } = await portal.school.db
        .selectFrom('turma_alunos')
        .select('turma_id')
        .where('user_id', '=', person)
        .executeTakeFirstOrThrow();
      const requested = { tipo: 'declaracao_matricula', referencia: String(turma) } as const;
      const { body } = await portal.ops.account.createDocument(requested, sent);
      const { text } = await readPdf(await (await portal.send('GET', body.url, {}, sent)).arrayBuffer());
      expect(text).toContain(`${new URL(own).host}/verificar/${body.codigo}`);
      const { id } = await addAccount(portal, { email: `sheet-${unit}@alunos.example`, company: unit });
      const path = `/api/v1/portal/students/invitations/sheets/?ids=${id}`;
      const sheet = await readPdf(await (await portal.send('GET', path, {}, { as: IGOR })).arrayBuffer());
      expect(sheet.text).toContain(`${new URL(own).host}/convidado`);
    });
  });

  it('without a school the requested host counts, if it is one of the two', async () => {
    const ask = async (host: string) =>
      originsIn((await portal.ops.onlineClasses.getFeedUrl({}, { as: MARCOS, caller: { host } })).body.url);
    expect(await ask('phenom.example:8443')).toEqual([SECOND]);
    expect(await ask('phenom.evil.example')).toEqual([SECOND]);
    expect(await ask('aluno.example')).toEqual([FIRST]);
  });

  it('mails to somebody without a school use the address of the requested brand', async () => {
    for (const [host, origin] of [
      ['phenom.example:8443', SECOND],
      ['aluno.example', FIRST],
    ] as const) {
      const { id, email } = await addAccount(portal, { company: null });
      await portal.call(sendEmailVerification, { query: { email } }, { as: id, caller: { host } });
      const [mail] = await portal.mails(email);
      expect(originsIn(mail?.text ?? '')).toEqual([origin]);
    }
  });
});
