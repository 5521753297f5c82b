import { expect, it } from 'vitest';
import { shownOf, typedOf } from '../../../../src/islands/kit/use-returned.ts';
import { returnTyped, takeTyped, typedNow, watchTyped } from '../../../../src/lib/stores/panel-typed.ts';

it('only changed fields are stored, without secrets, hidden fields and search results', () => {
  const fields = [
    { name: 'motivo' },
    { name: 'dia' },
    { name: 'senha', kind: 'password' },
    { name: 'codigo', kind: 'code' },
    { name: 'visto', kind: 'hidden' },
    { name: 'aluno', kind: 'pick', find: async () => [] },
  ] as const;
  const begun = { motivo: '', dia: '2026-11-29', senha: '', codigo: '', visto: '', aluno: '' };
  const now = { ...begun, motivo: 'Irmãos', senha: 'segredo', codigo: '123456', visto: '1', aluno: '7' };
  expect(typedOf(fields, now, begun)).toEqual({ motivo: 'Irmãos' });
});

it('values of fields that are not shown yet are held until the form shows them', () => {
  const first = shownOf([{ name: 'motivo' }], { motivo: 'Mudou', 'turma-7': '12' });
  expect(first).toEqual({ shown: { motivo: 'Mudou' }, rest: { 'turma-7': '12' } });
  expect(shownOf([{ name: 'motivo' }, { name: 'turma-7' }], first.rest)).toEqual({ shown: first.rest, rest: {} });
});

it('stored input is restored once, in the form of the same act and rows', () => {
  const typed = { name: 'parcela desconto 106', values: { motivo: 'Irmãos' } };
  returnTyped(typed);
  expect(takeTyped('parcela desconto 107')).toBeNull();
  expect(typedNow()).toEqual(typed);
  expect(takeTyped(typed.name)).toEqual(typed.values);
  expect([takeTyped(typed.name), typedNow()]).toEqual([null, null]);
});

it('a form that was sent stores nothing, and a form that was closed stores its input', () => {
  const typed = { name: 'contato anotar 1', values: { nota: 'Oi' } };
  const end = watchTyped(() => typed);
  expect(typedNow()).toEqual(typed);
  end(true);
  expect(typedNow()).toBeNull();
  watchTyped(() => null)(false);
  expect(typedNow()).toBeNull();
  watchTyped(() => typed)(false);
  expect(takeTyped(typed.name)).toEqual(typed.values);
});
