import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokens } from '../../../../../src/server/identity/auth/tokens.ts';
import { mergeRow, printsOf, type Times, whoseWord } from '../../../../../src/server/operate/import/merge.ts';

const [monday, tuesday, friday] = ['2026-11-02T12:00:00.000Z', '2026-11-03T12:00:00.000Z', '2026-11-06T12:00:00.000Z'];

describe('which value counts in an import', () => {
  it.each([
    ['the same value', 'a', 'a', 'old', {}, 'same'],
    ['a new value in the file', 'a', 'b', 'a', {}, 'takes'],
    ['a file that repeats its value after a change in the portal', 'b', 'a', 'a', {}, 'repetido'],
    [
      'the same, although the file’s row was altered later',
      'b',
      'a',
      'a',
      { changedAt: monday, alteredAt: friday },
      'repetido',
    ],
    ['both have a new value', 'b', 'c', 'a', {}, 'mudado'],
    ['both, the office later', 'b', 'c', 'a', { changedAt: monday, alteredAt: friday }, 'takes'],
    ['both, the portal later', 'b', 'c', 'a', { changedAt: friday, alteredAt: monday }, 'mudado'],
    ['both, with an unknown time of the change in the portal', 'b', 'c', 'a', { alteredAt: friday }, 'mudado'],
    ['confirmed after the last import', 'a', 'b', 'a', { confirmedAt: friday, saidAt: monday }, 'confirmado'],
    ['confirmed before the last import', 'a', 'b', 'a', { confirmedAt: monday, saidAt: friday }, 'takes'],
    [
      'confirmed, and the office altered it later',
      'a',
      'b',
      'a',
      { confirmedAt: tuesday, saidAt: monday, alteredAt: friday },
      'takes',
    ],
    [
      'confirmed after the office altered it',
      'a',
      'b',
      'a',
      { confirmedAt: friday, saidAt: monday, alteredAt: tuesday },
      'confirmado',
    ],
    ['nothing is known of the file', 'a', 'b', undefined, {}, 'takes'],
    ['nothing is known of the file, but it was confirmed', 'a', 'b', undefined, { confirmedAt: monday }, 'confirmado'],
    ['nothing is known of the file, but it was changed here', 'a', 'b', undefined, { changedAt: monday }, 'mudado'],
  ] as const)('%s', (_title, here, file, last, times: Times, verdict) => {
    const said = last === undefined ? undefined : (value: unknown) => value === last;
    expect(whoseWord(here, file, said, times)).toBe(verdict);
  });
});

const tokensOf = (...secrets: string[]) => createTokens(secrets[0] ?? '', secrets[1]);
const [FIRST, SECOND] = ['the first secret of this school, long', 'the second secret of this school, long'];
const school = { tokens: tokensOf(FIRST) };
const unkeyed = (value: string) => hash('sha256', value, 'base64url').slice(0, 6);

describe('fingerprints of imported values', () => {
  const own = printsOf(school.tokens);

  it('differ between schools, so that no telephone is found by trying all numbers', () => {
    expect(own.of('11999990000')).toMatch(/^~[\w-]{8}$/);
    expect(own.of('11999990000')).not.toContain(unkeyed('11999990000'));
    expect(printsOf(tokensOf(SECOND)).of('11999990000')).not.toBe(own.of('11999990000'));
  });

  it('compare with older ones, made without a key or with the previous key', () => {
    const later = printsOf(tokensOf(SECOND, FIRST));
    for (const print of [unkeyed('a'), own.of('a')]) {
      expect([later.isOf(print)?.('a'), later.isOf(print)?.('b')]).toEqual([true, false]);
    }
    expect(later.of('a')).not.toBe(own.of('a'));
  });

  it('cannot be compared once their key is lost', () => {
    expect(printsOf(tokensOf(SECOND)).isOf(own.of('a'))).toBeUndefined();
  });

  it('an older fingerprint is replaced, without a conflict for the same file', () => {
    const before = { phone: '1', imported: JSON.stringify({ at: monday, phone: unkeyed('1') }) };
    const task = { tally: { added: 0, changed: 0, same: 0 }, at: new Date(friday), school };
    const { taken, imported } = mergeRow(task, { line: 2 }, before, { phone: '1' }, { phone: { column: 'telefone' } });
    expect([taken, JSON.parse(imported ?? '{}')]).toEqual([{ phone: '1' }, { at: monday, phone: own.of('1') }]);
    expect(task.tally).not.toHaveProperty('conflicts');
  });
});

