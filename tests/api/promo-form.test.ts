import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { serveLead } from '../../src/lib/forms/promo/lead.ts';
import type { PageHandler } from '../../src/process/pages.ts';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';

const PAGE = '/knn-orlando';
/** Area code 19 has a unit. */
const SENT = `${PAGE}?enviado=1&unidade=101#contato`;
const FORGOTTEN = `${PAGE}?enviado=1#contato`;
const START = '/formulario/inicio.gif';

/** The form of a page without the rest of the page, so that this test needs no build. */
const page: PageHandler = (request, response, next, { session }) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const sent = new Request(`http://aluno.example${request.url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.concat(chunks).toString(),
    });
    serveLead({ request: sent, url: new URL(sent.url), locals: { session } }, { path: PAGE, marca: 'knn' }, null).then(
      (visit) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(typeof visit === 'string' ? visit : { ...visit.submitted, school: visit.school }));
      },
      next,
    );
  });
};

let number = 0;
const newPhone = () => `1998${String(1_000_000 + ++number)}`;
const typed = (submitted: Record<string, string> = {}) => ({
  nome: 'Joana Prado',
  telefone: newPhone(),
  cidade: 'Campinas',
  email: '',
  consentimento: 'sim',
  ...submitted,
});

describe('the form of a promotional page (PROMO-02)', () => {
  let portal: RunningPortal;
  beforeAll(async () => {
    portal = await openTestPortal({ TRUST_PROXY: 'on' }, { pageHandler: page });
  });
  afterAll(() => portal.close());
  afterEach(() => void vi.useRealTimers());

  const clock = async (ageMs: number) =>
    `portal_form=${await portal.running.school.tokens.seal('form', { at: Date.now() - ageMs }, 3600)}`;
  const send = async (
    form: Record<string, string>,
    { query = '', cookie = '', address = `10.9.0.${number % 250}` } = {},
  ) => {
    const { status, text, headers } = await sendRaw(portal, PAGE + query, {
      method: 'POST',
      headers: {
        origin: portal.address,
        'x-forwarded-for': address,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(new URLSearchParams(form).toString())),
        ...(cookie && { cookie }),
      },
      body: new URLSearchParams(form).toString(),
    });
    return { status, headers, form: status === 200 ? JSON.parse(text) : null };
  };
  const stored = (telefone: string) =>
    portal.running.school.db.selectFrom('leads').selectAll().where('telefone', '=', telefone).execute();

  it('the form stores the lead with the campaign parameters of its address', async () => {
    const form = typed({ email: 'joana@exemplo.com' });
    const query = '?utm_source=instagram&utm_campaign=julho&indicacao=ANA10&unidade=101';
    expect((await send(form, { query, cookie: await clock(5_000) })).form).toBe(SENT);
    const [lead, ...others] = await stored(form.telefone);
    expect(others).toEqual([]);
    expect(lead).toMatchObject({ pagina: PAGE, cidade: 'Campinas', indicacao_code: 'ANA10', unidade_id: 101 });
    expect(JSON.parse(lead?.utm ?? '')).toEqual({ source: 'instagram', campaign: 'julho' });
  });

  it('two fields are enough, and the unit of the area code gets the lead', async () => {
    const { nome, telefone, consentimento } = typed();
    expect((await send({ nome, telefone, consentimento }, { cookie: await clock(5_000) })).form).toBe(SENT);
    expect(await stored(telefone)).toMatchObject([{ unidade_id: 101, cidade: 'Campinas', email: null }]);
  });

  it('a chosen unit takes precedence over that of the advert', async () => {
    const form = typed({ unidade_id: '102' });
    const { form: next } = await send(form, { query: '?unidade=101', cookie: await clock(5_000) });
    expect(next).toBe(`${PAGE}?enviado=1&unidade=102#contato`);
    expect(await stored(form.telefone)).toMatchObject([{ unidade_id: 102 }]);
  });

  it('searching a unit of a city keeps the typed fields, and stores no lead', async () => {
    const form = typed({ cidade: 'florianopolis', consentimento: '' });
    const { form: answer } = await send({ ...form, acao: 'achar' });
    expect(answer).toMatchObject({ values: form, fields: {}, problem: null });
    expect(answer.school.unidades.map(({ id }: { id: number }) => id)).toContain(102);
    expect(await stored(form.telefone)).toEqual([]);
  });

  it('a form that is sent twice, also concurrently, makes one lead', async () => {
    const form = typed();
    const cookie = await clock(5_000);
    const answers = await Promise.all([send(form, { cookie }), send(form, { cookie }), send(form, { cookie })]);
    expect(answers.map((answer) => answer.form)).toEqual([SENT, SENT, SENT]);
    expect(await stored(form.telefone)).toHaveLength(1);
  });

  it.each([
    ['nothing', { nome: '', telefone: '', cidade: '', consentimento: '' }, ['nome', 'telefone', 'consentimento']],
    ['no consent', { consentimento: '' }, ['consentimento']],
    ['a short telephone', { telefone: '19 2' }, ['telefone']],
    ['a telephone of no area', { telefone: '(20) 99999-8888' }, ['telefone']],
    ['an e-mail that is none', { email: 'joana@' }, ['email']],
    ['a name of markup', { nome: '<b>Joana</b>' }, ['nome']],
    ['a city as long as a novel', { cidade: 'x'.repeat(81) }, ['cidade']],
  ])(
    '%s comes back with its errors and all that was typed',
    async (_what, submitted: Record<string, string>, names) => {
      const form = typed(submitted);
      const { form: answer, headers } = await send(form, { cookie: await clock(5_000) });
      expect(Object.keys(answer.fields).sort()).toEqual([...names].sort());
      expect(answer.problem).toBe(names.length > 1 ? 'Confira os campos marcados.' : 'Confira o campo marcado.');
      expect(answer.values).toEqual(form);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(await stored(form.telefone)).toEqual([]);
    },
  );

  it('a bot that fills in the hidden field gets the thanks page, and nothing is stored', async () => {
    const form = typed({ site: 'https://spam.example' });
    expect((await send(form, { cookie: await clock(5_000) })).form).toBe(FORGOTTEN);
    expect(await stored(form.telefone)).toEqual([]);
  });

  it.each([
    ['without the clock of a form', async () => ''],
    [
      'faster than anybody reads',
      () => {
        vi.useFakeTimers({ toFake: ['Date'] });
        return clock(1_999);
      },
    ],
    ['with a clock of their own making', async () => 'portal_form=x.y.z'],
  ])('a form %s is shown once more, and sent again it is kept', async (_what, cookieOf) => {
    const form = typed();
    const cookie = await cookieOf();
    const { form: again } = await send(form, { cookie });
    const { inicio, ...values } = again.values;
    expect({ values, fields: again.fields }).toEqual({ values: form, fields: {} });
    expect(again.problem).toMatch(/envie de novo/);
    expect(await stored(form.telefone)).toEqual([]);
    expect((await send({ ...form, inicio: 'x.y.z' }, { cookie })).form.values.inicio).toMatch(/^(?!x\.y\.z$)./);
    expect((await send({ ...form, inicio }, { cookie })).form).toBe(SENT);
    expect(await stored(form.telefone)).toHaveLength(1);
  });

  it('too many forms from one address are refused with a message, and keep the typed fields', async () => {
    const cookie = await clock(5_000);
    for (let count = 0; count < 10; count++) await send(typed(), { cookie, address: '10.9.9.9' });
    const form = typed();
    const { form: answer } = await send(form, { cookie, address: '10.9.9.9' });
    expect(answer).toMatchObject({ values: form, problem: expect.stringMatching(/\S/) });
    expect(await stored(form.telefone)).toEqual([]);
  });

  it('S8 a form on another site is refused', async () => {
    const answer = await sendRaw(portal, PAGE, { method: 'POST', headers: { origin: 'https://evil.example' } });
    expect(answer.status).toBe(403);
  });

  it('the clock of the form starts with the first touch, and does not restart', async () => {
    const first = await sendRaw(portal, START);
    expect(first.headers).toMatchObject({ 'content-type': 'image/gif', 'cache-control': 'private, no-store' });
    const line = String(first.headers['set-cookie']);
    expect(line).toMatch(/^portal_form=.*; HttpOnly/);
    const again = await sendRaw(portal, START, { headers: { cookie: line.split(';')[0] ?? '' } });
    expect(again.headers['set-cookie']).toBeUndefined();
    const overTls = await sendRaw(portal, START, { headers: { 'x-forwarded-proto': 'https' } });
    expect(String(overTls.headers['set-cookie'])).toMatch(/^__Host-portal_form=.*; Secure/);
  });
});
