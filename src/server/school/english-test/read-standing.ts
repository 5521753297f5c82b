import { API_PREFIX } from '#lib/contract/core.ts';
import { downloadCertificate } from '#lib/contract/english-test.ts';
import type { Db } from '../../core/db/connection.ts';
import { findItem } from './bank.ts';
import { MAX_ITEMS } from './engine/advance.ts';
import { BELOW_A1, certificateOf } from './issue-certificate.ts';
import { presentItem, type StoredResult } from './present.ts';
import type { TestRow } from './queries.ts';

/** Where a test stands: the next item, or the result with its certificate. @param answered items so far */
export async function readStanding(db: Db, row: TestRow, answered: number) {
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

async function withCertificate(db: Db, { id, user_id }: TestRow, result: StoredResult) {
  const isIssued = (await certificateOf(db, id)) !== undefined;
  return {
    ...result,
    certificado_url: isIssued ? certificateAddress(id) : null,
    falta_contato: !isIssued && user_id === null && result.nivel !== BELOW_A1,
  };
}
