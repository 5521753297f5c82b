import { expect, it, vi } from 'vitest';
import { ApiError, type Client } from '../../../../../src/lib/api/client.ts';
import { formatHundredths } from '../../../../../src/lib/format/money.ts';
import { adjustMember, findReward, moveReferral, saveReward } from '../../../../../src/lib/forms/club/panel.ts';

const formOf = (values: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
};
const clientOf = (answer: (...sent: unknown[]) => unknown) => {
  const sent = vi.fn(async (...args: unknown[]) => answer(...args));
  return { api: sent as unknown as Client, sent };
};
const reward = { nome: 'Caneca', descricao: 'x', categoria: 'Casa', pontos: '1.200', entrega: 'escola', regras: 'x' };

it('the club’s desk sends points as a signed whole number, with the key of the form', async () => {
  const { api, sent } = clientOf(() => ({}));
  expect(
    await adjustMember(api, '1', formOf({ sentido: 'tirar', pontos: '1.200', motivo: 'm', chave: 'abcdefgh' })),
  ).toBe(null);
  expect(sent.mock.calls[0]?.slice(1)).toEqual([
    { params: { id: '1' }, body: { pontos: -1200, motivo: 'm' } },
    { idempotencyKey: 'abcdefgh' },
  ]);
});

it.each(['', 'dez', '1,5', '-3'])(
  'the club’s desk does not send %j as points: JSON would make nothing of it',
  async (pontos) => {
    const { api, sent } = clientOf(() => ({}));
    const refused = await adjustMember(api, '1', formOf({ sentido: 'dar', pontos, motivo: 'm' }));
    expect(refused?.fields).toEqual({ pontos: 'Informe um número inteiro' });
    expect(refused?.values.motivo).toBe('m');
    expect(sent).not.toHaveBeenCalled();
  },
);

it.each([
  ['', null],
  ['0', 0],
])('a stock of %j is %j', async (estoque, expected) => {
  const { api, sent } = clientOf(() => ({ id: 9 }));
  expect(await saveReward(api, null, formOf({ ...reward, estoque }))).toEqual({ id: 9 });
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ body: { pontos: 1200, estoque: expected, valido_ate: null } });
});

it('a stock that is no number is no endless one', async () => {
  const { api, sent } = clientOf(() => ({ id: 9 }));
  expect(await saveReward(api, null, formOf({ ...reward, estoque: 'muitos' }))).toMatchObject({
    fields: { estoque: 'Informe um número inteiro' },
  });
  expect(sent).not.toHaveBeenCalled();
});

it.each([
  [formatHundredths(1_250), 1_250],
  ['12,5', 1_250],
  ['12.50', 1_250],
  ['1.200', 120_000],
  ['50', 5_000],
  ['', null],
])('a discount of %j is %j centavos', async (desconto_reais, expected) => {
  const { api, sent } = clientOf(() => ({ id: 9 }));
  expect(await saveReward(api, '9', formOf({ ...reward, entrega: 'desconto', desconto_reais }))).toEqual({ id: 9 });
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ body: { desconto_centavos: expected } });
});

it.each(['doze', '12,505', '-5'])('a discount of %j is not sent', async (desconto_reais) => {
  const { api, sent } = clientOf(() => ({ id: 9 }));
  const refused = await saveReward(api, '9', formOf({ ...reward, desconto_reais }));
  expect(refused).toMatchObject({ fields: { desconto_reais: 'Digite um valor, como 12,50' } });
  expect(sent).not.toHaveBeenCalled();
});

it('CLUB-09 an enrolment is credited by its own call, with the rule’s points unless others are given', async () => {
  const { api, sent } = clientOf(() => ({}));
  const form = { id: '3', status: 'creditada', contrato_id: '1042', chave: 'abcdefgh' };
  expect(await moveReferral(api, formOf({ ...form, pontos: '' }))).toBe(null);
  expect(await moveReferral(api, formOf({ ...form, pontos: '800' }))).toBe(null);
  expect(sent.mock.calls.map(([, input]) => input)).toEqual([
    { body: { indicacao_id: 3, contrato_id: 1042 } },
    { body: { indicacao_id: 3, contrato_id: 1042, pontos: 800 } },
  ]);
  expect((await moveReferral(api, formOf({ ...form, contrato_id: '' })))?.fields).toHaveProperty('contrato_id');
});

it('the club’s desk keeps the key for another try, unless it belongs to something else', async () => {
  const form = () => formOf({ id: '3', status: 'recusada', motivo: 'm', chave: 'abcdefgh' });
  const lost = clientOf(() => Promise.reject(new ApiError(0, { detail: 'Sem resposta.' })));
  expect(await moveReferral(lost.api, form())).toMatchObject({
    problem: 'Sem resposta.',
    values: { chave: 'abcdefgh' },
  });
  const reused = clientOf(() => Promise.reject(new ApiError(409, { detail: 'Já usado.', code: 'key_reused' })));
  expect((await moveReferral(reused.api, form()))?.values).not.toHaveProperty('chave');
});

it('an error that is no refusal is not swallowed', async () => {
  const { api } = clientOf(() => Promise.reject(new TypeError('bug')));
  await expect(moveReferral(api, formOf({ id: '3', status: 'em_contato' }))).rejects.toThrow('bug');
});

it('the club’s desk finds a reward on a later page, and says when there is none', async () => {
  const items = Array.from({ length: 130 }, (_, index) => ({ id: index + 1 }));
  const { api, sent } = clientOf((_call, input) => {
    const { limit, offset } = (input as { query: { limit: number; offset: number } }).query;
    return { items: items.slice(offset, offset + limit), total: items.length };
  });
  expect(await findReward(api, '120')).toEqual({ id: 120 });
  expect(sent).toHaveBeenCalledTimes(2);
  await expect(findReward(api, '131')).rejects.toMatchObject({ status: 404 });
});
