import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { calls as abroad } from '../../../../src/lib/contract/abroad.schema.ts';
import { calls as account } from '../../../../src/lib/contract/account.schema.ts';
import { calls as club } from '../../../../src/lib/contract/club.schema.ts';
import { calls as exchange } from '../../../../src/lib/contract/exchange.schema.ts';
import { calls as finance } from '../../../../src/lib/contract/finance.schema.ts';
import { CouponInput, calls as orders } from '../../../../src/lib/contract/orders.schema.ts';
import { EnderecoInput, OwnPath } from '../../../../src/lib/contract/shapes.schema.ts';
import { calls as travel } from '../../../../src/lib/contract/travel.schema.ts';
import { createLeadInput } from '../../../../src/server/school/promo/inputs.ts';

describe('VALID-22: persons and addresses are validated in every call', () => {
  const endereco = {
    cep: '13.015-904',
    street: 'Rua das Palmeiras',
    street_number: '10',
    district: 'Centro',
    city: 'Campinas',
    state: 'sp',
  };
  const pagador = {
    full_name: 'Maria Souza',
    cpf: '529.982.247-25',
    email: ' Maria@Teste.example ',
    phone: '+55 (19) 99123-4567',
    birth_date: '1990-02-28',
    endereco,
  };
  const quote_id = '99999999-9999-4999-8999-999999999999';
  const exchangePayment = { quote_id, forma: 'pix', pagador };
  const cardPayment = { card_token: 'tok', cpf: '529.982.247-25', installments: 1, save_card: false };
  const lead = {
    pagina: 'knn-idiomas',
    nome: 'Ana',
    telefone: '(19) 99123-4567',
    cidade: 'Campinas',
    consentimento: true,
  };
  const referral = { nome: 'Ana', telefone: '(19) 99123-4567', consentimento: true, canal: 'link' };
  const { knn_usa_request_in: usaRequest } = abroad.createRequest.body.shape;
  const request = {
    turma_id: 1,
    ...pagador,
    contato_emergencia: { nome: 'Sandra', telefone: '19 3200-1010', parentesco: 'Mãe' },
    restricoes: '',
    documentos: [],
    aceite_termos: true,
    consentimento_dados: true,
  };

  it('API-51, API-75, API-86: masks are removed, and the e-mail keeps its case', () => {
    const clean = {
      cpf: '52998224725',
      email: 'Maria@Teste.example',
      phone: '19991234567',
      endereco: { cep: '13015904', state: 'SP' },
    };
    expect(exchange.createExchangePayment.body.parse(exchangePayment).pagador).toMatchObject(clean);
    expect(usaRequest.parse(request)).toMatchObject({ ...clean, restricoes: null });
    expect(account.getAddress.params.parse({ cep: '13015-904' })).toEqual({ cep: '13015904' });
  });

  it.each([
    ['API-26', finance.payWithCard.body, cardPayment, { cpf: '52998224724' }],
    ['API-52', club.creditReferral.body, referral, { telefone: '1234' }],
    ['API-52', club.creditReferral.body, referral, { email: 'nenhum' }],
    [
      'API-72',
      travel.joinCampaign.body,
      { campaign_id: 1, aceite_regulamento: true },
      { acompanhantes: [{ nome: 'A', cpf: '1' }] },
    ],
    [
      'API-75',
      exchange.createExchangePayment.body,
      exchangePayment,
      { pagador: { ...pagador, cpf: '111.111.111-11' } },
    ],
    [
      'API-75',
      exchange.createExchangePayment.body,
      exchangePayment,
      { pagador: { ...pagador, endereco: { ...endereco, cep: '1' } } },
    ],
    ['API-86', usaRequest, request, { email: 'nenhum' }],
    ['API-86', usaRequest, request, { birth_date: '2026-02-31' }],
    ['leads', createLeadInput, lead, { telefone: '1234' }],
    ['leads', createLeadInput, lead, { utm: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`m${n}`, 'x'])) }],
  ] as const)('%s accepts valid input and refuses invalid input (%#)', (_id, schema: z.ZodType, right, wrong) => {
    expect(schema.safeParse(right).error).toBeUndefined();
    expect(schema.safeParse({ ...right, ...wrong }).success).toBe(false);
  });

  it('an empty e-mail in a form is read as null', () => {
    expect(createLeadInput.parse({ ...lead, email: '' }).email).toBeNull();
  });

  const codeOf = (name: string) => ({ ...coupon, name });
  const coupon = { descricao: 'Volta às aulas', desconto_tipo: 'percentual', desconto_valor: 10 };
  it.each([
    ['a name', createLeadInput, { ...lead, nome: 'ana@teste.example' }, 'O caractere @ não é permitido'],
    ['a name', createLeadInput, { ...lead, nome: 'Ana <b>' }, 'O caractere < não é permitido'],
    ['a coupon', CouponInput, codeOf('promoção'), 'O caractere Ç não é permitido'],
    ['a coupon', CouponInput, codeOf('AB'), 'Use de 3 a 30 letras sem acento, números ou hífen'],
  ] as const)(
    'VALID-15, VALID-18: the error of %s names only the first forbidden character (%#)',
    (_what, schema, input, words) => {
      const { error } = (schema as z.ZodType).safeParse(input);
      expect(error?.issues.map(({ message }) => message)).toEqual([words]);
    },
  );

  it('API-42: delivery to an address requires the address', () => {
    const entrega = orders.createOrder.body.shape.entrega;
    expect(entrega.safeParse({ tipo: 'escola' }).success).toBe(true);
    expect(entrega.safeParse({ tipo: 'endereco', endereco }).success).toBe(true);
    expect(entrega.safeParse({ tipo: 'endereco' }).success).toBe(false);
    expect(EnderecoInput.safeParse({ ...endereco, street: 'x'.repeat(161) }).success).toBe(false);
  });
});

describe('PUSH: the link of a notification must stay within the portal', () => {
  it.each(['/', '/financial', '/pedagogico/turma/3?aba=notas'])('%j is accepted', (path) => {
    expect(OwnPath.safeParse(path).success).toBe(true);
  });

  it('S11: every accepted link stays on the same host in a browser', () => {
    const odd = fc.string({
      unit: fc.constantFrom('/', '\\', '\t', '\n', '\r', ' ', '@', ':', '.', '?', '#', 'e', 'é'),
    });
    fc.assert(
      fc.property(odd, (rest) => {
        const path = `/${rest}`;
        if (OwnPath.safeParse(path).success)
          expect(new URL(path, 'https://portal.example').origin).toBe('https://portal.example');
      }),
      { numRuns: 2000 },
    );
    for (const path of ['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example', 'financial'])
      expect(OwnPath.safeParse(path).success).toBe(false);
  });
});
