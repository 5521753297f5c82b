import { downloadDocument } from '#lib/contract/account.ts';
import { API_PREFIX } from '#lib/contract/core.ts';
import { dayIn } from '#lib/registration.ts';
import { zoneOr } from '#lib/time-zone.ts';
import { requireFullScope } from '../http/access.ts';
import type { Ctx } from '../http/ctx.ts';
import { invalid } from '../http/refusal.ts';
import { readReport } from '../pedagogico/read-report.ts';
import { emitReceipt } from './download-receipt.ts';
import { emitDocument } from './emit-document.ts';
import { type DocumentRow, holderOf } from './queries.ts';
import type { ReportSnapshot } from './snapshot.ts';

/**
 * Makes a document of one's own and says where it lies. Of the kinds that the contract names, the grade report of a
 * class (`boletim`, its id in `referencia`) and the receipt of a paid bill (`recibo`, the bill's id) are there.
 *
 * @throws Refusal 403 with a printed code alone, 404 for a class or bill of others, 409 for an unpaid bill, 422 for another
 * kind or no reference, 429 for too many.
 */
export async function createDocument(
  ctx: Ctx,
  { tipo, referencia }: { tipo: string; referencia?: string | null },
): Promise<{ codigo: string; url: string }> {
  requireFullScope(ctx.session);
  if (tipo !== 'boletim' && tipo !== 'recibo') {
    throw invalid('Este documento ainda não está disponível no portal. Peça na secretaria da escola.', {
      tipo: 'Ainda não disponível',
    });
  }
  if (!/^[1-9]\d{0,8}$/.test(referencia ?? '')) {
    throw tipo === 'boletim'
      ? invalid('Diga de qual turma é o boletim.', { referencia: 'Informe a turma' })
      : invalid('Diga de qual parcela é o recibo.', { referencia: 'Informe a parcela' });
  }
  await ctx.limits.take('document', `user:${ctx.session.userId}`);
  const about = Number(referencia);
  return addressed(await (tipo === 'boletim' ? emitReport(ctx, about) : emitReceipt(ctx, about)));
}

const addressed = ({ codigo }: DocumentRow) => ({
  codigo,
  url: API_PREFIX + downloadDocument.path.replace('{code}', codigo),
});

/** The same grades on the same day stay one report, however often it is asked for. */
async function emitReport({ db, session, now, config }: Ctx, turmaId: number): Promise<DocumentRow> {
  const at = now();
  const { userId } = session;
  const [{ turma, notas, timezone }, holder] = await Promise.all([
    readReport(db, userId, turmaId, at),
    holderOf(db, userId),
  ]);
  const dados: ReportSnapshot = {
    marca: holder.marca ?? 'knn',
    nome: holder.full_name,
    matricula: holder.matricula,
    escola: { nome: turma.escola_nome, cidade: turma.cidade },
    emitido_em: dayIn(zoneOr(timezone, config.SCHOOL_TIME_ZONE), at),
    turma: {
      nome: turma.nome,
      livro: turma.livro_nome,
      nivel: turma.nivel_cefr,
      professor: turma.professor_nome ?? 'A definir',
      inicio: turma.inicio,
      fim: turma.fim,
    },
    escala: notas.escala,
    media: notas.media ?? null,
    frequencia: notas.frequencia,
    periodos: notas.periodos
      .filter(({ liberado }) => liberado)
      .map(({ nome, media, avaliacoes }) => ({
        nome,
        media: media ?? null,
        avaliacoes: avaliacoes.map(({ nome: title, habilidade, data, nota, nota_maxima }) => ({
          nome: title,
          habilidade,
          data,
          nota,
          nota_maxima,
        })),
      })),
  };
  const referencia = String(turmaId);
  return emitDocument(db, { tipo: 'boletim', userId, referencia, dados, at, sameAs: [userId, turmaId, dados] });
}
