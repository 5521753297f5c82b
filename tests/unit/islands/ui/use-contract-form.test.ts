import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type ContractForm, useContractForm } from '../../../../src/islands/ui/use-contract-form.ts';
import { box, text } from '../../../../src/lib/rules/forms/field-rules.ts';

const rules = z.object({ nome: text(20), by: z.enum(['link', 'codigo']), termos: box });
type Values = z.infer<typeof rules>;
const values: Values = { nome: 'Ana', by: 'codigo', termos: 'sim' };
type Options = Partial<Parameters<typeof useContractForm<Values>>[0]>;

function Form({ options, onDraw }: { options: Options; onDraw: (form: ContractForm<Values>) => void }) {
  const form = useContractForm<Values>({ rules, values, ...options });
  onDraw(form);
  const { error: _none, ...nome } = form.field('nome');
  const { error: _neither, ...termos } = form.box('termos');
  return createElement(
    'form',
    null,
    createElement('input', nome),
    createElement('input', form.choice('by', 'link')),
    createElement('input', form.choice('by', 'codigo')),
    createElement('input', { ...termos, type: 'checkbox' }),
  );
}

/** The form as the server renders it. */
function drawn(options: Options = {}) {
  const forms: ContractForm<Values>[] = [];
  const html = renderToString(createElement(Form, { options, onDraw: (form) => void forms.push(form) }));
  const [form] = forms;
  if (!form) throw new Error('Nothing was drawn');
  return { html, form };
}

it('a server-rendered form has its values, choices and checked boxes', () => {
  const { html, form } = drawn();
  const inputs = html.match(/<input[^>]*>/g) ?? [];
  const ticked = inputs.filter((input) => input.includes('checked=""'));
  expect(inputs[0]).toContain('value="Ana"');
  expect(ticked).toEqual([expect.stringContaining('value="codigo"'), expect.stringContaining('type="checkbox"')]);
  expect(form.problem).toBeNull();
});

it('errors of the page appear at their fields and above the form, by the form’s field names', () => {
  const fields = { 'pagador.nome': 'Escreva o nome', outro: 'Não está aqui' };
  const { form } = drawn({
    refused: { problem: 'Confira o campo marcado.', fields },
    nameOf: (field) => field.replace('pagador.', ''),
  });
  expect(form.field('nome').error).toBe('Escreva o nome');
  expect(form.problem).toBe('Confira o campo marcado.');
  expect(form.isRefused).toBe(true);
  expect(Object.keys(form.form.formState.errors).toSorted()).toEqual(['nome', 'root']);
});

it('invalid input gets the error of its rule, and valid input is sent cleaned', async () => {
  const { form } = drawn({ values: { ...values, nome: '  ' } });
  await form.form.trigger();
  expect(form.form.getFieldState('nome').error?.message).toBe('Este campo é obrigatório');
  const sent: Values[] = [];
  form.form.setValue('nome', ' Ana  Souza ');
  await form.form.handleSubmit(async (typed) => void sent.push(typed))();
  expect(sent).toEqual([{ nome: 'Ana Souza', by: 'codigo', termos: 'sim' }]);
});

it('rules may depend on the current values', async () => {
  const { form } = drawn({ rules: ({ by }) => z.extend(rules, { nome: by === 'link' ? z.string() : text(20) }) });
  form.form.setValue('nome', '');
  expect(await form.form.trigger('nome')).toBe(false);
  form.form.setValue('by', 'link');
  expect(await form.form.trigger('nome')).toBe(true);
});
