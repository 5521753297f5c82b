import { formatCpf, maskCpf } from '#lib/format/cpf.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { shortName } from '#lib/format/text.ts';
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
