import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isUsable, readTolerantly as readBy } from '../../../src/connected/tolerant-reader.ts';

const rules = { timeZone: 'America/Sao_Paulo' };
const readTolerantly = (schema: z.ZodType, answer: unknown) => readBy(schema, answer, rules);
const Row = z.object({
  id: z.int().min(1),
  status: z.enum(['aberta', 'paga']),
  em: z.iso.datetime(),
  nota: z.number().nullable(),
  texto: z.string().nullish(),
  tags: z.array(z.string()).optional(),
});
const row = { id: 1, status: 'paga', em: '2026-03-01T12:00:00Z', nota: 7.5 };
const one = (more: object) => readTolerantly(Row, { ...row, ...more });

describe('S12 the tolerant reader of answers from other hosts', () => {
  it('the reader of answers drops unknown fields at every depth', () => {
    const schema = z.object({ items: z.array(Row), por_nome: z.record(z.string(), Row) });
    const given = { items: [{ ...row, x: 1 }], por_nome: { a: { ...row, y: 2 } }, z: 3 };
    expect(readTolerantly(schema, given)).toEqual({ value: { items: [row], por_nome: { a: row } }, misfits: [] });
  });

  it('the reader of answers reads a missing nullable field as null, and leaves a missing optional field out', () => {
    const { nota: _gone, ...rest } = row;
    expect(readTolerantly(Row, rest)).toEqual({ value: { ...rest, nota: null }, misfits: [] });
    expect(one({ texto: null }).value).toEqual({ ...row, texto: null });
    expect(one({}).value).not.toHaveProperty('texto');
  });

  it('the reader of answers accepts an unknown word of a list and an instant with an offset, and reports both', () => {
    const fitted = one({ status: 'em_acordo', em: '2026-03-01T09:00:00-03:00' });
    expect(fitted.value).toMatchObject({ status: 'em_acordo', em: '2026-03-01T12:00:00.000Z' });
    expect(isUsable(fitted)).toBe(true);
    expect(fitted.misfits.map(({ path, got }) => `${path} ${got}`)).toEqual(['status another word', 'em an offset']);
  });

  it.each([7, {}, ['claro'], true])(
    'the reader of answers reads a nullable choice as null where %j came, and reports it',
    (tema) => {
      const fitted = readTolerantly(z.object({ tema: z.enum(['claro', 'escuro']).nullish() }), { tema });
      expect([fitted.value, isUsable(fitted)]).toEqual([{ tema: null }, true]);
      expect(fitted.misfits.map(({ path }) => path)).toEqual(['tema']);
    },
  );

  it.each([
    ['a field that is missing', { id: undefined }, 'id: integer expected, nothing came'],
    ['null', { id: null }, 'id: integer expected, null came'],
    ['another kind', { nota: '7,5' }, 'nota: number expected, string came'],
    ['a figure out of bounds', { id: 0 }, 'id: integer expected, number came'],
    ['a list that is none', { tags: { a: 1 } }, 'tags: array expected, object came'],
    ['a wrong item', { tags: ['a', 1] }, 'tags[]: string expected, number came'],
    ['a state that is no word', { status: 3 }, 'status: one of aberta|paga expected, number came'],
    ['no instant', { em: 'ontem' }, 'em: datetime expected, string came'],
  ])('the reader of answers refuses %s, and reports only the path and the types', (_what, more, words) => {
    const fitted = one(more);
    expect(isUsable(fitted)).toBe(false);
    expect(fitted.misfits.map(({ path, expected, got }) => `${path}: ${expected} expected, ${got} came`)).toEqual([
      words,
    ]);
  });

  it.each([null, 'texto', [], 5])('the reader of answers refuses %j as a whole', (answer) => {
    expect(isUsable(readTolerantly(Row, answer))).toBe(false);
  });

  it('S7 the reader of answers drops a key that would replace a prototype', () => {
    const given = JSON.parse('{"__proto__": {"id": 1}, "a": {"id": 2}}') as unknown;
    const { value } = readTolerantly(z.record(z.string(), z.object({ id: z.int() })), given);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value).toEqual({ a: { id: 2 } });
  });

  it('the reader of answers reports each path once, however long the list', () => {
    const { misfits } = readTolerantly(z.array(Row), Array(50).fill({ ...row, nota: 'x' }));
    expect(misfits).toHaveLength(1);
  });

  const Full = z.object({
    id: z.int().min(1),
    nome: z.string(),
    codigo: z.string().min(1).optional(),
    pronta: z.boolean(),
    linhas: z.array(z.object({ total: z.int() })),
    marcas: z.record(z.string(), z.literal(true)),
    resumo: z.object({ texto: z.string(), feito: z.boolean() }),
  });
  const empty = { id: 1, nome: '', pronta: false, linhas: [], marcas: {}, resumo: { texto: '', feito: false } };

  it.each([
    { id: 1 },
    { id: 1, nome: null, pronta: null, linhas: null, marcas: null, resumo: null },
    { id: 1, marcas: { a: false, b: 0, c: null } },
  ])('the reader of answers fills what %j lacks with empty values where harmless, and reports it', (answer) => {
    const reading = readTolerantly(Full, answer);
    expect([reading.value, isUsable(reading)]).toEqual([empty, true]);
    expect(reading.misfits.length).toBeGreaterThan(3);
  });

  it.each([
    ['a figure that is missing', { id: 1, linhas: [{}] }, 'linhas[].total: integer expected, nothing came'],
    ['a code that says nothing', { id: 1, codigo: '' }, 'codigo: string expected, another string came'],
    ['another object', { id: 1, resumo: { data: 1 } }, 'resumo: object expected, another object came'],
  ])('the reader of answers refuses %s', (_what, answer, words) => {
    const reading = readTolerantly(Full, answer);
    expect(isUsable(reading)).toBe(false);
    const broken = reading.misfits.filter(({ isTolerated }) => !isTolerated);
    expect(broken.map(({ path, expected, got }) => `${path}: ${expected} expected, ${got} came`)).toEqual([words]);
  });
});
