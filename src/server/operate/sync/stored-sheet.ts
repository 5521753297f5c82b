import { buffer } from 'node:stream/consumers';
import { SHEET_STORED_MINUTES } from '#lib/format/limits.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { Refusal } from '../../core/http/refusal.ts';

const GONE = `Esta planilha não está mais guardada: ela fica por ${SHEET_STORED_MINUTES} minutos. Escolha o arquivo de novo.`;

/** The key of a file begins with its owner: a name of another's file leads nowhere. */
export const sheetKey = ({ session }: Pick<Ctx, 'session'>, arquivo: string) =>
  `planilhas/${session.userId}/${arquivo}`;

/** The bytes of an own file that is still stored. @throws Refusal 404 */
export async function storedBytes(ctx: Ctx, arquivo: string): Promise<Buffer> {
  const chave = sheetKey(ctx, arquivo);
  const stored = await ctx.db
    .selectFrom('files_to_remove')
    .select('chave')
    .where('chave', '=', chave)
    .where('since', '>', ctx.now().toISOString())
    .executeTakeFirst();
  if (!stored) throw new Refusal(404, GONE, { code: 'sheet_gone' });
  return buffer(await ctx.ports.files.open(chave));
}
