import { API_PREFIX } from '#lib/contract/core.ts';
import { downloadBadge, downloadCertificate } from '#lib/contract/english-test.ts';
import type { Certificate } from '#lib/rules/english-test/linkedin-link.ts';
import type { Db } from '../../core/db/connection.ts';
import type { CertificateSnapshot } from '../../money/documents/snapshot.ts';
import { findItem } from './bank.ts';
import { MAX_ITEMS } from './engine/advance.ts';
import { BELOW_A1, certificateOf, type issueCertificate } from './issue-certificate.ts';
import { presentItem, type StoredResult } from './present.ts';
import type { TestRow } from './queries.ts';

/** The state of a test: the next item, or the result with its certificate. @param answered items so far */
export async function readProgress(db: Db, row: TestRow, answered: number) {
  const item = row.offered ? findItem(row.offered) : undefined;
  return {
    progresso: { feitos: answered, max: MAX_ITEMS },
    item: item ? presentItem(item) : null,
    resultado: row.result ? await withCertificate(db, row, JSON.parse(row.result) as StoredResult) : null,
  };
}

/** The download address of a test's issued certificate. */
export const certificateAddress = (testId: string): string =>
  API_PREFIX + downloadCertificate.path.replace('{id}', testId);

/** The facts of a certificate, for adding it to a profile elsewhere. */
function certificateFacts({ codigo, dados }: Awaited<ReturnType<typeof issueCertificate>>): Certificate {
  const { emitido_em, vale_ate, escola } = JSON.parse(dados) as CertificateSnapshot;
  return { codigo, emitido_em, vale_ate, escola: escola?.nome ?? null };
}

async function withCertificate(db: Db, { id, user_id }: TestRow, result: StoredResult) {
  const issued = await certificateOf(db, id);
  return {
    ...result,
    certificado_url: issued ? certificateAddress(id) : null,
    certificado: issued ? certificateFacts(issued) : null,
    badge_url: issued ? API_PREFIX + downloadBadge.path.replace('{id}', id) : null,
    falta_contato: !issued && user_id === null && result.nivel !== BELOW_A1,
  };
}
