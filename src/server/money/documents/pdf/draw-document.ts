import { brands } from '#lib/brand.ts';
import { shortName } from '#lib/format/text.ts';
import { documentMessages } from '#lib/words/account.ts';
import type { DocumentRow } from '../queries.ts';
import type {
  AnySnapshot,
  CertificateSnapshot,
  DeclarationSnapshot,
  PaymentsSnapshot,
  ReceiptSnapshot,
  ReportSnapshot,
} from '../snapshot.ts';
import { CERTIFICATE_FOOT, drawCertificate } from './certificate.ts';
import { drawDeclaration } from './declaration.ts';
import { drawPayments } from './payments.ts';
import { drawReceipt } from './receipt.ts';
import { drawReport } from './report.ts';
import { closeSheet, openSheet } from './sheet.ts';

interface Drawing {
  /** The address for checking it. */
  address: string;
  /** Names are cut short for a reader who is not the owner. */
  isMasked: boolean;
  /** Changes since the document was emitted. */
  aviso: string | null;
}

/** Layout of the pages, and the position of the footer beside the page number, in points. */
const page = { layout: 'portrait', foot: { x: 52, y: 814 } } as const;
const certificatePage = { layout: 'landscape', foot: CERTIFICATE_FOOT } as const;

/** Draws a document from its stored contents: today's grades and names do not change it. */
export async function drawDocument(
  row: DocumentRow,
  { address, isMasked, aviso }: Drawing,
): Promise<Uint8Array<ArrayBuffer>> {
  const dados = JSON.parse(row.dados) as AnySnapshot;
  const sheet = openSheet({
    brand: dados.marca,
    title: `${documentMessages.kinds[row.kind]} · ${isMasked ? shortName(dados.nome) : dados.nome}`,
    author: dados.escola?.nome ?? brands[dados.marca].name,
    at: new Date(row.created_at),
    ...(row.kind === 'certificado' ? certificatePage : page),
  });
  const check = { codigo: row.codigo, address };
  if (row.kind === 'boletim') drawReport(sheet, dados as ReportSnapshot, check);
  else if (row.kind === 'recibo') drawReceipt(sheet, dados as ReceiptSnapshot, check, { isMasked, aviso });
  else if (row.kind === 'certificado') drawCertificate(sheet, dados as CertificateSnapshot, check);
  else if (row.kind === 'pagamentos') drawPayments(sheet, dados as PaymentsSnapshot, check);
  else drawDeclaration(sheet, documentMessages.kinds[row.kind], dados as DeclarationSnapshot, check);
  return new Uint8Array(await closeSheet(sheet));
}
