import { formatDay } from '#lib/format/dates.ts';
import { formatGrade } from '#lib/format/grade.ts';
import { formatMoney } from '#lib/format/money.ts';
import { shortName } from '#lib/format/text.ts';
import { readDocumentCode } from '#lib/rules/account/document-code.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { documentMessages } from '#lib/words/account.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { type DocumentRow, documentByCode } from './queries.ts';
import { receiptFacts } from './receipt.ts';
import { receiptNotice } from './receipt-notice.ts';
import type {
  AnySnapshot,
  CertificateSnapshot,
  DeclarationSnapshot,
  PaymentsSnapshot,
  ReceiptSnapshot,
  ReportSnapshot,
} from './snapshot.ts';

/** The public view of a document at its check address. The fields depend on the kind. */
export interface CheckedDocument {
  valido: boolean;
  tipo?: DocumentRow['kind'];
  /** A day of the school, as on the paper. */
  emitido_em?: string;
  nome_mascarado?: string;
  escola?: string | null;
  /** The last day on which it is valid. */
  vale_ate?: string;
  venceu?: boolean;
  /** What happened after it was issued, such as a refund. */
  aviso?: string | null;
  /** A short notice in place of “Documento autêntico”. */
  selo?: string | null;
  /** The content of the document, so that a reader notices a changed figure. */
  conteudo?: { rotulo: string; valor: string }[];
}

/** Shows anybody whether a document is genuine, with its content on the day of emission. Names are shortened. */
export async function checkDocument(ctx: PublicCtx, code: string): Promise<CheckedDocument> {
  const row = await findByCode(ctx, code);
  if (!row) return { valido: false };
  const dados = JSON.parse(row.dados) as AnySnapshot;
  const base = {
    valido: true,
    tipo: row.kind,
    emitido_em: dados.emitido_em,
    nome_mascarado: shortName(dados.nome),
    escola: dados.escola && `${dados.escola.nome}, ${dados.escola.cidade}`,
  };
  if (row.kind === 'boletim') return { ...base, conteudo: contentOfReport(dados as ReportSnapshot) };
  if (row.kind === 'recibo') {
    const notice = await receiptNotice(ctx, row);
    return {
      ...base,
      aviso: notice?.aviso ?? null,
      selo: notice?.selo ?? null,
      conteudo: contentOfReceipt(dados as ReceiptSnapshot),
    };
  }
  if (row.kind === 'pagamentos') return { ...base, conteudo: contentOfPayments(dados as PaymentsSnapshot) };
  if (row.kind !== 'certificado') return { ...base, conteudo: (dados as DeclarationSnapshot).fatos };
  const certificate = dados as CertificateSnapshot;
  return {
    ...base,
    vale_ate: certificate.vale_ate,
    venceu: hasEnded(ctx, certificate),
    conteudo: contentOfCertificate(certificate),
  };
}

async function findByCode(ctx: PublicCtx, code: string): Promise<DocumentRow | undefined> {
  await ctx.limits.take('document-check', ctx.caller.address);
  const codigo = readDocumentCode(code);
  return codigo === null ? undefined : documentByCode(ctx.db, codigo);
}

const hasEnded = ({ config, now }: PublicCtx, { vale_ate }: CertificateSnapshot) =>
  dayIn(config.SCHOOL_TIME_ZONE, now()) > vale_ate;

const gradeOr = (grade: number | null) => (grade === null ? documentMessages.noGrade : formatGrade(grade));

const contentOfReport = ({ turma, media, periodos, frequencia }: ReportSnapshot) => [
  { rotulo: 'Turma', valor: turma.nome },
  { rotulo: 'Livro', valor: turma.livro },
  ...periodos.map((period) => ({ rotulo: period.nome, valor: gradeOr(period.media) })),
  { rotulo: 'Média geral', valor: gradeOr(media) },
  { rotulo: 'Frequência', valor: `${frequencia.percentual}%` },
];

const contentOfReceipt = (receipt: ReceiptSnapshot) =>
  receiptFacts(receipt, true).map(([rotulo, valor]) => ({ rotulo, valor }));

/** Only sums, because the lines of a whole year reveal too much about a family. */
const contentOfPayments = ({ ano, ate, grupos }: PaymentsSnapshot) => [
  { rotulo: 'Período', valor: `${formatDay(`${ano}-01-01`)} a ${formatDay(ate)}` },
  ...grupos.map(({ pagador, emissor, linhas, total_centavos }) => ({
    rotulo: [`Pago por ${shortName(pagador.nome)}`, emissor && `a ${emissor.nome}`].filter(Boolean).join(' '),
    valor: `${formatMoney(total_centavos)} em ${linhas.length} ${linhas.length === 1 ? 'linha' : 'linhas'}`,
  })),
];

const contentOfCertificate = ({ nivel, pontos, feito_em }: CertificateSnapshot) => [
  { rotulo: 'Nível de inglês', valor: nivel },
  { rotulo: 'Pontuação', valor: `${pontos} de 100` },
  { rotulo: 'Teste feito em', valor: formatDay(feito_em) },
];
