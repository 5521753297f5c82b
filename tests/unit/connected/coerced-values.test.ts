import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createAnswerReader } from '../../../src/connected/answer-reader.ts';
import { isUsable, readTolerantly } from '../../../src/connected/tolerant-reader.ts';

const timeZone = 'America/Sao_Paulo';
const read = (schema: z.ZodType, given: unknown) => {
  const reading = readTolerantly(z.object({ field: schema }), { field: given }, { timeZone });
  const value = (reading.value as { field?: unknown } | undefined)?.field;
  return { value, isUsable: isUsable(reading), kinds: reading.misfits.map(({ got }) => got) };
};

describe('S12 values in other formats of a host', () => {
  it('a number as text is read as the number', () => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        const expected = { value: number, isUsable: true, kinds: ['a number as text'] };
        expect(read(z.int(), String(number))).toEqual(expected);
      }),
    );
    expect(read(z.number(), '38.5').value).toBe(38.5);
  });

  it.each(['', ' ', '7,5', '1e5', '0x10', 'NaN', 'Infinity', '12 reais', '1.234,56', '9007199254740993', '3.5'])(
    '%j is no whole number, and nothing is made up for it',
    (text) => {
      expect(read(z.int(), text)).toMatchObject({ value: undefined, isUsable: false });
    },
  );

  it.each([
    [1, true],
    [0, false],
    ['1', true],
    ['0', false],
    ['true', true],
    ['false', false],
  ])('%j is read as the flag %j', (given, flag) => {
    expect(read(z.boolean(), given)).toEqual({ value: flag, isUsable: true, kinds: ['a flag as a number'] });
  });

  it.each([2, -1, 'sim', '', {}, []])('%j is refused as a flag', (given) => {
    expect(read(z.boolean(), given).isUsable).toBe(false);
  });

  it('an instant without an offset is read in the zone of the school', () => {
    const [min, max] = [new Date('2020-01-01T00:00:00Z'), new Date('2035-01-01T00:00:00Z')];
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), fc.constantFrom('T', ' '), (instant, blank) => {
        const wall = new Date(instant.getTime() - 3 * 3_600_000).toISOString().slice(0, -1).replace('T', blank);
        const expected = { value: instant.toISOString(), isUsable: true, kinds: ['no offset'] };
        expect(read(z.iso.datetime(), wall)).toEqual(expected);
      }),
    );
  });

  it.each([
    ['2026-11-20T10:00:00', '2026-11-20T13:00:00.000Z'],
    ['2026-11-20T10:00:00.123456', '2026-11-20T13:00:00.123Z'],
    ['2026-11-20 10:00', '2026-11-20T13:00:00.000Z'],
    ['2026-11-20T10:00:00+02:00', '2026-11-20T08:00:00.000Z'],
  ])('%s is %s', (given, instant) => {
    expect(read(z.iso.datetime(), given)).toMatchObject({ value: instant, isUsable: true });
  });

  it.each(['2026-02-30T10:00:00', '2026-11-20T25:00:00', '2026-11-20', '20/11/2026 10:00', 'ontem'])(
    '%s is no instant',
    (given) => {
      expect(read(z.iso.datetime(), given).isUsable).toBe(false);
    },
  );

  it('a time with seconds is read as the same time', () => {
    const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
    expect(read(Clock, '19:00:00')).toEqual({ value: '19:00', isUsable: true, kinds: ['seconds'] });
    expect(read(Clock, '19:00:00.000').value).toBe('19:00');
    expect(read(Clock, '24:00:00').isUsable).toBe(false);
    // A free text is not changed.
    expect(read(z.string(), '19:00:00')).toEqual({ value: '19:00:00', isUsable: true, kinds: [] });
  });

  it('every usable answer fits the contract, whatever came', () => {
    const Row = z.object({
      ...{ id: z.int(), nome: z.string(), nota: z.number().nullable(), feito: z.boolean(), em: z.iso.datetime() },
      ...{ tags: z.array(z.string()), marcas: z.record(z.string(), z.literal(true)) },
      mais: z.object({ texto: z.string() }),
    });
    const scalar = fc.oneof(
      ...[fc.integer(), fc.boolean(), fc.string(), fc.constant(null), fc.double()],
      ...[fc.constantFrom('1', '0', '7.5', '2026-11-20T10:00:00', '19:00:00', {}, [], { toString: 1 })],
    );
    const some = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(fc.string(), scalar));
    const row = fc.record(Object.fromEntries(Object.keys(Row.shape).map((key) => [key, some])), { requiredKeys: [] });
    fc.assert(
      fc.property(fc.oneof(row, some), (answer) => {
        const reading = readTolerantly(Row, answer, { timeZone });
        expect(!isUsable(reading) || Row.safeParse(reading.value).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('reports of coerced values', () => {
  const hear = () => {
    const told: string[] = [];
    const counted: string[] = [];
    const reader = createAnswerReader(timeZone, {
      onMisfit: (call, places) => told.push(...places.map((place) => `${call} ${place}`)),
      onCoerced: (call, kind) => counted.push(`${call} ${kind}`),
    });
    return { told, counted, reader };
  };
  const user = {
    ...{ id: '7', is_club: 1, pwa_installed: 0, updated_at: '2026-11-01T12:00:00', cpf: '52998224725' },
    ...{ phone: null, cep: null, email: 'ana@escola.example', full_name: 'Ana Souza', street_number: '10', street: '' },
    ...{ user_actions: null, driver_tour: null },
    drive_user: { company: { id: '3', escola_id: '1', venda_direta_allow: '1' } },
  };

  it('each kind is counted with each answer, and reported once for each call, without values', () => {
    const { told, counted, reader } = hear();
    for (const _ of [1, 2, 3]) {
      expect(reader.read('account.getMe', user)?.value).toMatchObject({
        ...{ id: 7, is_club: true, pwa_installed: false, updated_at: '2026-11-01T15:00:00.000Z', user_actions: [] },
        drive_user: { id: 7, company: { id: 3, escola_id: 1, venda_direta_allow: true } },
      });
    }
    const kinds = ['a number as text', 'a flag as a number', 'no offset', 'null', 'nothing'];
    expect(counted.toSorted()).toEqual(
      kinds.flatMap((kind) => Array<string>(3).fill(`account.getMe ${kind}`)).toSorted(),
    );
    expect(told).toHaveLength(kinds.length);
    expect(told.join()).not.toMatch(/52998224725|Ana|ana@|2026/);
  });
});
