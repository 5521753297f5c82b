import type { Aula, Turma } from '#lib/contract/pedagogico.schema.ts';
import { noTeacher } from '#lib/words/pedagogico.ts';
import { lessonWindow } from './lessons-ahead.ts';
import type { AulaRow, HorarioRow, MaterialRow, TurmaRow } from './queries.ts';

/** The state of a class for one of its students: after the student left, that of the enrolment. */
const stateOf = ({ status, enrollment }: Pick<TurmaRow, 'status' | 'enrollment'>): Turma['status'] =>
  enrollment === 'ativa' ? status : enrollment;

/** A class without lesson contents and meeting links. A printed book code shows only the times (S17). */
export const timesAlone = (turma: Turma): Turma => ({
  ...turma,
  proxima_aula: turma.proxima_aula && {
    ...turma.proxima_aula,
    conteudo: null,
    link_reuniao: null,
    link_liberado_em: null,
    gravacao_url: null,
    licao_de_casa: null,
    materiais: [],
  },
});

/** A lesson at `now`. The meeting link is included only from ten minutes before until the end (CLASS-04). */
export function presentAula(row: AulaRow, now: Date, materiais: readonly MaterialRow[] = []): Aula {
  const { opens, isOpen } = lessonWindow(row, now);
  const link = row.link_reuniao ?? (row.tipo === 'online' ? row.link_da_turma : null);
  return {
    id: row.id,
    turma_id: row.turma_id,
    numero: row.numero,
    titulo: row.titulo,
    conteudo: row.conteudo,
    unidade_id: row.unidade_id,
    inicio: row.inicio,
    fim: row.fim,
    tipo: row.tipo,
    status: statusOf(row, now),
    link_reuniao: isOpen ? link : null,
    link_liberado_em: link === null ? null : opens.toISOString(),
    gravacao_url: row.gravacao_url,
    licao_de_casa: row.licao_de_casa,
    remarcada_de: row.inicio_previsto === row.inicio ? null : row.inicio_previsto,
    substituto: row.substituto,
    sala: row.sala,
    materiais: materiais
      .filter(({ aula_id }) => aula_id === row.id)
      .map(({ n, nome, mime, tamanho_bytes, enviado_em, url }) => ({ n, nome, mime, tamanho_bytes, enviado_em, url })),
  };
}

function statusOf(row: AulaRow, now: Date): Aula['status'] {
  if (row.cancelada_em !== null) return 'cancelada';
  if (now < new Date(row.inicio)) return 'agendada';
  if (now < new Date(row.fim)) return 'ao_vivo';
  return row.gravacao_url === null ? 'encerrada' : 'gravada';
}

export function presentTurma(
  row: TurmaRow,
  horarios: HorarioRow[],
  next: AulaRow | undefined,
  held: number,
  now: Date,
): Turma {
  return {
    id: row.id,
    turma_aluno_id: row.turma_aluno_id,
    nome: row.nome,
    livro: {
      id: row.livro_id,
      codigo: row.livro_codigo,
      nome: row.livro_nome,
      linha: row.linha,
      nivel_cefr: row.nivel_cefr,
      capa_url: row.capa_url,
      unidades_total: row.unidades_total,
    },
    modalidade: row.modalidade,
    somente_digital: row.somente_digital,
    professor: {
      id: row.professor_id ?? row.escola_id,
      nome: row.professor_nome ?? noTeacher,
      foto_url: row.professor_foto,
    },
    escola: { id: row.escola_id, nome: row.escola_nome, cidade: row.cidade },
    sala: row.sala,
    horarios: horarios.map(({ dia_semana, inicio, fim }) => ({ dia_semana, inicio, fim })),
    inicio: row.inicio,
    fim: row.fim,
    status: stateOf(row),
    matricula: row.enrollment,
    aulas_total: row.aulas_total,
    aulas_dadas: held,
    percentual: row.aulas_total === 0 ? 0 : Math.min(100, Math.round((held * 100) / row.aulas_total)),
    proxima_aula: next && row.enrollment === 'ativa' ? presentAula(next, now) : null,
  };
}
