import { expect, it } from 'vitest';
import type { Resgate } from '../../../../../src/lib/contract/club.schema.ts';
import { arrivalOf, ownStepName, redemptionName } from '../../../../../src/lib/rules/club/redemption-words.ts';

const parcela = { id: 1, descricao: 'Mensalidade 2', vencimento: '2031-02-10' };
const redemption = (entrega: Resgate['reward']['entrega'], given: Partial<Resgate>): Resgate => ({
  id: 1,
  reward: {
    id: 1,
    nome: 'Prêmio',
    descricao: '',
    imagem_url: '/x.svg',
    categoria: '',
    pontos: 1,
    disponivel: true,
    falta_pontos: 0,
    entrega,
    regras: '',
  },
  pontos: 1,
  status: 'solicitado',
  pedido_em: '2031-01-01T12:00:00Z',
  pode_cancelar: true,
  ...given,
});

const email = 'ana@escola.example';
const arrival = (entrega: Resgate['reward']['entrega'], given: Partial<Resgate>) => {
  const { reward, ...rest } = redemption(entrega, given);
  return arrivalOf(reward, { reward, ...rest }, { email, today: '2031-01-20' });
};

it.each([
  [
    'desconto',
    { desconto_centavos: 5_000, parcela },
    'Desconto aplicado',
    /^R\$\s50,00 a menos em Mensalidade 2, .* 10\/02\/2031\.$/,
  ],
  ['desconto', { desconto_centavos: 5_000 }, 'Esperando uma parcela em aberto', /^R\$\s50,00 a menos assim que/],
  ['desconto', { desconto_centavos: 5_000, parcela, status: 'entregue' }, 'Desconto usado', /a menos em Mensalidade 2/],
  // The reward has changed since, the discount has not.
  ['escola', { desconto_centavos: 5_000 }, 'Esperando uma parcela em aberto', /a menos assim que/],
  ['desconto', { desconto_centavos: null }, 'Solicitado', /^A escola dá este desconto: combine/],
  ['desconto', { status: 'aprovado' }, 'Aprovado', /^A escola dá este desconto/],
  ['desconto', { status: 'entregue' }, 'Desconto dado', /^A escola dá este desconto/],
  ['escola', { codigo_retirada: 'W9EG' }, 'Solicitado', /^Mostre este código na secretaria\.$/],
  ['escola', { codigo_retirada: 'W9EG', retirar_ate: '2031-01-31' }, 'Solicitado', /secretaria até 31\/01\.$/],
  [
    'escola',
    { codigo_retirada: 'W9EG', retirar_ate: '2031-01-19' },
    'Solicitado',
    /^O prazo para retirar foi até 19\/01/,
  ],
  ['digital', { status: 'pronto' }, 'Código a caminho', /^Seu código chega em ana@escola\.example /],
  [
    'digital',
    { status: 'entregue', codigo_digital: 'X1' },
    'Código enviado',
    /^Também enviamos para ana@escola\.example\.$/,
  ],
] as const)('%s %j is “%s”', (entrega, given, name, text) => {
  expect(redemptionName(redemption(entrega, given))).toBe(name);
  expect(arrival(entrega, given).text).toMatch(text);
});

it.each([
  ['escola', { codigo_retirada: 'W9EG' }, 'Código de retirada', 'W9EG'],
  ['digital', { codigo_digital: 'X1' }, 'Seu código', 'X1'],
] as const)('%s %j has the code of its own kind', (entrega, given, label, code) => {
  expect(arrival(entrega, given)).toMatchObject({ label, code });
});

it.each([
  ['digital', {}],
  ['desconto', { desconto_centavos: 5_000, codigo_retirada: null }],
] as const)('%s %j is picked up nowhere', (entrega, given) => {
  const { text, code } = arrival(entrega, given);
  expect(code).toBeNull();
  expect(text).not.toMatch(/secretaria|retir/i);
});

it.each([
  [{ entrega: 'escola', retirada_dias: 30 }, 'Você retira na secretaria em até 30 dias, com o código da troca.'],
  [{ entrega: 'escola', retirada_dias: 1 }, 'Você retira na secretaria em até 1 dia, com o código da troca.'],
  [{ entrega: 'escola' }, 'Você retira na secretaria, com o código da troca.'],
  [{ entrega: 'digital' }, 'Seu código chega em ana@escola.example e fica guardado em Trocas.'],
  [{ entrega: 'desconto' }, 'A escola dá este desconto: combine com a secretaria.'],
] as const)('before the redemption, %j has one sentence', (reward, text) => {
  expect(arrivalOf(reward, null, { email })).toMatchObject({ text, code: null });
});

it('only some steps have a name of their own', () => {
  expect(ownStepName(redemption('desconto', {}), 'solicitado')).toBeUndefined();
  expect(ownStepName(redemption('desconto', { desconto_centavos: 5_000 }), 'solicitado')).toBe('Desconto aplicado');
});
