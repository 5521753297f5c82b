import { describe, expect, it } from 'vitest';
import { type ProtectedFields, registrationChange } from '../../../../../src/lib/rules/people/registration-change.ts';

const TODAY = '2026-11-28';
const mother = { full_name: 'Mãe', cpf: '27865757379', email: 'mae@a.example', phone: '19991112222', relation: 'Mãe' };
const other = { ...mother, full_name: 'Outro', cpf: '52998224725', email: 'outro@a.example' };
const minor: ProtectedFields = { guardian: mother, cpf: '11144477735', birth_date: '2011-03-15' };
const adult: ProtectedFields = { ...minor, birth_date: '1990-03-15' };

describe('S18 changes of a minor’s registration that are told', () => {
  it.each<[string, ProtectedFields, Partial<ProtectedFields>, boolean, string[] | null, boolean]>([
    ['another guardian waits', minor, { guardian: other }, false, ['guardian'], true],
    [
      'another mailbox of the guardian waits',
      minor,
      { guardian: { ...mother, email: 'x@a.example' } },
      false,
      ['guardian'],
      true,
    ],
    [
      'another CPF of the guardian waits',
      minor,
      { guardian: { ...mother, cpf: other.cpf } },
      false,
      ['guardian'],
      true,
    ],
    [
      'capitals are the same mailbox',
      minor,
      { guardian: { ...mother, email: 'Mae@A.example' } },
      false,
      ['guardian'],
      false,
    ],
    [
      'another telephone is told at once',
      minor,
      { guardian: { ...mother, phone: '19990000000' } },
      false,
      ['guardian'],
      false,
    ],
    ['the same guardian is no change', minor, { guardian: { ...mother } }, false, null, false],
    ['no guardian any more', minor, { guardian: null }, false, ['guardian'], false],
    ['another CPF', minor, { cpf: other.cpf }, false, ['cpf'], false],
    ['a birth date that makes an adult', minor, { birth_date: '1990-01-01' }, false, ['birth_date'], false],
    ['another birth date of a minor', minor, { birth_date: '2012-01-01' }, false, ['birth_date'], false],
    ['an adult who becomes a minor', adult, { birth_date: '2011-01-01' }, false, ['birth_date'], false],
    [
      'all at once',
      minor,
      { guardian: other, cpf: other.cpf, birth_date: '1990-01-01' },
      false,
      ['guardian', 'cpf', 'birth_date'],
      true,
    ],
    ['an adult', adult, { guardian: other, cpf: other.cpf, birth_date: '1991-01-01' }, false, null, false],
    ['an adult whose birth date can still be undone', adult, { guardian: other }, true, ['guardian'], true],
    ['first values', { ...minor, guardian: null, cpf: null }, { guardian: mother, cpf: other.cpf }, false, null, false],
    ['a first birth date of a minor', { ...minor, birth_date: null }, { birth_date: '2011-01-01' }, false, null, false],
    [
      'a first birth date of an adult ends the guardian’s part',
      { ...minor, birth_date: null },
      { birth_date: '1990-01-01' },
      false,
      ['birth_date'],
      false,
    ],
    [
      'another guardian without a birth date',
      { ...minor, birth_date: null },
      { guardian: other },
      false,
      ['guardian'],
      true,
    ],
    ['nothing given', minor, {}, false, null, false],
  ])('%s', (_what, before, next, isWatched, names, waits) => {
    const change = registrationChange(before, next, TODAY, isWatched);
    expect(change && Object.keys(change.after)).toEqual(names);
    expect(change && Object.keys(change.before)).toEqual(names);
    expect(change?.waits ?? false).toBe(waits);
  });
});
