import { expect, it } from 'vitest';
import type { Resgate } from '../../../../../src/lib/contract/club.schema.ts';
import { deliveryOf, ownStepName, redemptionName } from '../../../../../src/lib/rules/club/redemption-words.ts';

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

it.each([
  [
    'desconto',
    { desconto_centavos: 5_000, parcela },
    'Desconto aplicado',
    /^Está em Mensalidade 2, .* 10\/02\/2031\.$/,
  ],
  ['desconto', { desconto_centavos: 5_000 }, 'Esperando uma parcela em aberto', /^Ele entra assim que/],
  ['desconto', { desconto_centavos: 5_000, parcela, status: 'entregue' }, 'Desconto usado', /^Está em/],
  // The reward is another one by now, the discount is what it was.
  ['escola', { desconto_centavos: 5_000 }, 'Esperando uma parcela em aberto', /^Ele entra assim que/],
  ['desconto', { desconto_centavos: null }, 'Solicitado', /^A escola dá este desconto: combine/],
  ['desconto', { status: 'aprovado' }, 'Aprovado', /^A escola dá este desconto/],
  ['desconto', { status: 'entregue' }, 'Desconto dado', /^A escola dá este desconto/],
  ['escola', {}, 'Solicitado', /^Você retira/],
  ['digital', { status: 'pronto' }, 'Código a caminho', /^A escola envia um código/],
] as const)('%s %j is “%s”', (entrega, given, name, delivery) => {
  expect(redemptionName(redemption(entrega, given))).toBe(name);
  expect(deliveryOf(redemption(entrega, given))).toMatch(delivery);
});

it('a step without a name of its own has none', () => {
  expect(ownStepName(redemption('desconto', {}), 'solicitado')).toBeUndefined();
  expect(ownStepName(redemption('desconto', { desconto_centavos: 5_000 }), 'solicitado')).toBe('Desconto aplicado');
});
