import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { KnnUsaRequestIn } from '../../../../src/lib/contract/abroad-shapes.schema.ts';
import { calls, ProfileInput, RegistrationInput } from '../../../../src/lib/contract/account.schema.ts';
import { BroadcastInput } from '../../../../src/lib/contract/broadcasts.schema.ts';
import { Pagador } from '../../../../src/lib/contract/exchange.schema.ts';
import { type FormSchema, fieldsOf, inputsOf, prefixed } from '../../../../src/lib/contract/fields.schema.ts';
import { Cpf, Day, Email, OptionalText, Text } from '../../../../src/lib/contract/shapes.schema.ts';
import { MAX_MESSAGE } from '../../../../src/lib/format/limits.ts';
import { filledIn, formOf } from '../../../../src/lib/forms/fields.ts';

describe('the fields of a form, from the schema of its call', () => {
  it('have the lengths of the schema, also for cleaned texts', () => {
    const fields = fieldsOf(z.object({ a: Text(7), b: OptionalText(9), c: Cpf, d: Email, e: Text(5).nullish() }));
    expect(Object.values(fields).map(({ maxlength }) => maxlength)).toEqual([7, 9, 20, 254, 5]);
    expect(fieldsOf(calls.updatePassword.body).new_password).toMatchObject({ minlength: 10, maxlength: 200 });
  });

  it('are required where the schema refuses an empty text', () => {
    const fields = fieldsOf(z.object({ a: Text(), b: OptionalText(), c: Text().optional(), d: z.string() }));
    expect(Object.values(fields).map(({ required }) => required ?? false)).toEqual([true, false, true, false]);
  });

  it('are optional where the schema accepts null or an optional number', () => {
    const shape = z.object({
      a: Day.nullish(),
      b: Day,
      c: z.int().max(9),
      d: z.int().nullish(),
      e: z.int().optional(),
    });
    const fields = Object.values(fieldsOf(shape));
    expect(fields.map(({ required }) => required ?? false)).toEqual([false, true, true, false, false]);
  });

  it('leave room for separators and a sign in numbers', () => {
    const { vagas, preco, livre } = fieldsOf(
      z.object({ vagas: z.int().max(500), preco: z.int().max(10_000_000).nullish(), livre: z.int() }),
    );
    expect(vagas).toMatchObject({ maxlength: 7, inputmode: 'numeric', autocomplete: 'off' });
    expect(preco.maxlength).toBeGreaterThanOrEqual('R$ 100.000,00'.length);
    expect(livre.maxlength).toBeUndefined();
  });

  it('keep their limits with prefixed names and as React props', () => {
    const flat = prefixed('resp_', z.object({ cpf: Cpf, nome: Text(30) }));
    expect(Object.keys(fieldsOf(flat))).toEqual(['resp_cpf', 'resp_nome']);
    expect(inputsOf(flat)).toEqual({
      resp_cpf: { required: true, maxLength: 20, inputMode: 'numeric', autoComplete: 'off' },
      resp_nome: { required: true, maxLength: 30 },
    });
  });

  it('of a message have the lengths of its counters', () => {
    const { title, body, link, image_url } = fieldsOf(BroadcastInput);
    expect({ title: title.maxlength, body: body.maxlength }).toEqual(MAX_MESSAGE);
    expect([link.maxlength, image_url.maxlength]).toEqual([300, 300]);
  });

  it('have input mode, type and autocomplete for browsers', () => {
    const fields = fieldsOf(z.object({ cpf: Cpf, dia: Day, email: Email.nullish() }));
    expect(fields.cpf).toMatchObject({ inputmode: 'numeric' });
    expect(fields.dia).toMatchObject({ type: 'date' });
    expect(fields.email).toMatchObject({ type: 'email', autocomplete: 'email' });
    expect(fieldsOf(ProfileInput).street).toMatchObject({ autocomplete: 'address-line1' });
  });

  it.each<[string, FormSchema<'full_name' | 'birth_date' | 'email' | 'phone'>]>([
    ['the own data', ProfileInput],
    ['a registration', RegistrationInput],
    ['a request for a trip', KnnUsaRequestIn],
    ['a payer abroad', Pagador],
  ])('of a person are filled in by the browser: %s', (_, schema) => {
    const { full_name, birth_date, email, phone } = fieldsOf(schema);
    const known = [full_name, birth_date, email, phone].map(({ autocomplete }) => autocomplete);
    expect(known).toEqual(['name', 'bday', 'email', 'tel-national']);
  });

  it('are labelled by the title of their schema, else by the given label', () => {
    const shape = z.object({ apelido: OptionalText(40).meta({ title: 'Apelido' }), city: Text(), outro: Text() });
    const labels = Object.values(fieldsOf(shape, { city: 'Cidade' })).map(({ label }) => label);
    expect(labels).toEqual(['Apelido', 'Cidade', 'outro']);
  });
});

describe('fields with their values', () => {
  const fields = fieldsOf(z.object({ nome: Text(20), apelido: OptionalText(20) }));

  it('have the known values', () => {
    const { nome, apelido } = filledIn(fields, { nome: 'Ana', apelido: null, id: 7 }, null);
    expect([nome.value, apelido.value, nome.error]).toEqual(['Ana', '', undefined]);
  });

  it('have numbers as digits, and default labels', () => {
    const { vagas, nome } = formOf(z.object({ vagas: z.int(), nome: Text(20) }), { vagas: 0 }, null);
    expect([vagas.value, nome.value, nome.label]).toEqual(['0', '', 'Nome']);
  });

  it('have the refused values, also emptied ones, and their errors', () => {
    const given = { values: { nome: '' }, fields: { nome: 'Este campo é obrigatório' } };
    const { nome, apelido } = filledIn(fields, { nome: 'Ana', apelido: 'Aninha' }, given);
    expect(nome).toMatchObject({ value: '', error: 'Este campo é obrigatório', maxlength: 20 });
    expect(apelido.value).toBe('Aninha');
  });
});
