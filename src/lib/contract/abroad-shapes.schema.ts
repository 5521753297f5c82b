import { z } from 'zod';
import { Livro } from './books.schema.ts';
import { Cobranca } from './finance.schema.ts';
import {
  BirthDate,
  Centavos,
  Cpf,
  Day,
  Email,
  Endereco,
  EnderecoInput,
  FarDay,
  FileInfo,
  Id,
  Instant,
  OptionalLongText,
  PersonName,
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
export type DocumentoTipo = z.infer<typeof DocumentoTipo>;
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
  /** Ours: what the price includes, and what the school expects of travellers. */
  inclui: z.string().nullish(),
  regras: z.string().nullish(),
  /** Ours: the price in reais at today’s rate, in a list of trips; absent without a rate. */
  hoje_centavos: Centavos.nullish(),
});
export type TurmaUsa = z.infer<typeof TurmaUsa>;

/** The JSON part of the multipart request. `documentos[].arquivo` names the file part. */
export const KnnUsaRequestIn = z.object({
  turma_id: Id,
  full_name: PersonName,
  cpf: Cpf,
  email: Email,
  phone: Phone,
  birth_date: BirthDate,
  passaporte: z.object({ numero: Text(30), pais: Text(60), validade: FarDay }).nullish(),
  visto: z.object({ tipo: Text(30), validade: FarDay }).nullish(),
  endereco: EnderecoInput,
  contato_emergencia: z.object({ nome: PersonName, telefone: Phone, parentesco: Text(40) }),
  restricoes: OptionalLongText(1000),
  responsavel: z
    .object({ full_name: PersonName, cpf: Cpf, email: Email, phone: Phone, parentesco: Text(40) })
    .nullish(),
  documentos: z.array(z.object({ tipo: Text(40), arquivo: Text(120) })).max(20),
  aceite_termos: z.literal(true),
  consentimento_dados: z.literal(true),
});

export type KnnUsaRequestIn = z.output<typeof KnnUsaRequestIn>;

/** The same as it is stored and shown again. */
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
  parcelas: z.array(
    z.object({
      numero: z.int(),
      vencimento: Day,
      valor_centavos: Centavos,
      status: z.string(),
      /** Ours: the bill, which finance collects and issues receipts for. */
      parcela_id: Id.nullish(),
    }),
  ),
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
  /** Ours: how the student wants to pay, once the school approves it. */
  preferencia: z.object({ forma: UsaPayment.shape.forma, parcelas: z.int() }).nullish(),
  /** Ours: the consent of a guardian, if the student was under age on the day of the request. */
  consentimento: z
    .object({ enviado_para: z.string(), expira_em: Instant.nullish(), dado_em: Instant.nullish() })
    .nullish(),
});
export type UsaRequest = z.infer<typeof UsaRequest>;
