import { expect, it } from 'vitest';
import type { Client } from '../../../../../src/lib/api/client.ts';
import type { TurmaUsa } from '../../../../../src/lib/contract/abroad.schema.ts';
import { documentsOf, sendWhole } from '../../../../../src/lib/forms/abroad/whole-request.ts';
import type { Sent } from '../../../../../src/lib/forms/submit.ts';

const kind = (tipo: string, obrigatorio: boolean) => ({
  ...{ tipo, nome: tipo, instrucao: '', formatos: ['pdf'], tamanho_max_bytes: 1_000, obrigatorio },
});
const trip = (id: number, ...documentos_exigidos: ReturnType<typeof kind>[]) =>
  ({ id, documentos_exigidos }) as unknown as TurmaUsa;
const trips = [trip(2, kind('passaporte', true), kind('visto', false)), trip(3, kind('passaporte', true))];

const typed = {
  ...{ turma_id: '2', full_name: 'Ana Souza', cpf: '529.982.247-25', email: 'ana@escola.example' },
  ...{ phone: '(19) 98765-4321', birth_date: '09/04/2001', cep: '13010-100', street: 'Rua A', street_number: '10' },
  ...{ district: 'Centro', city: 'Campinas', state: 'SP', contato_nome: 'Rosa Souza' },
  ...{ contato_telefone: '(19) 98888-7777', contato_parentesco: 'mãe', passaporte_numero: 'FZ123456' },
  ...{ passaporte_pais: 'Brasil', passaporte_validade: '10/10/2034' },
};
const agreed = { aceite_termos: '1', consentimento_dados: '1' };
const paper = (size = 10) => new File(['x'.repeat(size)], 'passaporte.pdf', { type: 'application/pdf' });

/** Sends the form. @returns the redirect or the refused fields, and the sent parts */
async function send(texts: Record<string, string>, files: Record<string, File> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...texts, ...files })) form.set(name, value);
  const out: FormData[] = [];
  const api = (async (call: { path: string }, input: { body: FormData }) => {
    if (call.path === 'knn-usa/turmas/') return trips;
    out.push(input.body);
    return {};
  }) as unknown as Client;
  const sent = { api, values: texts, form } as unknown as Sent;
  const outcome = await sendWhole('2026-03-02')(sent).catch(
    (error: { fields: Record<string, string> }) => error.fields,
  );
  return { outcome, out };
}

it('a request is sent at once: one JSON part that names each file', async () => {
  const { outcome, out } = await send({ ...typed, ...agreed }, { doc_passaporte: paper() });
  expect([outcome, out.length]).toEqual(['/intercambio?feito=enviado', 1]);
  expect([...(out[0]?.keys() ?? [])]).toEqual(['knn_usa_request_in', 'passaporte']);
  expect(JSON.parse(String(out[0]?.get('knn_usa_request_in')))).toMatchObject({
    ...{ turma_id: 2, full_name: 'Ana Souza', cpf: '52998224725', birth_date: '2001-04-09', responsavel: null },
    ...{ passaporte: { numero: 'FZ123456', pais: 'Brasil', validade: '2034-10-10' }, aceite_termos: true },
    documentos: [{ tipo: 'passaporte', arquivo: 'passaporte' }],
  });
});

it.each([
  ['no trip', { turma_id: '9' }, {}, ['doc_passaporte'], { turma_id: 'Escolha uma turma' }],
  ['no file', {}, {}, [], { doc_passaporte: expect.stringMatching(/arquivo/i) }],
  ['a file that is too large', {}, { doc_passaporte: paper(2_000) }, [], { doc_passaporte: expect.any(String) }],
  ['a wrong CPF', { cpf: '111' }, {}, [], { cpf: expect.any(String) }],
  ['no contact', { contato_nome: '' }, {}, [], { contato_nome: expect.any(String) }],
  ['a minor without a guardian', { birth_date: '09/04/2012' }, {}, [], { resp_full_name: 'Este campo é obrigatório' }],
])('%s is shown at its field, and nothing is sent', async (_what, changed, files, absent, fields) => {
  const { outcome, out } = await send({ ...typed, ...agreed, ...changed }, files);
  expect(out).toEqual([]);
  expect(outcome).toMatchObject(fields);
  for (const name of absent) expect(outcome).not.toHaveProperty(name);
});

it('both terms have to be accepted', async () => {
  const { outcome } = await send({ ...typed, aceite_termos: '1' }, { doc_passaporte: paper() });
  expect(outcome).toEqual({ aceites: 'Marque os dois aceites para enviar.' });
});

it('the form requests each kind of document once', () => {
  expect(documentsOf(trips).map(({ tipo }) => tipo)).toEqual(['passaporte', 'visto']);
});
