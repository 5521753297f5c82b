import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { actionText, changesOf, knowsAction, targetText } from '#lib/audit-words.ts';
import { filesBelow } from '../architecture/sources.ts';

/** Codes that the server's sources write, as they stand there. */
const written = filesBelow('src/server')
  .filter((file) => file.endsWith('.ts') && !file.includes('/db/'))
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    if (!/audit(_log)?\b/.test(text)) return [];
    const calls = [...text.matchAll(/(?:\b(?:audit|note)\(|action: )([^;]*?)[;\n]/g)].map(([, rest = '']) => rest);
    return calls.flatMap((rest) => [...rest.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map(([, code = '']) => code));
  });

it('every deed that the server writes down has words', () => {
  expect(written.length).toBeGreaterThan(10);
  expect(written).toEqual(expect.arrayContaining(['user-update', 'book-link', 'order-status', 'points-adjust']));
  expect([...new Set(written)].filter((code) => !knowsAction(code))).toEqual([]);
  for (const code of written) expect(actionText(code)).toMatch(/^\p{Ll}.*[^.]$/u);
});

it.each([
  ['user:7', 'Ana Souza', 'Ana Souza'],
  ['user:7', null, 'Pessoa 7'],
  ['order:9', 'P-2026-0009', 'Pedido P-2026-0009'],
  ['point-rule:presenca', undefined, 'Regra de pontos “Presença na aula”'],
  ['point-entry:55', undefined, 'Lançamento 55'],
  ['notice-kind:aula_em_1h', undefined, 'Aviso automático “Aula em 1 hora”'],
  ['coisa:1', 'x', 'coisa:1'],
  ['', undefined, ''],
])('target %s (%s) is %s', (target, name, text) => {
  expect(targetText(target, name)).toBe(text);
});

it('shows values with their masks, and what was nothing as empty', () => {
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
  expect(changesOf({})).toEqual([]);
  expect(changesOf({ depois: { desconhecido: [1] } })).toEqual([
    { campo: 'desconhecido', antes: 'vazio', depois: 'vazio' },
  ]);
});
