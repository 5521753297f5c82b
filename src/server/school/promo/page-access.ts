import type { ManagedPromo } from '#lib/contract/promo.schema.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { forbidden } from '../../core/http/refusal.ts';
import type { FirstVersion } from './first-versions.ts';

export interface PageAccess {
  pode: ManagedPromo['pode'];
  escolas: number;
}

/**
 * The caller's access to a page. A page is the same on every host, so it belongs to all schools of its brand (0037): staff of one
 * of them with all units edit it, and publish it if there is no other school; otherwise an admin does.
 */
export async function accessTo({ db, reach }: Pick<Ctx, 'db' | 'reach'>, { fixed }: FirstVersion): Promise<PageAccess> {
  const rows = await db
    .selectFrom('schools')
    .innerJoin('companies', 'companies.escola_id', 'schools.id')
    .select('schools.id')
    .distinct()
    .where('companies.id', '!=', BLOCKED_COMPANY_ID)
    .where('schools.marca', '=', fixed.marca)
    .execute();
  const schools = rows.map(({ id }) => id);
  const { escolaId, units } = reach;
  const isAdmin = escolaId === null && units === null;
  const isOfBrand = escolaId !== null && (schools.length === 0 || schools.includes(escolaId));
  const edita = isAdmin || (units === null && isOfBrand);
  return { pode: { edita, publica: edita && (isAdmin || schools.length < 2) }, escolas: schools.length };
}

/** @throws Refusal 403 in words */
export async function requireEditor(ctx: Ctx, first: FirstVersion): Promise<PageAccess> {
  const access = await accessTo(ctx, first);
  if (access.pode.edita) return access;
  throw forbidden('Esta página é de outra marca: quem a muda é a escola dela.');
}

/** @throws Refusal 403 in words */
export async function requirePublisher(ctx: Ctx, first: FirstVersion): Promise<void> {
  const { pode } = await requireEditor(ctx, first);
  if (pode.publica) return;
  throw forbidden('A página é a mesma para todas as escolas da marca: quem publica é a administração da rede.');
}
