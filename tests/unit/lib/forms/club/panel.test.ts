import { expect, it, vi } from 'vitest';
import { ApiError } from '../../../../../src/lib/api/client.ts';
import { creditReferralEnrolment } from '../../../../../src/lib/contract/club.ts';
import { formatHundredths } from '../../../../../src/lib/format/money.ts';
import { findReward, makeReward, moveReferral, rewardForms } from '../../../../../src/lib/forms/club/panel.ts';
import { type FormPage, submit } from '../../../../../src/lib/forms/submit.ts';
import type { PageApi } from '../../../../../src/lib/page/page-session.ts';
import { type AskedOfPage, pageApi } from '../../../../support/page-api.ts';

/** Sends a form of a page. */
const send = (api: PageApi, verbs: Parameters<typeof submit>[1], values: Record<string, string>) => {
  const body = new URLSearchParams(values);
  const request = new Request('https://portal.example/', { method: 'POST', body });
  return submit({ request, url: new URL(request.url), locals: { session: { api } } } as unknown as FormPage, verbs);
};
const refer = (api: PageApi, values: Record<string, string>) =>
  send(
    api,
    moveReferral((feito) => `/?feito=${feito}`),
    values,
  );
const clientOf = (answer: (...sent: AskedOfPage) => unknown) => {
  const sent = vi.fn(async (...args: AskedOfPage) => answer(...args));
  return { api: pageApi(sent), sent };
};
const reward = { nome: 'Caneca', descricao: 'x', categoria: 'Casa', pontos: '1.200', entrega: 'escola', regras: 'x' };

it.each([
  ['', null],
  ['0', 0],
])('a stock of %j is %j', async (estoque, expected) => {
  const { api, sent } = clientOf(() => ({ id: 9 }));
  expect((await send(api, makeReward, { ...reward, estoque })).to).toBe(
    '/manager-panel/club/recompensas/9?feito=criada',
  );
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ pontos: 1200, estoque: expected, valido_ate: null });
});

it('a stock that is no number is no endless one', async () => {
  const { api, sent } = clientOf(() => ({ id: 9 }));
  expect((await send(api, makeReward, { ...reward, estoque: 'muitos' })).refused).toMatchObject({
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
  const { to } = await send(api, rewardForms('9'), { ...reward, entrega: 'desconto', desconto_reais });
  expect(to).toBe('/manager-panel/club/recompensas/9?feito=salvar');
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ desconto_centavos: expected });
});

it.each(['doze', '12,505', '-5'])('a discount of %j is not sent', async (desconto_reais) => {
  const { api, sent } = clientOf(() => ({ id: 9 }));
  const { refused } = await send(api, rewardForms('9'), { ...reward, desconto_reais });
  expect(refused).toMatchObject({ fields: { desconto_reais: 'Digite um valor, como 12,50' } });
  expect(sent).not.toHaveBeenCalled();
});

it('CLUB-09 an enrolment is credited by its own call, with the rule’s points unless others are given', async () => {
  const { api, sent } = clientOf(() => ({}));
  const form = { id: '3', status: 'creditada', contrato_id: '1042', chave: 'abcdefgh' };
  expect((await refer(api, { ...form, pontos: '' })).to).toBe('/?feito=creditada');
  expect((await refer(api, { ...form, pontos: '800' })).to).toBe('/?feito=creditada');
  expect(sent.mock.calls.map(([call, input]) => [call, input])).toEqual([
    [creditReferralEnrolment, { body: { indicacao_id: 3, contrato_id: 1042 } }],
    [creditReferralEnrolment, { body: { indicacao_id: 3, contrato_id: 1042, pontos: 800 } }],
  ]);
  expect((await refer(api, { ...form, contrato_id: '' })).refused?.fields).toHaveProperty('contrato_id');
});

it('the club’s desk keeps the key for another try, unless it belongs to something else', async () => {
  const form = { id: '3', status: 'recusada', motivo: 'm', chave: 'abcdefgh' };
  const lost = clientOf(() => Promise.reject(new ApiError(0, { detail: 'Sem resposta.' })));
  expect((await refer(lost.api, form)).refused).toMatchObject({
    problem: 'Sem resposta.',
    values: { motivo: 'm' },
    chave: 'abcdefgh',
  });
  const reused = clientOf(() => Promise.reject(new ApiError(409, { detail: 'Já usado.', code: 'key_reused' })));
  expect((await refer(reused.api, form)).refused?.chave).toBeNull();
});

it('an error that is no refusal is not swallowed', async () => {
  const { api } = clientOf(() => Promise.reject(new TypeError('bug')));
  await expect(refer(api, { id: '3', status: 'em_contato' })).rejects.toThrow('bug');
});

it('the club’s desk finds a reward on a later page, and says when there is none', async () => {
  const items = Array.from({ length: 130 }, (_, index) => ({ id: index + 1 }));
  const { api, sent } = clientOf((_call, input) => {
    const { limit, offset } = input as { limit: number; offset: number };
    return { items: items.slice(offset, offset + limit), total: items.length };
  });
  expect(await findReward(api, '120')).toEqual({ id: 120 });
  expect(sent).toHaveBeenCalledTimes(2);
  await expect(findReward(api, '131')).rejects.toMatchObject({ status: 404 });
});
