import type { KnnUsaRequestIn } from '../../src/lib/contract/abroad.schema.ts';
import { createRequest } from '../../src/lib/contract/abroad.ts';
import { addMonths } from '../../src/lib/rules/time/days.ts';
import { addAccount, type NewAccount } from './accounts.ts';
import { pdf, png } from './sample-files.ts';
import type { Sent, TestSchool } from './school.ts';
import { dayFrom } from './school-day.ts';

/** Trips of the demo school: one accepts requests, the other no longer does. */
export const trips = { open: 1, closed: 2 };

/** A student in a class above the book that the open trip requires. */
export async function addStudent(portal: TestSchool, overrides: NewAccount = {}): Promise<number> {
  const { id } = await addAccount(portal, overrides);
  await portal.school.db.insertInto('turma_alunos').values({ turma_id: 1, user_id: id, status: 'ativa' }).execute();
  return id;
}

/** One more trip, by default with a single place. */
export async function addTrip(portal: TestSchool, overrides: Partial<Record<string, unknown>> = {}): Promise<number> {
  const start = dayFrom(portal, 200);
  const { id } = await portal.school.db
    .insertInto('usa_turmas')
    .values({
      nome: 'Dublin',
      destino: 'Dublin, Irlanda',
      escola_parceira: 'Liffey House',
      descricao: 'Aulas e visitas.',
      imagem_url: '/brand/viagens/londres.svg',
      inicio: start,
      fim: dayFrom(portal, 214),
      inscricoes_ate: dayFrom(portal, 60),
      idade_minima: 14,
      vagas: 1,
      ocupadas: 0,
      preco_minor: 100_000,
      moeda: 'EUR' as const,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await portal.school.db
    .insertInto('usa_turma_documentos')
    .values({ turma_id: id, tipo: 'passaporte', obrigatorio: true })
    .execute();
  return id;
}

/** A complete request of an adult. */
export const requestBody = (portal: TestSchool, overrides: Partial<KnnUsaRequestIn> = {}) => ({
  turma_id: trips.open,
  full_name: 'Pessoa de Teste',
  cpf: '529.982.247-25',
  email: 'pessoa@example.com',
  phone: '(19) 99123-4567',
  birth_date: '1998-04-02',
  passaporte: { numero: 'FX123456', pais: 'Brasil', validade: addMonths(dayFrom(portal, 0), 60) },
  endereco: {
    cep: '13010-100',
    street: 'Rua Barão de Jaguara',
    street_number: '100',
    district: 'Centro',
    city: 'Campinas',
    state: 'SP',
  },
  contato_emergencia: { nome: 'Márcia', telefone: '19991230000', parentesco: 'Mãe' },
  documentos: [
    { tipo: 'passaporte', arquivo: 'arquivo1' },
    { tipo: 'foto', arquivo: 'arquivo2' },
  ],
  aceite_termos: true as const,
  consentimento_dados: true as const,
  ...overrides,
});

export const guardian = {
  full_name: 'Sandra Nunes',
  cpf: '27865757379',
  email: 'sandra@example.com',
  phone: '19994440000',
  parentesco: 'Mãe',
};

/** The parts of a request: by default a file for each document that it names. */
export function requestForm(
  body: { documentos?: unknown },
  files: Record<string, [Uint8Array, string]> = { arquivo1: [pdf(), 'passaporte.pdf'], arquivo2: [png, 'foto.png'] },
): FormData {
  const form = new FormData();
  form.append('knn_usa_request_in', JSON.stringify(body));
  for (const [name, [bytes, fileName]] of Object.entries(files)) {
    form.append(name, new File([new Uint8Array(bytes)], fileName));
  }
  return form;
}

/** Sends a request with the single document of a new trip, or for the open trip. */
export const sendRequest = (
  portal: TestSchool,
  overrides: Partial<KnnUsaRequestIn> = {},
  sent: Sent = {},
  files?: Record<string, [Uint8Array, string]>,
) => portal.call(createRequest, { body: requestForm(requestBody(portal, overrides), files) }, sent);

/** The documents of a request for a trip by `addTrip`. */
export const passportOnly = {
  documentos: [{ tipo: 'passaporte', arquivo: 'p' }],
};
export const passportFile: Record<string, [Uint8Array, string]> = { p: [pdf(), 'passaporte.pdf'] };
