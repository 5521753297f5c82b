import { downloadDocument } from '#lib/contract/account.ts';
import { API_PREFIX } from '#lib/contract/core.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { invalid } from '../../core/http/refusal.ts';
import { readReport } from '../../study/pedagogico/grades.ts';
import { emitReceipt } from './download-receipt.ts';
import { emitDeclaration } from './emit-declaration.ts';
import { emitDocument } from './emit-document.ts';
import { emitPayments } from './emit-payments.ts';
import { type DocumentRow, holderOf } from './queries.ts';
import type { ReportSnapshot } from './snapshot.ts';

type Kind = 'declaracao_matricula' | 'declaracao_conclusao' | 'quitacao' | 'pagamentos' | 'boletim' | 'recibo';

/** What `referencia` has to name, in words. */
const missing: Record<Kind, [string, string]> = {
  boletim: ['Diga de qual turma é o boletim.', 'Informe a turma'],
  recibo: ['Diga de qual parcela é o recibo.', 'Informe a parcela'],
  declaracao_matricula: ['Diga de qual turma é a declaração.', 'Informe a turma'],
  declaracao_conclusao: ['Diga de qual turma é a declaração.', 'Informe a turma'],
  quitacao: ['Diga de qual ano é a declaração.', 'Informe o ano, como 2025'],
  pagamentos: ['Diga de qual ano são os pagamentos.', 'Informe o ano, como 2025'],
};

/**
 * Makes a document of the user and returns its address. `referencia` names the class (`boletim` and the two
 * declarations of a course), the paid bill (`recibo`) or the year (`quitacao`,
 * `pagamentos`).
 *
 * @throws Refusal 403 with a printed code alone, 404 for another's class or bill, 409 if the statement would be untrue,
 *   422 for no reference, 429 for too many.
 */
export async function createDocument(
  ctx: Ctx,
  { tipo, referencia }: { tipo: Kind; referencia?: string | null },
): Promise<{ codigo: string; url: string }> {
  const isNamed = tipo === 'quitacao' || tipo === 'pagamentos' ? /^20\d\d$/ : /^[1-9]\d{0,8}$/;
  if (!isNamed.test(referencia ?? '')) throw invalid(missing[tipo][0], { referencia: missing[tipo][1] });
  await ctx.limits.take('document', `user:${ctx.session.userId}`);
  const about = Number(referencia);
  if (tipo === 'boletim') return addressed(await emitReport(ctx, about));
  if (tipo === 'pagamentos') return addressed(await emitPayments(ctx, about));
  return addressed(await (tipo === 'recibo' ? emitReceipt(ctx, about) : emitDeclaration(ctx, tipo, about)));
}

const addressed = ({ codigo }: DocumentRow) => ({
  codigo,
  url: API_PREFIX + downloadDocument.path.replace('{code}', codigo),
});

/** The same grades on the same day give the same report, however often the user asks. */
async function emitReport(ctx: Ctx, turmaId: number): Promise<DocumentRow> {
  const { db, session, now, config } = ctx;
  const at = now();
  const { userId } = session;
  const [{ turma, notas, timezone }, holder] = await Promise.all([
    readReport(db, userId, turmaId, at),
    holderOf(db, userId),
  ]);
  const dados: ReportSnapshot = {
    marca: holder.marca ?? brandOfHost(ctx),
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
