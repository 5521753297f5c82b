import { EmbeddedJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDay } from '../../src/lib/format/dates.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addAccount } from '../support/accounts.ts';
import { takeLevelTest } from '../support/level-test.ts';
import { readPdf } from '../support/pdf.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const DAY = 86_400_000;
let number = 0;

describe.each(engines)('certificates of the level test on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { env: { PUBLIC_PAGES: '/english-test' } });
  });
  afterAll(() => portal.close());

  const download = (url: string, sent: Sent = {}) => portal.send('GET', url, {}, sent);
  const addressOf = (id: string) => `/api/v1/portal/english-test/sessions/${id}/certificate/`;
  const resume = async (id: string, as?: number) => (await portal.ops.englishTest.resumeTest({ id }, { as })).body;
  const verify = (code: string, sent?: Sent) => portal.ops.account.verifyDocument({ code }, sent);
  const codeOf = (response: Response) =>
    /certificado-([A-Z0-9-]+)\.pdf/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  const documentsOf = (testId: string) =>
    portal.school.db.selectFrom('documents').select('id').where('referencia', '=', testId).execute();
  const leave = (teste_id: string, nome = 'Joana dos Santos') => {
    const telefone = `1998${String(1_000_000 + ++number)}`;
    const body = {
      pagina: '/english-test',
      nome,
      telefone,
      cidade: 'Campinas',
      consentimento: true as const,
      teste_id,
    };
    return portal.ops.promo.createLead(body);
  };

  it('a certificate exists once the test is over, with name and level, and its check abbreviates the name', async () => {
    const { id } = await addAccount(portal, { full_name: 'Antônia Conceição de Araújo' });
    const { result, id: testId } = await takeLevelTest(portal, id, true);
    expect(result).toMatchObject({ certificado_url: addressOf(testId), falta_contato: false });
    expect(result?.certificado?.codigo).toMatch(/^[\w-]{10,}$/);
    const response = await download(addressOf(testId), { as: id });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const code = codeOf(response);
    const badge = await download(result?.badge_url ?? '', { as: id });
    const { payload, protectedHeader } = await jwtVerify(await badge.text(), EmbeddedJWK);
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', jwk: { crv: 'Ed25519' } });
    expect(payload).toMatchObject({
      id: `https://aluno.example/verificar/${code}`,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { name: 'KNN Vila Nova' },
      credentialSubject: {
        identifier: [{ identityHash: 'Antônia Conceição de Araújo' }],
        achievement: { name: `Inglês, nível ${result?.nivel}` },
      },
    });
    expect((await download(result?.badge_url ?? '', { as: (await addAccount(portal)).id })).status).toBe(404);
    const pdf = await readPdf(await response.arrayBuffer());
    expect(pdf).toMatchObject({ pages: 1, language: 'pt-BR', isTagged: true, author: 'KNN Vila Nova' });
    expect(pdf.title).toBe('Certificado do teste de inglês · Antônia Conceição de Araújo');
    for (const text of [
      'Antônia Conceição de Araújo',
      `nível ${result.nivel}`,
      code,
      `aluno.example/verificar/${code}`,
    ]) {
      expect(pdf.text).toContain(text);
    }
    const { status, body } = await verify(code);
    expect(status).toBe(200);
    const today = dayIn(portal.school.config.SCHOOL_TIME_ZONE, portal.clock.now);
    expect(body).toEqual({
      ...{ valido: true, venceu: false, tipo: 'certificado', escola: 'KNN Vila Nova, Campinas' },
      ...{ nome_mascarado: 'Antônia A.', emitido_em: today, vale_ate: expect.any(String) },
      conteudo: [
        { rotulo: 'Nível de inglês', valor: result.nivel },
        { rotulo: 'Pontuação', valor: '100 de 100' },
        { rotulo: 'Teste feito em', valor: formatDay(today) },
      ],
    });
  });

  it('a certificate never changes, also after a new name and after two years', async () => {
    const { id } = await addAccount(portal, { full_name: 'Carla Dias' });
    const { id: testId } = await takeLevelTest(portal, id, true);
    await portal.school.db.updateTable('users').set({ full_name: 'Carla Nunes' }).where('id', '=', id).execute();
    const response = await download(addressOf(testId), { as: id });
    const first = await response.arrayBuffer();
    expect((await readPdf(first)).text).toContain('Carla Dias');
    const code = codeOf(response);
    const start = portal.clock.now;
    portal.clock.advance(729 * DAY);
    expect((await verify(code)).body).toMatchObject({ nome_mascarado: 'Carla D.', venceu: false });
    portal.clock.advance(3 * DAY);
    const check = await verify(code);
    expect(check.body).toMatchObject({ valido: true, tipo: 'certificado', venceu: true, nome_mascarado: 'Carla D.' });
    expect(JSON.stringify(check.body)).not.toMatch(/Dias|Nunes/);
    const again = await (await download(addressOf(testId), { as: id })).arrayBuffer();
    expect(Buffer.from(again).equals(Buffer.from(first))).toBe(true);
    portal.clock.now = start;
  });

  it('ROLE-08 a certificate belongs to its taker, with a password', async () => {
    const [mine, other] = [(await addAccount(portal)).id, (await addAccount(portal)).id];
    const { id } = await takeLevelTest(portal, mine, true);
    for (const as of [other, undefined]) expect((await download(addressOf(id), { as })).status).toBe(404);
    const byCode = await download(addressOf(id), { as: mine, scope: 'book' });
    expect([byCode.status, (await byCode.json()).code]).toEqual([403, 'password_required']);
  });

  it('a certificate does not exist before the test is over', async () => {
    const { id } = await addAccount(portal);
    const { body } = await portal.ops.englishTest.startTest({}, { as: id });
    const response = await download(addressOf(body.id), { as: id });
    expect(response.status).toBe(409);
    expect((await response.json()).detail).toMatch(/Termine o teste/);
  });

  const issue = (id: string, nome: string, sent: Sent = {}) =>
    portal.ops.englishTest.issueCertificate({ id, nome }, sent);

  it('a visitor gets a certificate for the name only, and no lead is stored', async () => {
    const { id } = await takeLevelTest(portal, undefined, true);
    const before = await portal.school.db.selectFrom('leads').select('id').execute();
    const issued = await issue(id, 'Mário de Andrade');
    expect([issued.status, issued.body]).toEqual([200, { certificado_url: addressOf(id) }]);
    expect((await resume(id)).resultado).toMatchObject({ certificado_url: addressOf(id), falta_contato: false });
    const pdf = async () => (await readPdf(await (await download(addressOf(id))).arrayBuffer())).text;
    expect(await pdf()).toContain('Mário de Andrade');
    expect((await issue(id, 'Outra Pessoa')).status).toBe(200);
    expect(await pdf()).not.toContain('Outra Pessoa');
    expect(await portal.school.db.selectFrom('leads').select('id').execute()).toEqual(before);
  });

  it.each(['', 'a', '<b>Ana</b>', 'www.ofertas.example/1', 'A'.repeat(121)])(
    'no certificate is issued in the name %j',
    async (nome) => {
      const { id } = await takeLevelTest(portal, undefined, true);
      const { status, body } = await issue(id, nome);
      expect([status, body.detail]).toEqual([422, expect.stringMatching(/\S/)]);
      expect((await resume(id)).resultado).toMatchObject({ certificado_url: null, falta_contato: true });
    },
  );

  it('a visitor’s certificate is refused for tests of users, running tests and missing tests', async () => {
    const { id } = await addAccount(portal);
    const ofUser = (await takeLevelTest(portal, id, true)).id;
    const running = (await portal.ops.englishTest.startTest({})).body.id;
    for (const as of [undefined, id]) expect((await issue(ofUser, 'Joana Dias', { as })).status).toBe(404);
    expect((await issue(running, 'Joana Dias')).status).toBe(409);
    expect((await issue('99999999-9999-4999-8999-999999999999', 'Joana Dias')).status).toBe(404);
  });

  it('a certificate does not exist below A1, neither for a student nor for a visitor', async () => {
    const { id } = await addAccount(portal);
    for (const as of [id, undefined]) {
      const { id: testId, result } = await takeLevelTest(portal, as, false);
      expect(result).toMatchObject({ nivel: 'Pré-A1', certificado_url: null, falta_contato: false });
      const refused = await download(addressOf(testId), { as });
      const refusal = await refused.json();
      expect([refused.status, refusal.code]).toEqual([409, 'below_a1']);
      expect(refusal.detail).toMatch(/a partir do nível A1/);
      const issued = as === undefined ? await issue(testId, 'Joana Dias') : null;
      if (issued) expect([issued.status, issued.body]).toMatchObject([409, { code: 'below_a1' }]);
      expect(await documentsOf(testId)).toEqual([]);
    }
    const visitors = (await takeLevelTest(portal, undefined, false)).id;
    const { body, status } = await leave(visitors);
    expect(status).toBe(200);
    expect(await documentsOf(visitors)).toEqual([]);
    const lead = await portal.ops.leads.getLead({ id: body.id }, { as: 7 });
    expect(lead.body).toMatchObject({ origem: 'Teste de inglês', nivel: 'Pré-A1' });
  });

  it('a visitor who asks for a call gets the certificate with name and telephone', async () => {
    const { id, result } = await takeLevelTest(portal, undefined, true);
    expect(result).toMatchObject({ certificado_url: null, falta_contato: true });
    const early = await download(addressOf(id));
    expect([early.status, (await early.json()).code]).toEqual([409, 'contact_missing']);
    expect((await leave(id)).status).toBe(200);
    expect((await resume(id)).resultado).toMatchObject({ certificado_url: addressOf(id), falta_contato: false });
    const response = await download(addressOf(id));
    const pdf = await readPdf(await response.arrayBuffer());
    expect(pdf.text).toContain('Joana dos Santos');
    const { body } = await verify(codeOf(response));
    expect(body).toMatchObject({ valido: true, nome_mascarado: 'Joana S.' });
    expect(body.conteudo).toContainEqual({ rotulo: 'Nível de inglês', valor: result.nivel });
    // A second one does not rewrite what was emitted.
    expect((await leave(id, 'Outra Pessoa')).status).toBe(200);
    expect((await readPdf(await (await download(addressOf(id))).arrayBuffer())).text).not.toContain('Outra Pessoa');
  });

  it('concurrent requests of a visitor make one certificate', async () => {
    const { id } = await takeLevelTest(portal, undefined, true);
    const answers = await Promise.all([leave(id), leave(id), leave(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await portal.school.db.selectFrom('documents').select('id').where('referencia', '=', id).execute();
    expect(rows).toHaveLength(1);
  });

  it('a contact request is refused for tests of users, running tests and missing tests', async () => {
    const { id } = await addAccount(portal);
    const ofUser = (await takeLevelTest(portal, id, false)).id;
    const running = (await portal.ops.englishTest.startTest({})).body.id;
    const before = await portal.school.db.selectFrom('leads').select('id').execute();
    expect((await leave(ofUser)).status).toBe(404);
    expect((await leave(running)).status).toBe(409);
    expect((await leave('99999999-9999-4999-8999-999999999999')).status).toBe(404);
    expect(await portal.school.db.selectFrom('leads').select('id').execute()).toEqual(before);
  });

  it('an unknown code is invalid, a malformed one is refused with a message, and guesses are limited', async () => {
    const unknown = await verify('AAAA-BBBB-CCCC');
    expect([unknown.status, unknown.body]).toEqual([200, { valido: false }]);
    for (const code of ['abc', 'a b c d e f', 'x'.repeat(41), '../../etc']) {
      const { status, body } = await verify(code);
      expect([status, body.detail]).toEqual([422, expect.stringMatching(/\S/)]);
    }
    const caller = { address: '203.0.113.7' };
    const statuses = new Set<number>();
    for (let round = 0; round < 61; round += 1) statuses.add((await verify('AAAA-BBBB-CCCC', { caller })).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});
