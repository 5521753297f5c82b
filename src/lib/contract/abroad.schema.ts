import { z } from 'zod';
import { Livro } from './books.schema.ts';
import type { CallSchema } from './core.ts';
import { Cobranca } from './finance.schema.ts';
import {
  Centavos,
  Cpf,
  Day,
  Detail,
  Email,
  Endereco,
  EnderecoInput,
  FileInfo,
  Id,
  IdParam,
  Instant,
  OptionalText,
  Phone,
  Text,
} from './shapes.schema.ts';

export const DocumentoTipo = z.object({
  tipo: z.enum(['passaporte', 'foto', 'rg', 'autorizacao_responsavel', 'comprovante_matricula', 'seguro', 'outro']),
  nome: z.string(),
  instrucao: z.string(),
  exemplo_url: z.string().nullish(),
  formatos: z.array(z.string()),
  tamanho_max_bytes: z.int(),
  obrigatorio: z.boolean(),
  modelo_url: z.string().nullish(),
});
export const Documento = z.object({
  id: Id,
  tipo: z.string(),
  arquivo: FileInfo,
  status: z.enum(['enviado', 'em_analise', 'aceito', 'recusado']),
  motivo: z.string().nullish(),
  analisado_em: Instant.nullish(),
});
export type Documento = z.infer<typeof Documento>;

export const TurmaUsa = z.object({
  id: Id,
  nome: z.string(),
  destino: z.string(),
  escola_parceira: z.string(),
  descricao: z.string(),
  imagem_url: z.string(),
  inicio: Day,
  fim: Day,
  inscricoes_ate: Day,
  idade_minima: z.int(),
  vagas: z.int(),
  vagas_restantes: z.int(),
  preco_minor: z.int(),
  moeda: z.string(),
  livros_exigidos: z.array(Livro),
  documentos_exigidos: z.array(DocumentoTipo),
  elegivel: z.boolean(),
  motivo_inelegivel: z.string().nullish(),
});
export type TurmaUsa = z.infer<typeof TurmaUsa>;

/** The JSON part of the multipart request. `documentos[].arquivo` names the file part. */
export const KnnUsaRequestIn = z.object({
  turma_id: Id,
  full_name: Text(120),
  cpf: Cpf,
  email: Email,
  phone: Phone,
  birth_date: Day,
  passaporte: z.object({ numero: Text(30), pais: Text(60), validade: Day }).nullish(),
  visto: z.object({ tipo: Text(30), validade: Day }).nullish(),
  endereco: EnderecoInput,
  contato_emergencia: z.object({ nome: Text(120), telefone: Phone, parentesco: Text(40) }),
  restricoes: OptionalText(1000),
  responsavel: z.object({ full_name: Text(120), cpf: Cpf, email: Email, phone: Phone, parentesco: Text(40) }).nullish(),
  documentos: z.array(z.object({ tipo: Text(40), arquivo: Text(120) })).max(20),
  aceite_termos: z.literal(true),
  consentimento_dados: z.literal(true),
});

/** The same as it is kept and shown again. */
export const KnnUsaDados = z.object({
  turma_id: Id,
  full_name: z.string(),
  cpf: z.string(),
  email: z.string(),
  phone: z.string(),
  birth_date: Day,
  passaporte: z.object({ numero: z.string(), pais: z.string(), validade: Day }).nullish(),
  visto: z.object({ tipo: z.string(), validade: Day }).nullish(),
  endereco: Endereco,
  contato_emergencia: z.object({ nome: z.string(), telefone: z.string(), parentesco: z.string() }),
  restricoes: z.string().nullish(),
  responsavel: z
    .object({ full_name: z.string(), cpf: z.string(), email: z.string(), phone: z.string(), parentesco: z.string() })
    .nullish(),
  documentos: z.array(z.object({ tipo: z.string(), arquivo: z.string() })),
  aceite_termos: z.boolean(),
  consentimento_dados: z.boolean(),
});

export const UsaPayment = z.object({
  id: Id,
  request_id: Id,
  forma: z.enum(['pix', 'boleto', 'cartao', 'cambio']),
  parcelas: z.array(z.object({ numero: z.int(), vencimento: Day, valor_centavos: Centavos, status: z.string() })),
  total_centavos: Centavos,
  moeda: z.string().nullish(),
  total_minor: z.int().nullish(),
  status: z.enum(['aberto', 'parcial', 'pago', 'cancelado']),
  cobranca: Cobranca.nullish(),
});
export type UsaPayment = z.infer<typeof UsaPayment>;

export const UsaRequest = z.object({
  id: Id,
  protocolo: z.string(),
  status: z.enum([
    'rascunho',
    'enviada',
    'em_analise',
    'documento_recusado',
    'aprovada',
    'aguardando_pagamento',
    'paga',
    'cancelada',
    'recusada',
  ]),
  turma: TurmaUsa,
  dados: KnnUsaDados,
  documentos: z.array(Documento),
  pagamento: UsaPayment.nullish(),
  historico: z.array(z.object({ status: z.string(), em: Instant, nota: z.string().nullish() })),
  pode_excluir: z.boolean(),
});
export type UsaRequest = z.infer<typeof UsaRequest>;

const OneId = z.object({ id: IdParam });
const Forma = UsaPayment.shape.forma;
const Parcelas = z.int().min(1).max(24);

export const calls = {
  listGroups: { summary: 'Study-abroad groups', ledger: 'API-79', result: z.array(TurmaUsa) },
  listRequestGroups: { summary: 'Groups of the own request', ledger: 'API-80', result: z.array(TurmaUsa) },
  listGroupBooks: {
    summary: 'Books that count towards a group',
    ledger: 'API-81',
    result: z.array(z.object({ livro: Livro, concluido: z.boolean(), turmas: z.array(Id) })),
  },
  listDocuments: {
    summary: 'Documents that the request needs, and their state',
    ledger: 'API-82',
    result: z.array(z.object({ tipo: DocumentoTipo, documento: Documento.nullish() })),
  },
  getOwnRequest: { summary: 'The own request, if there is one', ledger: 'API-83', result: UsaRequest.nullable() },
  deleteRequest: {
    summary: 'Deletes the own request before it was approved',
    ledger: 'API-84',
    params: OneId,
    result: Detail,
  },
  resendDocuments: {
    summary: 'Sends refused documents again',
    ledger: 'API-85',
    params: OneId,
    body: z.record(z.string(), z.any()),
    result: UsaRequest,
  },
  createRequest: {
    summary: 'Sends the request with its files',
    ledger: 'API-86',
    body: z.object({ knn_usa_request_in: KnnUsaRequestIn }),
    result: UsaRequest,
  },
  createUsaPayment: {
    summary: 'Begins the payment of the request',
    ledger: 'API-87',
    body: z.object({ request_id: Id, forma: Forma, parcelas: Parcelas }),
    result: UsaPayment,
  },
  updateUsaPayment: {
    summary: 'Changes the form of payment',
    ledger: 'API-88',
    body: z.object({ id: Id, forma: Forma, parcelas: Parcelas }),
    result: UsaPayment,
  },
  getUsaPayment: { summary: 'The payment of the request', ledger: 'API-89', params: OneId, result: UsaPayment },
} satisfies Record<string, CallSchema>;
