import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../core/db/connection.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { ownCertificate } from '../../core/ports/payments/bank-door.ts';
import { ProviderSilent } from '../../core/ports/payments/provider.ts';
import { openAccount, openSettings, type Parts } from './accounts.ts';
import { messagePath } from './callback-key.ts';

/** Accounts that take money now, each with its unit. */
export const accountsInUse = (db: Db) =>
  db
    .selectFrom('payment_accounts')
    .innerJoin('companies', 'companies.id', 'payment_accounts.company_id')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .selectAll('payment_accounts')
    .select(['companies.nome', 'schools.marca'])
    .where('payment_accounts.encerrada_em', 'is', null)
    .orderBy('companies.nome')
    .orderBy('payment_accounts.id');

type Row = Awaited<ReturnType<ReturnType<typeof accountsInUse>['execute']>>[number];

/**
 * How an account stands: whether its secrets open, whether the bank answers, and whether its messages come here. No
 * secret is in it.
 *
 * @param waitMs the bank is not waited for longer
 */
export async function accountState(school: Parts & { config: Config }, row: Row, waitMs: number) {
  const { company_id: id, nome: unidade, instituicao, documento_mascarado } = row;
  const known = { unidade: { id, nome: unidade }, instituicao, documento_mascarado };
  const settings = openSettings(school.tokens, row.ajustes);
  const provider = settings === null ? null : openAccount(school, row);
  if (settings === null || !provider) {
    return { ...known, estado: 'fechada', avisos: null, certificado_ate: null } as const;
  }
  const certificado_ate = certificateEnd(settings);
  const url = publicUrl(school.config, row.marca) + messagePath(school.tokens, provider);
  const asked = provider.messages?.(url).catch((error: unknown) => {
    if (error instanceof ProviderSilent) return null;
    throw error;
  });
  const avisos = (await Promise.race([asked, after(waitMs)])) ?? null;
  return { ...known, estado: avisos === null ? 'calada' : 'responde', avisos, certificado_ate } as const;
}

const after = (ms: number) => new Promise<null>((resolve) => void setTimeout(() => resolve(null), ms).unref());

/** The last day of the school's certificate. @returns null without one, and for one that nobody can read */
function certificateEnd(settings: string): string | null {
  try {
    // The context of a connection tells its certificate, by a method without documentation. A PFX opens nowhere else.
    const { context } = createSecureContext(ownCertificate(JSON.parse(settings)));
    const own = (context as { getCertificate?(): Buffer | null }).getCertificate?.();
    return own ? dayIn('UTC', new X509Certificate(own).validToDate) : null;
  } catch {
    return null;
  }
}
