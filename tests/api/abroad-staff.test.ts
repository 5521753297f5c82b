import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOwnRequest, resendDocuments, uploadDraftDocument } from '../../src/lib/contract/abroad.ts';
import { addStudent, addTrip, guardian, passportFile, passportOnly, sendRequest } from '../support/abroad.ts';
import { pdf, png } from '../support/sample-files.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { dayFrom } from '../support/school-day.ts';

const people = { ana: 1, bruno: 2, felipe: 6, helena: 7, igor: 8, julia: 9 };
const DAY = 86_400_000;

describe.each(engines)('drafts, consents and the staff of study abroad on %s', (engine) => {
  let portal: TestSchool;
  /** A manager of another school. */
  let elsewhere: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
    elsewhere = await addStudent(portal, { company: 102 });
    await portal.school.db.insertInto('user_actions').values({ user_id: elsewhere, action_id: 4 }).execute();
  });
  afterAll(() => portal.close());

  const review = (id: number, resultado: 'aceito' | 'recusado', as?: number, motivo?: string) =>
    portal.ops.abroad.reviewDocument({ id, resultado, motivo }, { as });
  const decide = (id: number, resultado: 'em_analise' | 'aprovada' | 'recusada', as?: number, motivo?: string) =>
    portal.ops.abroad.decideRequest({ id, resultado, motivo }, { as });
  const consentOf = (token: string) => portal.ops.abroad.getConsent({ token });
  const consent = (token: string, cpf: string) => portal.ops.abroad.giveConsent({ token, cpf, aceite: true });
  const linkFor = async (email: string) =>
    /\/autorizar\/(\S+)/.exec((await portal.mails(email))[0]?.text ?? '')?.[1] ?? '';
  const file = (bytes: Uint8Array, name: string) => {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(bytes)], name));
    return form;
  };
  const noticesOf = (userId: number) =>
    portal.school.db.selectFrom('notices').selectAll().where('user_id', '=', userId).orderBy('id').execute();

  let count = 0;
  /** A minor's request, with the address of its guardian. */
  async function minorRequest(overrides: Partial<typeof guardian> = {}) {
    count += 1;
    const birth_date = dayFrom(portal, -16 * 366);
    const as = await addStudent(portal, { birth_date });
    const turma_id = await addTrip(portal);
    const responsavel = { ...guardian, email: `mae${count}@example.com`, ...overrides };
    const documentos = [
      { tipo: 'passaporte', arquivo: 'p' },
      { tipo: 'autorizacao_responsavel', arquivo: 'r' },
    ];
    const files: Record<string, [Uint8Array, string]> = { p: [pdf(), 'p.pdf'], r: [pdf(), 'rg.pdf'] };
    const { status, body } = await sendRequest(
      portal,
      { turma_id, birth_date, responsavel, documentos },
      { as },
      files,
    );
    expect([status, body.detail]).toEqual([200, undefined]);
    return { as, turma_id, request: body, email: responsavel.email };
  }

  describe('the consent of a guardian', () => {
    it('ABROAD-08 a guardian consents once, by a mailed link and with the CPF, and the time is stored', async () => {
      const { as, request, email } = await minorRequest();
      expect(request.consentimento).toMatchObject({ dado_em: null });
      expect(JSON.stringify(request)).not.toContain('/autorizar/');
      const token = await linkFor(email);
      expect((await consentOf(token)).body).toMatchObject({ responsavel: guardian.full_name, dado_em: null });
      const wrong = await consent(token, '52998224725');
      expect([wrong.status, wrong.body.fields]).toEqual([422, { cpf: 'CPF diferente do indicado' }]);
      const [first, second] = await Promise.all([consent(token, guardian.cpf), consent(token, guardian.cpf)]);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(first.body.dado_em).toBe(second.body.dado_em);
      const row = await portal.school.db
        .selectFrom('usa_requests')
        .selectAll()
        .where('id', '=', request.id)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({ consentimento_ip_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
      expect(row.consentimento_versao).toMatch(/\S/);
      const { body } = await portal.call(getOwnRequest, {}, { as });
      expect(body?.consentimento?.dado_em).toBe(first.body.dado_em);
      expect(body?.historico.filter(({ nota }) => nota === 'O responsável autorizou')).toHaveLength(1);
      expect((await portal.ops.abroad.sendConsentLink({ id: request.id }, { as })).status).toBe(409);
    });

    it('a link expires after seven days or when another is sent; an invalid link opens nothing', async () => {
      const { as, request, email } = await minorRequest();
      const first = await linkFor(email);
      const send = (who?: number) => portal.ops.abroad.sendConsentLink({ id: request.id }, { as: who });
      expect([(await send()).status, (await send(people.bruno)).status, (await send(as)).status]).toEqual([
        401, 404, 200,
      ]);
      const second = await linkFor(email);
      expect(second).not.toBe(first);
      expect((await consentOf(first)).body.code).toBe('wrong_link');
      expect((await consentOf(second)).status).toBe(200);
      for (const token of [`${second}x`, 'x'.repeat(40)]) expect((await consentOf(token)).status).toBe(404);
      const before = portal.clock.now;
      portal.clock.now = new Date(before.getTime() + 7 * DAY + 1000);
      expect((await consentOf(second)).status).toBe(404);
      expect((await consent(second, guardian.cpf)).status).toBe(404);
      portal.clock.now = before;
    });

    it('no minor is approved without the consent of a guardian', async () => {
      const { request, email } = await minorRequest();
      for (const { id } of request.documentos) expect((await review(id, 'aceito', people.helena)).status).toBe(200);
      expect((await decide(request.id, 'aprovada', people.helena)).body.code).toBe('consent_missing');
      await consent(await linkFor(email), guardian.cpf);
      expect((await decide(request.id, 'aprovada', people.helena)).body.request?.status).toBe('aprovada');
      expect((await consent(await linkFor(email), guardian.cpf)).status).toBe(200);
    });
  });

  describe('the staff', () => {
    it('MANAGER-08 a manager sees and decides requests of the own school, and the log records it', async () => {
      const as = await addStudent(portal);
      const { body } = await sendRequest(
        portal,
        { turma_id: await addTrip(portal), ...passportOnly },
        { as },
        passportFile,
      );
      const document = body.documentos[0]?.id ?? 0;
      const read = (who?: number) => portal.ops.abroad.getSchoolRequest({ id: body.id }, { as: who });
      const waits = { a_conferir: 1, falta_aceitar: 1, falta_autorizar: false };
      const [listed] = (await portal.ops.abroad.listSchoolRequests({ q: body.protocolo }, { as: people.helena })).body
        .items;
      expect([listed, (await read(people.helena)).body]).toMatchObject([waits, waits]);
      const seen = async (who: number) =>
        (await portal.ops.abroad.listSchoolRequests({ q: body.protocolo }, { as: who })).body.items.length;
      expect([await seen(people.helena), await seen(people.igor), await seen(elsewhere)]).toEqual([1, 1, 0]);
      const counted = async (who: number, query: { status?: 'enviada' } = {}) =>
        (await portal.ops.abroad.listSchoolRequests(query, { as: who })).body;
      const { contagens }: { contagens: Record<string, number> } = await counted(people.helena);
      const { total } = await counted(people.helena, { status: 'enviada' });
      expect(contagens.enviada).toBe(total);
      expect(contagens.rascunho).toBeUndefined();
      expect((await counted(elsewhere)).contagens).toEqual({ a_conferir: 0 });
      expect((await portal.ops.abroad.listSchoolRequests({}, { as })).status).toBe(403);
      expect((await portal.ops.abroad.listSchoolRequests({})).status).toBe(401);
      for (const [who, status] of [
        [people.helena, 200],
        [elsewhere, 404],
        [as, 403],
        [people.julia, 403],
      ] as const) {
        expect((await read(who)).status).toBe(status);
        if (status === 200) continue;
        expect((await review(document, 'aceito', who)).status).toBe(status);
        expect((await decide(body.id, 'em_analise', who)).status).toBe(status);
      }
      expect((await review(document, 'recusado', people.helena)).body.fields?.motivo).toBe('Este campo é obrigatório');
      const refused = await review(document, 'recusado', people.helena, 'A página está cortada');
      expect(refused.body.request).toMatchObject({ status: 'documento_recusado' });
      expect((await review(document, 'aceito', people.helena)).body.code).toBe('document_settled');
      expect((await decide(body.id, 'aprovada', people.helena)).body.code).toBe('documents_open');
      expect((await noticesOf(as)).map(({ title, body, path }) => [title, body, path])).toEqual([
        ['Envie de novo: Passaporte', expect.stringContaining('A página está cortada'), '/intercambio'],
      ]);
      const log = await portal.school.db
        .selectFrom('audit_log')
        .select(['action', 'user_id'])
        .where('target', '=', `usa_document:${document}`)
        .execute();
      expect(log).toEqual([{ action: 'abroad-document-recusado', user_id: people.helena }]);
    });

    it('two concurrent decisions about a document count once', async () => {
      const as = await addStudent(portal);
      const { body } = await sendRequest(
        portal,
        { turma_id: await addTrip(portal), ...passportOnly },
        { as },
        passportFile,
      );
      const id = body.documentos[0]?.id ?? 0;
      const answers = await Promise.all([
        review(id, 'aceito', people.helena),
        review(id, 'recusado', people.igor, 'Ilegível'),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });

    it('a document under review cannot be replaced; a refused request frees its place', async () => {
      const as = await addStudent(portal);
      const turma_id = await addTrip(portal);
      const { body } = await sendRequest(portal, { turma_id, ...passportOnly }, { as }, passportFile);
      expect((await decide(body.id, 'em_analise', people.helena)).body.request?.documentos[0]?.status).toBe(
        'em_analise',
      );
      const form = new FormData();
      form.append('passaporte', new File([new Uint8Array(pdf())], 'b.pdf'));
      const answer = await portal.call(resendDocuments, { params: { id: body.id }, body: form }, { as });
      expect(answer.body.code).toBe('document_in_review');
      expect((await decide(body.id, 'recusada', people.helena)).status).toBe(422);
      expect((await decide(body.id, 'recusada', people.helena, 'Fora do prazo do visto')).status).toBe(200);
      const trip = portal.school.db.selectFrom('usa_turmas').select('ocupadas').where('id', '=', turma_id);
      expect((await trip.executeTakeFirstOrThrow()).ocupadas).toBe(0);
      expect((await decide(body.id, 'aprovada', people.helena)).status).toBe(409);
      const next = await sendRequest(portal, { turma_id, ...passportOnly }, { as }, passportFile);
      expect(next.status).toBe(200);
    });
  });

  describe('a draft', () => {
    const draft = async (as?: number) => (await portal.ops.abroad.getDraft({}, { as })).body;
    const save = (valores: Record<string, string>, as?: number) => portal.ops.abroad.saveDraft({ valores }, { as });
    const upload = (tipo: string, form: FormData, as?: number) =>
      portal.call(uploadDraftDocument, { params: { tipo }, body: form }, { as });

    it('a draft starts with registration data, stores invalid values, lists errors by step, and is sent once valid', async () => {
      const as = people.felipe;
      const empty = await draft(as);
      expect([empty.id, empty.menor, empty.valores.resp_full_name]).toEqual([null, true, 'Sandra Nunes']);
      await save({ turma_id: '1', passaporte_numero: 'FX99', cpf: '123' }, as);
      const wrong = await draft(as);
      const problems = Object.fromEntries(wrong.passos.map(({ passo, problemas }) => [passo, Object.keys(problemas)]));
      expect(problems).toMatchObject({
        turma: [],
        documentos: expect.arrayContaining(['passaporte', 'foto', 'autorizacao_responsavel']),
        pagamento: ['forma'],
      });
      expect(problems.dados).toEqual(expect.arrayContaining(['cpf', 'contato_nome']));
      expect(problems.passaporte).toEqual(expect.arrayContaining(['passaporte_pais', 'passaporte_validade']));
      expect(wrong.valores.cpf).toBe('123');
      const send = (who?: number) =>
        portal.ops.abroad.sendDraft({ aceite_termos: true, consentimento_dados: true }, { as: who });
      expect((await send(as)).status).toBe(422);
      await save(
        {
          cpf: '295.379.955-93',
          contato_nome: 'Sandra Nunes',
          contato_telefone: '(19) 99444-0000',
          contato_parentesco: 'Mãe',
          passaporte_pais: 'Brasil',
          passaporte_validade: dayFrom(portal, 3000),
          forma: 'pix',
          parcelas: '3',
        },
        as,
      );
      expect((await upload('foto', file(pdf(), 'foto.pdf'), as)).status).toBe(415);
      expect((await upload('nada', file(pdf(), 'a.pdf'), as)).status).toBe(404);
      await upload('passaporte', file(pdf(), 'p.pdf'), as);
      await upload('foto', file(png, 'f.png'), as);
      await upload('foto', file(png, 'f2.png'), as);
      const { body: ready } = await upload('autorizacao_responsavel', file(pdf(), 'rg.pdf'), as);
      expect(ready.passos.filter(({ completo }) => !completo)).toEqual([]);
      expect((await portal.ops.abroad.deleteDraftDocument({ tipo: 'foto' }, { as })).status).toBe(200);
      expect((await portal.ops.abroad.deleteDraftDocument({ tipo: 'foto' }, { as })).status).toBe(404);
      await upload('foto', file(png, 'f3.png'), as);
      const [one, two] = await Promise.all([send(as), send(as)]);
      expect([one.status, two.status].toSorted()).toEqual([200, 409]);
      const { body: sent } = await portal.call(getOwnRequest, {}, { as });
      expect(sent).toMatchObject({ status: 'enviada', preferencia: { forma: 'pix', parcelas: 3 } });
      expect(sent?.documentos.map(({ tipo }) => tipo).toSorted()).toEqual([
        'autorizacao_responsavel',
        'foto',
        'passaporte',
      ]);
      expect((await save({ cpf: 'x' }, as)).status).toBe(409);
      expect((await upload('foto', file(png, 'f.png'), as)).status).toBe(409);
    });

    it('a document that is deleted while the draft is sent is either sent with it or named as missing', async () => {
      const send = (as: number) =>
        portal.ops.abroad.sendDraft({ aceite_termos: true, consentimento_dados: true }, { as });
      const outcomes = new Set<string>();
      for (let round = 0; round < 8; round += 1) {
        const turma_id = await addTrip(portal);
        const as = await addStudent(portal, { birth_date: '1998-04-02' });
        await save({ ...whole(portal), turma_id: String(turma_id) }, as);
        await upload('passaporte', file(pdf(), 'p.pdf'), as);
        const takeAway = () => portal.ops.abroad.deleteDraftDocument({ tipo: 'passaporte' }, { as });
        const first = round % 2 === 0 ? send(as) : undefined;
        const [taken, sent] = await Promise.all([takeAway(), first ?? send(as)]);
        outcomes.add(`${sent.status} ${taken.status}`);
        const { body: own } = await portal.call(getOwnRequest, {}, { as });
        if (sent.status === 200) {
          expect(own?.documentos.map(({ tipo }) => tipo)).toEqual(['passaporte']);
          continue;
        }
        expect(sent.body.fields).toEqual({ passaporte: 'Falta: Passaporte' });
        expect((await draft(as)).valores).toMatchObject({ contato_nome: 'Sandra Nunes', forma: 'pix' });
        const { ocupadas } = await portal.school.db
          .selectFrom('usa_turmas')
          .select('ocupadas')
          .where('id', '=', turma_id)
          .executeTakeFirstOrThrow();
        expect(ocupadas).toBe(0);
        await upload('passaporte', file(pdf(), 'p.pdf'), as);
        expect((await send(as)).status).toBe(200);
      }
      for (const outcome of outcomes) expect(['200 409', '200 404', '422 200']).toContain(outcome);
    });

    it('a draft that changes while it is sent is refused with a message, and a second press sends it', async () => {
      const as = await addStudent(portal, { birth_date: '1998-04-02' });
      await save({ ...whole(portal), turma_id: String(await addTrip(portal)) }, as);
      await upload('passaporte', file(pdf(), 'p.pdf'), as);
      const send = () => portal.ops.abroad.sendDraft({ aceite_termos: true, consentimento_dados: true }, { as });
      const [sent, saved] = await Promise.all([send(), save({ contato_nome: 'Outra Pessoa' }, as)]);
      if (saved.status === 200) {
        expect([sent.status, sent.body.code ?? 'sent']).toEqual(
          sent.status === 200 ? [200, 'sent'] : [409, 'draft_changed'],
        );
        if (sent.status !== 200) expect((await send()).status).toBe(200);
        const { body } = await portal.call(getOwnRequest, {}, { as });
        expect(body?.dados.contato_emergencia.nome).toBe('Outra Pessoa');
      } else expect([sent.status, saved.status]).toEqual([200, 409]);
    });

    it('concurrent saves of a student change one draft', async () => {
      const as = await addStudent(portal);
      await Promise.all([save({ full_name: 'A' }, as), save({ contato_nome: 'B' }, as), save({ cep: '1' }, as)]);
      expect((await draft(as)).valores).toMatchObject({ full_name: 'A', contato_nome: 'B', cep: '1' });
      const answers = await Promise.all([
        portal.ops.abroad.getDraft(),
        portal.ops.abroad.saveDraft({} as never),
        portal.ops.abroad.sendDraft({} as never),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
      const long = await save({ full_name: 'x'.repeat(1001) }, as);
      expect(long.status).toBe(422);
    });
  });
});

/** The steps of a grown-up, filled in. */
const whole = (portal: TestSchool) => ({
  full_name: 'Pessoa de Teste',
  cpf: '529.982.247-25',
  email: 'pessoa@example.com',
  phone: '(19) 99123-4567',
  birth_date: '1998-04-02',
  cep: '13010-100',
  street: 'Rua Barão de Jaguara',
  street_number: '100',
  district: 'Centro',
  city: 'Campinas',
  state: 'SP',
  contato_nome: 'Sandra Nunes',
  contato_telefone: '(19) 99444-0000',
  contato_parentesco: 'Mãe',
  passaporte_numero: 'FX99',
  passaporte_pais: 'Brasil',
  passaporte_validade: dayFrom(portal, 3000),
  forma: 'pix',
  parcelas: '1',
});
