import { clip, firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import type { NoticeParams, NoticeText } from './kinds.ts';
import { ofWhom } from './texts.ts';

/** Texts for a student, and for the guardian of a minor in other words (`FAMILY_KINDS`). */

const named = (name: string) => clip(firstName(name), 25);
/** The link for the guardian: the page of the child. */
const pathOf = (filho: number | undefined, part: string, own: string) =>
  filho === undefined ? own : `${routes.profile.child(filho)}#${part}`;

export function graded(params: NoticeParams['nota_lancada']): NoticeText {
  const { turmaId, turma, periodo, avaliacao, mais, de, filho } = params;
  const own = avaliacao ? 'Saiu mais uma nota' : mais ? 'Saíram mais notas' : 'Suas notas saíram';
  const theirs = avaliacao ? 'Saiu mais uma nota' : mais ? 'Saíram mais notas' : 'Saíram as notas';
  return {
    title: de === undefined ? own : `${theirs}${ofWhom(de)}`,
    body: avaliacao
      ? `A nota de “${clip(avaliacao, 60)}” (${clip(periodo, 40)}) já está no portal.`
      : `As notas de ${periodo} da turma ${turma} já estão no portal.`,
    path: pathOf(filho, 'notas', routes.pedagogico.gradesOfClass(turmaId, { parte: 'notas' })),
  };
}

export function corrected(params: NoticeParams['correcao_pronta']): NoticeText {
  const { turmaId, atividadeId, atividade, devolvida, de, filho } = params;
  const path = pathOf(filho, 'atividades', routes.pedagogico.work(turmaId, atividadeId));
  if (de !== undefined) {
    return devolvida
      ? {
          title: `Uma atividade${ofWhom(de)} voltou`,
          body: `O professor pediu para fazer de novo “${clip(atividade, 90)}”.`,
          path,
        }
      : {
          title: `Atividade${ofWhom(de)} corrigida`,
          body: `Veja o que o professor disse de “${clip(atividade, 100)}”.`,
          path,
        };
  }
  return {
    title: devolvida ? 'Sua atividade voltou para você' : 'Sua atividade foi corrigida',
    body: devolvida
      ? `Veja o que o professor pediu em “${clip(atividade, 90)}” e envie de novo.`
      : `Veja a correção de “${atividade}” e o que o professor comentou.`,
    path,
  };
}

export function cancelled(params: NoticeParams['aula_cancelada']): NoticeText {
  const { turmaId, titulo, hora, dia, motivo, mais = 0, de, filho } = params;
  const one = `Aula cancelada${ofWhom(de)}: ${dia}, ${hora}`;
  const days = de === undefined ? 'Suas aulas' : 'As aulas';
  return {
    title: mais > 0 ? `${de === undefined ? 'Sem aula' : `${named(de)} sem aula`} ${dia}: ${mais + 1} canceladas` : one,
    body: `${motivo === undefined ? '' : `${clip(motivo, 50)}. `}${
      mais > 0 ? `${days} deste dia não vão acontecer` : `${clip(titulo, 60)} não vai acontecer`
    }. A escola combina a reposição com a turma.`,
    path: pathOf(filho, 'aulas', routes.onlineClasses.details(turmaId)),
  };
}

export function moved(params: NoticeParams['aula_remarcada']): NoticeText {
  const { turmaId, titulo, hora, dia, volta, de, filho } = params;
  const back = de === undefined ? 'Vai ter aula' : `${named(de)} vai ter aula`;
  return {
    title: volta ? `${back}: ${dia}, ${hora}` : `Aula remarcada${ofWhom(de)}: ${dia}, ${hora}`,
    body: `${clip(titulo, 90)} ${volta ? 'não está mais cancelada' : 'mudou de horário'}. ${de === undefined ? 'Seu' : 'O'} calendário acompanha sozinho.`,
    path: pathOf(filho, 'aulas', routes.pedagogico.gradesOfClass(turmaId, { parte: 'aulas' })),
  };
}

export function newWork(params: NoticeParams['atividade_nova']): NoticeText {
  const { turmaId, atividadeId, atividade, prazo, de, filho } = params;
  return {
    title: de === undefined ? 'Atividade nova na sua turma' : `Atividade nova${ofWhom(de)}`,
    body: prazo ? `${clip(atividade, 90)}. Entrega até ${prazo}.` : `${clip(atividade, 110)}.`,
    path: pathOf(filho, 'atividades', routes.pedagogico.work(turmaId, atividadeId)),
  };
}
