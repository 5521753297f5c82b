import { expect, it } from 'vitest';
import { UsaRequest } from '../../../../../src/lib/contract/abroad.schema.ts';
import { draftFields } from '../../../../../src/lib/contract/abroad-draft.schema.ts';
import { valuesOf } from '../../../../../src/lib/forms/abroad/step-values.ts';
import { draftSteps, openStep, stepAfter, stepNamed } from '../../../../../src/lib/rules/abroad/draft-form.ts';
import { abroadTimeline, mayAskAgain, mayResend, requestStatus } from '../../../../../src/lib/rules/abroad/status.ts';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`;
const seen = (status: UsaRequest['status'], path: [string, string?][]) =>
  abroadTimeline({
    status,
    historico: path.map(([name, nota], index) => ({ status: name, em: at(index + 1), nota })),
  }).map(({ status: name, state }) => `${name} ${state}`);

it.each([
  [
    'enviada',
    [['rascunho'], ['enviada']],
    'enviada now, em_analise ahead, aprovada ahead, aguardando_pagamento ahead, paga ahead',
  ],
  [
    'documento_recusado',
    [['enviada'], ['documento_recusado', 'Foto escura']],
    'enviada done, em_analise now, aprovada ahead, aguardando_pagamento ahead, paga ahead',
  ],
  [
    'paga',
    [['enviada'], ['em_analise'], ['aprovada'], ['aguardando_pagamento'], ['paga']],
    'enviada done, em_analise done, aprovada done, aguardando_pagamento done, paga done',
  ],
  [
    'recusada',
    [['enviada'], ['em_analise'], ['recusada', 'Sem visto']],
    'enviada done, em_analise done, recusada ended',
  ],
] as const)('the timeline of a request that is %s', (status, path, words) => {
  expect(seen(status, path as unknown as [string, string?][]).join(', ')).toBe(words);
});

it('a remark appears at the step where it was made', () => {
  const steps = abroadTimeline({
    status: 'em_analise',
    historico: [
      { status: 'enviada', em: at(1) },
      { status: 'documento_recusado', em: at(2), nota: 'Foto escura' },
      { status: 'em_analise', em: at(3), nota: 'Documentos reenviados' },
    ],
  });
  expect(steps[1]?.notes.map(({ nota }) => nota)).toEqual(['Foto escura', 'Documentos reenviados']);
});

it('every status of the contract has a label', () => {
  expect(Object.keys(requestStatus)).toEqual(UsaRequest.shape.status.options);
});

it('ABROAD-06 a document can be sent again when it was refused or not yet reviewed', () => {
  expect(mayResend('documento_recusado', 'recusado')).toBe(true);
  expect(mayResend('enviada', 'enviado')).toBe(true);
  for (const status of ['aceito', 'em_analise'] as const) expect(mayResend('em_analise', status)).toBe(false);
  for (const status of ['aprovada', 'paga', 'recusada'] as const) expect(mayResend(status, 'recusado')).toBe(false);
});

it('another request is possible after a refusal or the end of the trip', () => {
  const turma = { fim: '2027-07-21' } as UsaRequest['turma'];
  expect(mayAskAgain({ status: 'recusada', turma }, '2027-01-01')).toBe(true);
  expect(mayAskAgain({ status: 'paga', turma }, '2027-07-21')).toBe(false);
  expect(mayAskAgain({ status: 'paga', turma }, '2027-07-22')).toBe(true);
  expect(mayAskAgain({ status: 'em_analise', turma }, '2029-01-01')).toBe(false);
});

it('each field of the draft belongs to exactly one step', () => {
  const form = new FormData();
  for (const name of draftFields) form.append(name, ` ${name} `);
  form.append('parcelas_', '4');
  const found = draftSteps.flatMap(({ passo }) => Object.keys(valuesOf(passo, form)));
  expect(found.toSorted()).toEqual([...draftFields].toSorted());
  expect(valuesOf('dados', form).full_name).toBe('full_name');
  expect(valuesOf('revisao', form)).toEqual({});
});

it('the installments are those of the chosen way to pay', () => {
  const form = new FormData();
  form.append('forma', 'cartao');
  form.append('parcelas_pix', '2');
  form.append('parcelas_cartao', '9');
  expect(valuesOf('pagamento', form)).toEqual({ forma: 'cartao', parcelas: '9' });
  form.set('forma', 'cambio');
  expect(valuesOf('pagamento', form).parcelas).toBe('1');
});

it('a returning student continues at the first incomplete step', () => {
  const passos = draftSteps.map(({ passo }, index) => ({ passo, completo: index !== 2, problemas: {} }));
  expect(openStep({ passos })).toBe('turma');
  expect(openStep({ passos: passos.map((each) => ({ ...each, completo: true })) })).toBe('revisao');
  expect([stepAfter('dados'), stepAfter('revisao')]).toEqual(['passaporte', 'revisao']);
  expect([stepNamed('turma'), stepNamed('x'), stepNamed(null)]).toEqual(['turma', null, null]);
});
