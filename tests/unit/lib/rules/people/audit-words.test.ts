import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { changesOf, valueWords } from '../../../../../src/lib/rules/people/audit-values.ts';
import { actionText, actionWords, targetText } from '../../../../../src/lib/rules/people/audit-words.ts';
import { filesBelow } from '../../../architecture/sources.ts';

const sources = filesBelow('src/server')
  .filter((file) => file.endsWith('.ts') && !file.includes('/db/'))
  .map((file) => readFileSync(file, 'utf8'))
  .filter((text) => /audit(_log)?\b/.test(text));

/** Action codes in the sources of the server. */
const written = sources.flatMap((text) => {
  const calls = [...text.matchAll(/(?:\b(?:audit|note)\(|action: )([^;]*?)[;\n]/g)].map(([, rest = '']) => rest);
  return calls.flatMap((rest) => [...rest.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, code = '']) => code));
});

/** Names of the logged values before and after. */
const values = sources.flatMap((text) =>
  [...text.matchAll(/\b(?:antes|depois): \{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').flatMap((part) => /^\s*(?:\.{3}.*\{\s*)?([a-z_]+)/.exec(part)?.[1] ?? []),
  ),
);

it('every logged value has a label', () => {
  expect(values).toEqual(expect.arrayContaining(['papel', 'conta', 'nota', 'validade_dias', 'ate', 'ingressos']));
  expect([...new Set(values)].filter((field) => !(field in valueWords))).toEqual([]);
});

it('every logged action has a text', () => {
  expect(written.length).toBeGreaterThan(10);
  expect(written).toEqual(expect.arrayContaining(['user-update', 'book-link', 'order-status', 'points-adjust']));
  expect([...new Set(written)].filter((code) => !(code in actionWords))).toEqual([]);
  for (const code of written) expect(actionText(code)).toMatch(/^\p{Ll}.*[^.]$/u);
});

it.each([
  ['user:7', 'Ana Souza', 'Ana Souza'],
  ['user:7', null, 'Pessoa 7'],
  ['order:9', 'P-2026-0009', 'Pedido P-2026-0009'],
  ['point-rule:presenca', undefined, 'Regra de pontos “Presença na aula”'],
  ['point-entry:55', undefined, 'Lançamento'],
  ['absence:1', 'Travel plans', 'Falta Travel plans'],
  ['absence:1', undefined, 'Falta'],
  ['notice-kind:aula_em_1h', undefined, 'Aviso automático “Aula em 1 hora”'],
  ['coisa:1', 'x', 'coisa:1'],
  ['', undefined, ''],
])('target %s (%s) is %s', (target, name, text) => {
  expect(targetText(target, name)).toBe(text);
});

it('the log shows values with their masks, and missing ones as empty', () => {
  expect(
    changesOf({
      antes: { phone: '11912345678', city: 'Campinas', ativo: true, saldo: 10, complement: null },
      depois: { phone: '11987654321', city: 'Campinas', ativo: false, saldo: 0, complement: 'Casa' },
    }),
  ).toEqual([
    { campo: 'Telefone', antes: '(11) 91234-5678', depois: '(11) 98765-4321' },
    { campo: 'Ligada', antes: 'sim', depois: 'não' },
    { campo: 'Saldo', antes: '10', depois: '0' },
    { campo: 'Complemento', antes: 'vazio', depois: 'Casa' },
  ]);
  expect(
    changesOf(
      {
        antes: { status: 'avisada', desconto_centavos: 5000, scheduled_at: null },
        depois: { status: 'nao_aceita', desconto_centavos: 0, scheduled_at: '2026-11-24T12:30:00.000Z' },
      },
      'America/Sao_Paulo',
    ),
  ).toEqual([
    { campo: 'Estado', antes: 'Avisada', depois: 'Mantida' },
    { campo: 'Desconto na mensalidade', antes: 'R$ 50,00', depois: 'R$ 0,00' },
    { campo: 'Agendada para', antes: 'vazio', depois: '24/11/2026 às 09:30' },
  ]);
  expect(changesOf({})).toEqual([]);
  expect(changesOf({ depois: { desconhecido: [1] } })).toEqual([
    { campo: 'desconhecido', antes: 'vazio', depois: 'vazio' },
  ]);
});