const fields = {
  phone: { column: 'telefone' },
  status: { column: 'situacao' },
  paid: { column: 'pago', with: 'status' },
} as const;
type Row = { phone: string | null; status: string; paid: string | null; imported: string | null };
type Words = Partial<Omit<Row, 'imported'>>;
type Step = { file: Words; alterado_em?: string } | { here: Words; confirms: boolean };

/** A history of imported files and changes in the portal, an hour apart. */
function play(steps: readonly Step[]) {
  let row: Row = { phone: null, status: 'aberta', paid: null, imported: null };
  let confirmedAt: string | null = null;
  let changedAt: string | null = null;
  const seen = steps.map((step, index) => {
    const at = new Date(Date.parse(monday) + index * 3_600_000);
    const before = row;
    if ('here' in step) {
      row = { ...row, ...step.here };
      changedAt = at.toISOString();
      if (step.confirms) confirmedAt = changedAt;
      return { before, after: row, conflicts: [] };
    }
    const tally = { added: 0, changed: 0, same: 0 };
    const { taken, ...said } = mergeRow({ tally, at, school }, { line: 2, ...step }, row, step.file, fields, {
      changedAt,
      confirmedAt,
    });
    row = { ...row, ...taken, ...said };
    return { before, after: row, conflicts: (tally as { conflicts?: unknown[] }).conflicts ?? [] };
  });
  return { row, seen };
}

const words = fc.record(
  {
    phone: fc.constantFrom('1', '2', '3'),
    status: fc.constantFrom('aberta', 'paga'),
    paid: fc.constantFrom('x', 'y'),
  },
  { requiredKeys: [] },
);
const file = fc.record(
  { file: words, alterado_em: fc.constantFrom('2026-11-01T00:00:00.000Z', '2026-11-02T15:30:00.000Z', friday) },
  { requiredKeys: ['file'] },
);
const step = fc.oneof(file, fc.record({ here: words, confirms: fc.boolean() }));
const history = fc.array(step, { maxLength: 12 });

describe('any history of imports and changes', () => {
  it('importing the same file twice changes nothing and reports the same conflicts', () => {
    fc.assert(
      fc.property(history, file, (before, last) => {
        const { seen } = play([...before, last, last]);
        const [first, second] = seen.slice(-2);
        expect(second?.after).toEqual(first?.after);
        expect(second?.conflicts).toHaveLength(first?.conflicts.length ?? -1);
      }),
    );
  });

  it('a field that the file omits or repeats keeps its value', () => {
    fc.assert(
      fc.property(history, file, words, (before, said, here) => {
        const { seen } = play([...before, said, { here, confirms: false }, said]);
        const last = seen.at(-1);
        expect({ ...last?.after, imported: null }).toEqual({ ...last?.before, imported: null });
      }),
    );
  });

  it('without changes in the portal each field has the last value of the files', () => {
    fc.assert(
      fc.property(fc.array(file), (files) => {
        const { row, seen } = play(files);
        expect(row).toMatchObject(Object.assign({}, ...files.map((each) => each.file)));
        expect(seen.flatMap(({ conflicts }) => conflicts)).toEqual([]);
      }),
    );
  });

  it('each field has the file’s value or is reported as a conflict, and linked fields change together', () => {
    fc.assert(
      fc.property(history, file, (before, last) => {
        const { after, before: was = after, conflicts = [] } = play([...before, last]).seen.at(-1) ?? {};
        const other = Object.entries(last.file).filter(([name, value]) => after?.[name as keyof Row] !== value);
        expect(conflicts.length > 0).toBe(other.length > 0);
        const statusStays = last.file.status !== undefined && after?.status !== last.file.status;
        if (statusStays) expect(after?.paid).toBe(was?.paid);
      }),
    );
  });
});
