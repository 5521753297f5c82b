import { Address } from '#lib/contract/account.schema.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { notFound, Refusal } from '../../core/http/refusal.ts';

const FRESH_MS = 90 * DAY_MS;

/**
 * The address of a postal code, from the cache or from the public service, which may be slow, wrong or down.
 *
 * @throws Refusal 404 for an unknown code, 503 if the service does not answer: the user then types the address.
 */
export async function findAddress(ctx: PublicCtx, cep: string): Promise<Address> {
  const stored = await ctx.db.selectFrom('postal_codes').selectAll().where('cep', '=', cep).executeTakeFirst();
  if (stored && ctx.now().getTime() - Date.parse(stored.fetched_at) < FRESH_MS)
    return Address.parse(JSON.parse(stored.answer));
  await ctx.limits.take('postal-code', ctx.caller.address);
  const found = await ctx.ports.postalCodes.find(cep).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'postal code service failed');
    throw new Refusal(503, 'Não conseguimos buscar o endereço agora. Preencha os campos.', {
      headers: { 'retry-after': '30' },
    });
  });
  if (!found) throw notFound('CEP não encontrado. Confira ou preencha o endereço.');
  const row = { answer: JSON.stringify(found), fetched_at: ctx.now().toISOString() };
  await ctx.db
    .insertInto('postal_codes')
    .values({ cep, ...row })
    .onConflict((conflict) => conflict.column('cep').doUpdateSet(row))
    .execute();
  return found;
}
