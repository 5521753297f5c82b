import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../src/islands/kit/describe.ts';
import { sentOf } from '../../../../src/islands/kit/sent.ts';
import { campaign } from '../../../../src/islands/travel/campaign.tsx';

const one = (field: Omit<Field, 'name'>, typed: string | boolean) =>
  sentOf({ campo: typed }, [{ name: 'campo', ...field }], {}).campo;

describe('what a form of the panel sends', () => {
  it.each<[string, Omit<Field, 'name'>, string | boolean, unknown]>([
    ['a text as it is', {}, '1.000', '1.000'],
    ['a tick as it is', { kind: 'box' }, false, false],
    ['an amount in centavos', { kind: 'money' }, '1.234,50', 123_450],
    ['a whole number, with points between thousands', { kind: 'whole' }, '1.000', 1000],
    ['no whole number where nothing is typed', { kind: 'whole' }, '', null],
    ['what is no whole number as it was typed', { kind: 'whole' }, '1,5', '1,5'],
    ['zero as a number', { kind: 'whole' }, '0', 0],
    ['a day', { kind: 'day' }, '2026-12-01', '2026-12-01'],
    ['no day where none is typed', { kind: 'day' }, '', null],
    ['no hour where none is typed', { kind: 'time' }, '', null],
    ['the id that was chosen', { kind: 'choice', isNumber: true }, '12', 12],
    ['no id where none was chosen', { kind: 'choice', isNumber: true }, '', null],
    ['a word that was chosen', { kind: 'choice' }, '2', '2'],
    ['ids and names that were picked', { kind: 'picks' }, '3,alunos', [3, 'alunos']],
  ])('%s', (_what, field, typed, sent) => {
    expect(one(field, typed)).toEqual(sent);
  });

  it('a field is read as a day when its operation defines it as a date', () => {
    const known = { dia: { name: 'dia', label: 'Dia', type: 'date' } } as const;
    expect(sentOf({ dia: '' }, [{ name: 'dia' }], known)).toEqual({ dia: null });
  });

  it('a field that is not shown is not sent', () => {
    expect(sentOf({ nome: 'Ana' }, [{ name: 'nome' }, { name: 'vagas', kind: 'whole' }], {})).toEqual({ nome: 'Ana' });
  });

  it('a whole number is read as it is written in Brazil', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (whole) => {
        expect(one({ kind: 'whole' }, whole.toLocaleString('pt-BR'))).toBe(whole);
      }),
    );
  });

  it('the message after making 1,000 tickets states their number', () => {
    const make = campaign.acts?.find(({ name }) => name === 'ingressos');
    const { fields } = make?.form ?? {};
    const typed = { quantidade: '1.000', rotulo: 'Convidado' };
    const values = sentOf(typed, Array.isArray(fields) ? fields : [], {});
    expect(make?.done?.(1, values)).toBe('1.000 ingressos prontos para imprimir.');
  });
});
