import { addMonths } from '#lib/rules/time/days.ts';
import type { Db } from '../../core/db/connection.ts';
import type { FilePort } from '../../core/ports/files.ts';
import type { SeedClock } from './clock.ts';
import { page } from './files.ts';

const ANA = 1;
const OPEN = 1;

/** One open trip, and one whose registration ended last week. */
export const trips = (clock: SeedClock) => {
  const start = addMonths(clock.today, 7);
  const soon = addMonths(clock.today, 2);
  return [
    {
      id: OPEN,
      nome: 'Flórida · três semanas',
      destino: 'Orlando, Estados Unidos',
      escola_parceira: 'Lakeside English Center',
      descricao:
        'Aulas de manhã com turmas de oito países, tardes de visita com o professor e casa de família a vinte minutos da escola.',
      imagem_url: '/brand/viagens/orlando.svg',
      inicio: start,
      fim: clock.shift(start, 20),
      inscricoes_ate: addMonths(clock.today, 3),
      idade_minima: 14,
      vagas: 12,
      ocupadas: 9,
      preco_minor: 289_000,
      moeda: 'USD' as const,
    },
    {
      id: 2,
      nome: 'Londres · duas semanas',
      destino: 'Londres, Reino Unido',
      escola_parceira: 'Camden Language House',
      descricao: 'Inglês de conversação pela manhã e a cidade como sala de aula à tarde, com hospedagem na residência.',
      imagem_url: '/brand/viagens/londres.svg',
      inicio: soon,
      fim: clock.shift(soon, 13),
      inscricoes_ate: clock.shift(clock.today, -7),
      idade_minima: 18,
      vagas: 10,
      ocupadas: 10,
      preco_minor: 245_000,
      moeda: 'GBP' as const,
    },
  ];
};

const needs = [
  { turma_id: OPEN, tipo: 'passaporte', obrigatorio: true },
  { turma_id: OPEN, tipo: 'foto', obrigatorio: true },
  { turma_id: OPEN, tipo: 'seguro', obrigatorio: false },
  { turma_id: 2, tipo: 'passaporte', obrigatorio: true },
  { turma_id: 2, tipo: 'rg', obrigatorio: true },
];

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const files = [
  { tipo: 'passaporte', nome: 'passaporte-ana.pdf', mime: 'application/pdf', bytes: page('Passaporte de Ana Souza') },
  { tipo: 'foto', nome: 'foto-ana.png', mime: 'image/png', bytes: Buffer.from(PIXEL, 'base64') },
] as const;
const keyOf = (nome: string) => `demo/${nome}`;

/** Trips, and a request of Ana's that needs a better photo. */
export async function seedAbroad(db: Db, clock: SeedClock): Promise<void> {
  await db.insertInto('usa_turmas').values(trips(clock)).execute();
  await db
    .insertInto('usa_turma_livros')
    .values([
      { turma_id: OPEN, livro_id: 1 },
      { turma_id: 2, livro_id: 1 },
      { turma_id: 2, livro_id: 2 },
    ])
    .execute();
  await db.insertInto('usa_turma_documentos').values(needs).execute();
  const at = (daysAgo: number, hour: string) => clock.at(clock.shift(clock.today, -daysAgo), hour);
  await db
    .insertInto('usa_requests')
    .values({
      id: 1,
      protocolo: 'I-000001',
      user_id: ANA,
      company_id: 101,
      turma_id: OPEN,
      status: 'documento_recusado',
      dados: JSON.stringify(await dataOf(db, clock)),
      exige_responsavel: false,
      forma_preferida: 'pix',
      parcelas_preferidas: 3,
      created_at: at(9, '20:10'),
      enviada_em: at(8, '21:40'),
      atualizada_em: at(2, '10:25'),
    })
    .execute();
  await db
    .insertInto('usa_documentos')
    .values(
      files.map(({ tipo, nome, mime, bytes }, index) => ({
        id: index + 1,
        request_id: 1,
        tipo,
        n: 1,
        nome,
        mime,
        tamanho_bytes: bytes.byteLength,
        chave: keyOf(nome),
        status: tipo === 'foto' ? ('recusado' as const) : ('aceito' as const),
        motivo: tipo === 'foto' ? 'A foto está escura e com fundo azul. O consulado pede fundo branco.' : null,
        enviado_em: at(8, '21:35'),
        analisado_em: at(2, '10:25'),
        por_user_id: 7,
      })),
    )
    .execute();
  const step = (id: number, status: 'rascunho' | 'enviada' | 'em_analise' | 'documento_recusado', em: string) => ({
    id,
    request_id: 1,
    status,
    em,
    nota: status === 'documento_recusado' ? 'Foto 5 × 7: fundo branco' : null,
    por: id < 3 ? ('aluno' as const) : ('equipe' as const),
    user_id: id < 3 ? ANA : 7,
  });
  await db
    .insertInto('usa_historico')
    .values([
      step(1, 'rascunho', at(9, '20:10')),
      step(2, 'enviada', at(8, '21:40')),
      step(3, 'em_analise', at(5, '09:15')),
      step(4, 'documento_recusado', at(2, '10:25')),
    ])
    .execute();
}

/** What Ana sent: her registration, a passport and an emergency contact. */
async function dataOf(db: Db, clock: SeedClock) {
  const ana = await db.selectFrom('users').selectAll().where('id', '=', ANA).executeTakeFirstOrThrow();
  return {
    turma_id: OPEN,
    full_name: ana.full_name,
    cpf: ana.cpf ?? '',
    email: ana.email,
    phone: ana.phone ?? '',
    birth_date: ana.birth_date ?? '',
    passaporte: { numero: 'FX482913', pais: 'Brasil', validade: addMonths(clock.today, 50) },
    visto: null,
    endereco: {
      cep: ana.cep ?? '',
      street: ana.street ?? '',
      street_number: ana.street_number ?? '',
      complement: ana.complement,
      district: ana.district ?? '',
      city: ana.city ?? '',
      state: ana.state ?? '',
    },
    contato_emergencia: { nome: 'Márcia Souza', telefone: '19991230000', parentesco: 'Mãe' },
    restricoes: 'Alergia a amendoim',
    responsavel: null,
    documentos: files.map(({ tipo }) => ({ tipo, arquivo: tipo })),
    aceite_termos: true,
    consentimento_dados: true,
  };
}

/** The bytes behind the rows. A store is not part of the transaction. */
export async function seedAbroadFiles(store: FilePort): Promise<void> {
  for (const { nome, bytes, mime } of files) await store.put(keyOf(nome), bytes, mime);
}
