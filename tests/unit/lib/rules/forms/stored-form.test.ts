import { describe, expect, it } from 'vitest';
import { findForm, identify, readTyped, writeTyped } from '../../../../../src/lib/rules/forms/stored-form.ts';

const field = (part: object) => ({
  ...{ type: 'text', autocomplete: '', readOnly: false, disabled: false, defaultValue: '', value: '' },
  ...{ checked: false, defaultChecked: false, getAttribute: () => null },
  ...part,
});
const formOf = (...elements: object[]) => ({ elements: elements.map(field) as never });
const save = { type: 'submit', name: 'acao', value: 'salvar' };

describe('which input of a form is stored', () => {
  it.each([
    ['a password', { type: 'password', name: 'senha', value: 'x' }],
    ['the number of a card', { name: 'numero', autocomplete: 'section-a cc-number', value: '4000' }],
    ['the code of a card', { name: 'cvv', autocomplete: 'cc-csc', value: '123' }],
    ['a code that is valid once', { name: 'codigo', autocomplete: 'one-time-code', value: '123456' }],
    ['a new password', { name: 'nova', autocomplete: 'new-password', value: 'x' }],
    ['a hidden value', { type: 'hidden', name: 'id', value: '7' }],
    ['a field to copy from', { name: 'link', readOnly: true, value: 'https://a.example' }],
    ['a button', save],
  ])('%s is never stored', (_, given) => {
    expect(readTyped(formOf(given), true)).toBeNull();
  });

  it('a sent form is stored completely, others only where they differ from the rendered page', () => {
    const form = formOf(
      { name: 'nome', value: 'Ana', defaultValue: 'Ana' },
      { name: 'motivo', value: 'Consulta' },
      { type: 'checkbox', name: 'aviso', value: 'sim', checked: true },
    );
    const names = (isSent: boolean) => readTyped(form, isSent)?.fields.map(({ name }) => name);
    expect(names(true)).toEqual(['nome', 'motivo', 'aviso']);
    expect(names(false)).toEqual(['motivo', 'aviso']);
    expect(readTyped(formOf({ name: 'nome', value: 'Ana', defaultValue: 'Ana' }), false)).toBeNull();
  });

  it('a form that was refused or answered is stored completely', () => {
    expect(readTyped(formOf({ name: 'nome', value: 'Ana', defaultValue: 'Ana' }), false, true)?.fields).toHaveLength(1);
    const refused = { name: 'nome', value: 'A', defaultValue: 'A', getAttribute: () => 'true' };
    expect(readTyped(formOf(refused, { name: 'nota', value: '7', defaultValue: '7' }), false)?.fields).toHaveLength(2);
  });

  it('a file is stored as its name', () => {
    const file = { type: 'file', name: 'file', value: 'C:\\fakepath\\a.png', files: [{ name: 'a.png' }] };
    expect(readTyped(formOf(file), true)).toMatchObject({ fields: [], files: ['a.png'] });
  });

  it('texts, boxes and choices are restored', () => {
    const options = (chosen: string) => ['a', 'b'].map((value) => ({ value, selected: value === chosen }));
    const drawn = (motivo: string, aviso: boolean, tipo: string) =>
      formOf(
        { name: 'motivo', value: motivo },
        { name: 'motivo', value: `${motivo} 2` },
        { type: 'radio', name: 'aviso', value: 'sim', checked: aviso },
        { type: 'radio', name: 'aviso', value: 'nao', checked: !aviso },
        { type: 'select-one', name: 'tipo', options: options(tipo) },
      );
    const stored = readTyped(drawn('Consulta', true, 'b'), true);
    const next = drawn('', false, 'a');
    expect(stored && writeTyped(next, stored)).toHaveLength(5);
    expect(readTyped(next, true)).toEqual(stored);
  });
});

describe('which form on the page matches a stored one', () => {
  const row = (id: string) =>
    formOf({ type: 'hidden', name: 'id', value: id }, { name: 'nota', value: 'x' }, save, {
      ...{ type: 'hidden', name: 'chave', value: Math.random().toString() },
    });
  const netPaymentsOf = (form: ReturnType<typeof formOf>) => {
    const stored = readTyped(form, true);
    if (!stored) throw new Error('nothing kept');
    return stored;
  };

  it('the row with the same hidden value', () => {
    const [first, second] = [row('1'), row('2')];
    const stored = netPaymentsOf(second);
    expect(findForm([first, second], stored, [stored])).toBe(second);
    expect(findForm([first, row('3')], stored, [stored])).toBeNull();
  });

  it('the only form with the same fields, although a hidden value changed', () => {
    const stored = netPaymentsOf(row('1'));
    const other = formOf({ name: 'email' }, save);
    const moved = row('9');
    expect(findForm([other, moved], stored, [stored])).toBe(moved);
    expect(findForm([other], stored, [stored])).toBeNull();
    expect(findForm([moved], stored, [stored, netPaymentsOf(row('2'))])).toBeNull();
  });

  it('a form with another intent key still matches', () => {
    expect(identify(row('1')).key).toBe(identify(row('1')).key);
  });
});
