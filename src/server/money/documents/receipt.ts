import { formatCpf, maskCpf } from '#lib/format/cpf.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatCnpj } from '#lib/format/documents.ts';
import { formatMoney } from '#lib/format/money.ts';
import { shortName } from '#lib/format/text.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { notFound } from '../../core/http/refusal.ts';
import { providersOf } from '../finance/accounts.ts';
import { billOfLink, requireOwnBill } from '../finance/payer.ts';
import type { BillRow } from '../finance/queries.ts';
import { readReceipt } from '../finance/read-receipt.ts';
import { documentFile } from './document-file.ts';
import { emitDocument } from './emit-document.ts';
import { type DocumentRow, payeeOf } from './queries.ts';
import type { ReceiptSnapshot } from './snapshot.ts';

type Fact = readonly [label: string, value: string];

/**
 * The lines of a receipt.
 *
 * @param isMasked for a reader with only its code or a payment link: names cut short, only the middle of a CPF, and
 *   nothing of the card or the transaction.
 */
export function receiptFacts(receipt: ReceiptSnapshot, isMasked: boolean): Fact[] {
  const { nome, pagador, emissor, partes, curso, competencia, vencimento, detalhe, autorizacao, forma } = receipt;
  const said = (name: string) => (isMasked ? shortName(name) : name);
  const payer = pagador ?? { nome, cpf: null };
  const cpf = payer.cpf && (isMasked ? maskCpf(payer.cpf) : formatCpf(payer.cpf));
  const facts: (readonly [label: string, value: string | null | undefined])[] = [
    ['Recebemos de', [said(payer.nome), cpf && `CPF ${cpf}`].filter(Boolean).join(', ')],
    ['Aluno(a)', payer.nome === nome ? null : said(nome)],
    [
      'Recebido por',
      emissor && [emissor.nome, emissor.documento && `CNPJ ${emissor.documento}`].filter(Boolean).join(', '),
    ],
    ['Referente a', [receipt.descricao, curso].filter(Boolean).join(', ')],
    ['Competência', competencia && `${competencia.slice(5)}/${competencia.slice(0, 4)}`],
    ['Vencimento', vencimento && formatDay(vencimento)],
    ['Valor', formatMoney(partes?.valor ?? receipt.valor_centavos)],
    ['Desconto', partes && partes.desconto > 0 ? formatMoney(-partes.desconto) : null],
    ['Multa por atraso', partes && partes.multa > 0 ? formatMoney(partes.multa) : null],
    ['Juros por atraso', partes && partes.juros > 0 ? formatMoney(partes.juros) : null],
    ['Pago antes', partes?.antes ? formatMoney(-partes.antes) : null],
    ['Valor pago', formatMoney(receipt.valor_centavos)],
    ['Pago em', formatDay(receipt.pago_em)],
    ['Forma de pagamento', forma],
    [forma === 'Pix' ? 'Transação' : 'Cartão', isMasked ? null : detalhe],
    ['Autorização', isMasked ? null : autorizacao],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

/**
 * Emits the receipt of the user's paid bill; equal contents give the same one. @throws Refusal 403, 404, 409 while
 * unpaid
 */
export const emitReceipt = async (ctx: Ctx, parcelaId: number): Promise<DocumentRow> =>
  emitFor(ctx, await requireOwnBill(ctx, parcelaId));

/** The receipt of a paid bill that the user owns or the staff reaches, as a file. @throws Refusal 409 while unpaid, 429 */
export const downloadReceipt = async (ctx: Ctx, bill: BillRow): Promise<FileAnswer> =>
  documentFile(ctx, await emitFor(ctx, bill));

/**
 * The receipt of the only bill of a payment link, for its payer. Names are shortened and most of the CPF is left out, since
 * people may pass a link on.
 *
 * @throws Refusal 404 for an invalid link, 409 while unpaid
 */
export async function downloadLinkReceipt(ctx: PublicCtx, token: string): Promise<FileAnswer> {
  await ctx.limits.take('payment-link', ctx.caller.address);
  const bill = await billOfLink(ctx, token);
  if (!bill) throw notFound(financeMessages.wrongLink);
  return documentFile(ctx, await emitFor(ctx, bill), true);
}

async function emitFor(ctx: PublicCtx, bill: BillRow): Promise<DocumentRow> {
  const { db, config, now } = ctx;
  const { id, user_id: userId } = bill;
  const holder = await payeeOf(db, bill);
  const zone = zoneOr(holder.timezone, config.SCHOOL_TIME_ZONE);
  const { valorCentavos, partes, pagoEm, ...receipt } = await readReceipt(db, bill, zone);
  const at = now();
  const { total, antes, ...parts } = partes;
  const said: Omit<ReceiptSnapshot, 'emitido_em'> = {
    ...receipt,
    marca: holder.marca ?? brandOfHost(ctx),
    nome: holder.civil_name,
    escola: holder.escola ? { nome: holder.escola, cidade: holder.cidade ?? '' } : null,
    emissor: issuerOf(holder, (await providersOf(ctx))(bill.company_id)?.receiver),
    // Left out if zero, so that earlier receipts keep their code.
    partes: { valor: valorCentavos, ...parts, ...(antes > 0 && { antes }) },
    valor_centavos: total,
    pago_em: dayIn(zone, new Date(pagoEm)),
  };
  const dados = { ...said, emitido_em: dayIn(zone, at) };
  return emitDocument(db, {
    tipo: 'recibo',
    userId,
    referencia: String(id),
    dados,
    at,
    sameAs: [userId, id, pagoEm, said],
  });
}

/** The recipient of the money: the registered unit, else the name from the school's payment service. */
export function issuerOf(
  { razao_social, cnpj }: { razao_social: string | null; cnpj: string | null },
  receiver: { nome: string; documento_mascarado: string } | undefined,
): ReceiptSnapshot['emissor'] {
  if (razao_social !== null) return { nome: razao_social, documento: cnpj && formatCnpj(cnpj) };
  return receiver?.nome ? { nome: receiver.nome, documento: receiver.documento_mascarado || null } : null;
}
