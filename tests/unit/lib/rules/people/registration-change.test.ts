import { describe, expect, it } from 'vitest';
import {
  type ProtectedFields,
  registrationChange,
  type Watch,
} from '../../../../../src/lib/rules/people/registration-change.ts';

const TODAY = '2026-11-28';
const mother = { full_name: 'Mãe', cpf: '27865757379', email: 'mae@a.example', phone: '19991112222', relation: 'Mãe' };
const other = { ...mother, full_name: 'Outro', cpf: '52998224725', email: 'outro@a.example' };
const minor: ProtectedFields = { guardian: mother, cpf: '11144477735', birth_date: '2011-03-15' };
const adult: ProtectedFields = { ...minor, birth_date: '1990-03-15' };
const alone: ProtectedFields = { ...adult, guardian: null };
const watched: Watch = { guardian: null };
/** A change that can still be undone has removed the mother. */
const replaced: Watch = { guardian: mother };

describe('S18 changes of a minor’s registration that cause a notification', () => {
  it.each<[string, ProtectedFields, Partial<ProtectedFields>, Watch | null, string[] | null, boolean]>([
    ['another guardian waits', minor, { guardian: other }, null, ['guardian'], true],
    [
      'another mailbox of the guardian waits',
      minor,
      { guardian: { ...mother, email: 'x@a.example' } },
      null,
      ['guardian'],
      true,
    ],
    ['another CPF of the guardian waits', minor, { guardian: { ...mother, cpf: other.cpf } }, null, ['guardian'], true],
    [
      'capitals are the same mailbox',
      minor,
      { guardian: { ...mother, email: 'Mae@A.example' } },
      null,
      ['guardian'],
      false,
    ],
    [
      'another telephone is notified at once',
      minor,
      { guardian: { ...mother, phone: '19990000000' } },
      null,
      ['guardian'],
      false,
    ],
    ['the same guardian is no change', minor, { guardian: { ...mother } }, null, null, false],
    ['no guardian any more', minor, { guardian: null }, null, ['guardian'], false],
    ['another CPF', minor, { cpf: other.cpf }, null, ['cpf'], false],
    ['a birth date that makes an adult', minor, { birth_date: '1990-01-01' }, null, ['birth_date'], false],
    ['another birth date of a minor', minor, { birth_date: '2012-01-01' }, null, ['birth_date'], false],
    ['an adult who becomes a minor', adult, { birth_date: '2011-01-01' }, null, ['birth_date'], false],
    [
      'all at once',
      minor,
      { guardian: other, cpf: other.cpf, birth_date: '1990-01-01' },
      null,
      ['guardian', 'cpf', 'birth_date'],
      true,
    ],
    ['an adult', adult, { guardian: other, cpf: other.cpf, birth_date: '1991-01-01' }, null, null, false],
    ['an adult whose birth date can still be undone', adult, { guardian: other }, watched, ['guardian'], true],
    ['first values', { ...minor, guardian: null, cpf: null }, { guardian: mother, cpf: other.cpf }, null, null, false],
    ['a first birth date of a minor', { ...minor, birth_date: null }, { birth_date: '2011-01-01' }, null, null, false],
    [
      'a first birth date of an adult ends the guardian’s part',
      { ...minor, birth_date: null },
      { birth_date: '1990-01-01' },
      null,
      ['birth_date'],
      false,
    ],
    [
      'another guardian without a birth date',
      { ...minor, birth_date: null },
      { guardian: other },
      null,
      ['guardian'],
      true,
    ],
    ['a first guardian while a change can be undone', alone, { guardian: other }, watched, ['guardian'], true],
    ['nobody again', { ...minor, guardian: null }, { guardian: null }, replaced, null, false],
    ['a stranger after nobody', { ...minor, guardian: null }, { guardian: other }, replaced, ['guardian'], true],
    ['a stranger after nobody, with an old birth', alone, { guardian: other }, replaced, ['guardian'], true],
    ['the guardian before comes back after nobody', alone, { guardian: mother }, replaced, null, false],
    ['nothing given', minor, {}, null, null, false],
  ])('%s', (_what, before, next, watch, names, waits) => {
    const change = registrationChange(before, next, TODAY, watch);
    expect(change && Object.keys(change.after)).toEqual(names);
    expect(change && Object.keys(change.before)).toEqual(names);
    expect(change?.waits ?? false).toBe(waits);
  });

  it('the current guardian and one replaced by an undoable change are notified, each once', () => {
    const told = (before: ProtectedFields, watch: Watch | null) =>
      registrationChange(before, { cpf: other.cpf }, TODAY, watch)?.recipients;
    expect(told(minor, null)).toEqual([mother]);
    expect(told(minor, replaced)).toEqual([mother]);
    expect(told({ ...minor, guardian: other }, replaced)).toEqual([mother, other]);
    expect(told(alone, watched)).toEqual([]);
  });
});
