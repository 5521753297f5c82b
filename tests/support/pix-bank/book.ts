import { z } from 'zod';

// The Central Bank's API Pix 2.8.1 for the calls that the portal makes: `openapi.yaml` of
// github.com/bacen/pix-api at ee778dc91baea3183710d4fd6ada543bdcb62779. Facts alone: names, patterns, what is required.
// Requests are strict, since a bank may refuse unspecified fields. Answers are loose, since a bank may add fields.

const Instant = z.iso.datetime({ offset: true });
/** `TxId`, as `cob` narrows it. */
export const TxId = z.string().regex(/^[a-zA-Z0-9]{26,35}$/);
/** A Pix to a static code has a shorter one. */
const AnyTxId = z.string().regex(/^[a-zA-Z0-9]{1,35}$/);
export const Valor = z.string().regex(/^\d{1,10}\.\d{2}$/);
export const DevolucaoId = z.string().regex(/^[a-zA-Z0-9]{1,35}$/);
const EndToEndId = z.string().regex(/^[a-zA-Z0-9]{32}$/);
const Chave = z.string().max(77);

/** `CobSolicitada`, without `devedor`: the portal names no debtor to the bank. */
export const CobSolicitada = z.strictObject({
  calendario: z.strictObject({ expiracao: z.int().positive() }),
  valor: z.strictObject({ original: Valor.refine((text) => Number(text) > 0) }),
  chave: Chave,
  solicitacaoPagador: z.string().max(140).optional(),
});
/** `CobRevisada`: a removal comes alone. */
export const CobRevisada = z.strictObject({ status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR') });
export const DevolucaoSolicitada = z.strictObject({ valor: Valor });
export const WebhookSolicitado = z.strictObject({ webhookUrl: z.url({ protocol: /^https$/ }) });
export const PixConsulta = z.strictObject({
  inicio: Instant,
  fim: Instant,
  'paginacao.paginaAtual': z.coerce.number().int().min(0).optional(),
  'paginacao.itensPorPagina': z.coerce.number().int().min(1).max(1000).optional(),
});
/** RFC 6749, 4.4; the scopes are those of `OAuth2`. */
export const TokenPedido = z.strictObject({
  grant_type: z.literal('client_credentials'),
  scope: z.string().regex(/^((cob|cobv|pix|webhook)\.(read|write) ?)+$/),
});

/** `Devolucao` */
export const Devolucao = z.looseObject({
  id: DevolucaoId,
  rtrId: z.string().regex(/^[a-zA-Z0-9]{32}$/),
  valor: Valor,
  horario: z.looseObject({ solicitacao: Instant.optional(), liquidacao: Instant.optional() }),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
});
/** `Pix` */
export const Pix = z.looseObject({
  endToEndId: EndToEndId,
  txid: AnyTxId.optional(),
  valor: Valor,
  horario: Instant,
  devolucoes: z.array(Devolucao).optional(),
});
/** `CobGerada` */
export const CobGerada = z.looseObject({
  calendario: z.looseObject({ criacao: Instant, expiracao: z.int() }),
  txid: TxId,
  revisao: z.int().min(0),
  status: z.enum(['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']),
  valor: z.looseObject({ original: Valor }),
  chave: Chave,
  location: z.string().max(77).optional(),
  pixCopiaECola: z.string().max(512).optional(),
});
/** `CobCompleta` */
export const CobCompleta = CobGerada.extend({ pix: z.array(Pix).optional() });
/** `PixConsultados` */
export const PixConsultados = z.looseObject({
  parametros: z.looseObject({
    inicio: Instant,
    fim: Instant,
    paginacao: z.looseObject({
      paginaAtual: z.int().min(0),
      itensPorPagina: z.int().min(1),
      quantidadeDePaginas: z.int().min(0),
      quantidadeTotalDeItens: z.int().min(0),
    }),
  }),
  pix: z.array(Pix).optional(),
});
/** `WebhookCompleto` */
export const WebhookCompleto = z.looseObject({ webhookUrl: z.string(), chave: Chave, criacao: Instant });
/** `Problema`, RFC 7807 */
export const Problema = z.looseObject({
  type: z.string().regex(/^https:\/\/pix\.bcb\.gov\.br\/api\/v2\/error\/\w+$/),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
});
/** What a bank sends to `{webhookUrl}/pix`. */
export const Aviso = z.looseObject({ pix: z.array(Pix) });
