import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Notas } from './pedagogico.schema.ts';
import { Day, Id, IdParam, Instant, OneId, Text } from './shapes.schema.ts';

const Skill = Notas.shape.periodos.element.shape.avaliacoes.element.shape.habilidade;

const Assessment = z.object({
  id: Id,
  nome: z.string(),
  habilidade: Skill,
  data: Day,
  nota_maxima: z.number(),
  peso: z.number(),
});
export type Assessment = z.infer<typeof Assessment>;

const Period = z.object({
  id: Id,
  nome: z.string(),
  /** When students began to see its grades; null: they do not. */
  liberado_em: Instant.nullable(),
  avaliacoes: z.array(Assessment),
});

export const GradeSheet = z.object({
  turma: z.object({ id: Id, nome: z.string(), livro: z.string(), timezone: z.string() }),
  periodos: z.array(Period),
  alunos: z.array(z.object({ turma_aluno_id: Id, nome: z.string() })),
  notas: z.array(z.object({ turma_aluno_id: Id, avaliacao_id: Id, nota: z.number() })),
  escala: z.object({ minimo: z.number(), maximo: z.number(), aprovacao: z.number() }),
});
export type GradeSheet = z.infer<typeof GradeSheet>;

const AssessmentInput = z.object({
  nome: Text(80).meta({ title: 'Nome da avaliação' }),
  habilidade: Skill,
  data: Day,
  nota_maxima: z.number().min(1).max(1000),
  peso: z.number().min(0).max(100),
});

const GradeCell = z.object({ turma_aluno_id: Id, avaliacao_id: Id, nota: z.number().min(0).max(1000).nullable() });
export type GradeCell = z.infer<typeof GradeCell>;

export const gradeCalls = {
  getGradeSheet: {
    summary: 'The grades of a class: students, assessments by period, and what was given',
    ledger: 'ours',
    params: OneId,
    result: GradeSheet,
  },
  saveGrades: {
    summary: 'Saves grades of a class; null takes one back. What cannot stand is said by its cell, the rest is saved',
    ledger: 'ours',
    params: OneId,
    body: z.object({ notas: z.array(GradeCell).min(1).max(1000) }),
    result: z.object({
      salvas: z.int(),
      salvo_em: Instant,
      recusadas: z.array(z.object({ turma_aluno_id: Id, avaliacao_id: Id, motivo: z.string() })),
    }),
  },
  addPeriod: {
    summary: 'Adds a period to a class',
    ledger: 'ours',
    params: OneId,
    body: z.object({ nome: Text(60).meta({ title: 'Nome do período' }) }),
    result: z.object({ id: Id }),
  },
  releasePeriod: {
    summary: 'Shows the grades of a period to students, who are told once, or hides them again',
    ledger: 'ours',
    params: OneId,
    body: z.object({ liberado: z.boolean() }),
    result: z.object({ id: Id, liberado_em: Instant.nullable() }),
  },
  addAssessment: {
    summary: 'Adds a column to a period of a class',
    ledger: 'ours',
    params: OneId,
    body: AssessmentInput,
    result: Assessment,
  },
  updateAssessment: {
    summary: 'Changes a column',
    ledger: 'ours',
    params: OneId,
    body: AssessmentInput,
    result: Assessment,
  },
  removeAssessment: {
    summary: 'Removes a column; one with grades only when asked twice',
    ledger: 'ours',
    params: OneId,
    query: z.object({ com_notas: z.literal('sim').optional() }),
    result: z.object({ id: Id }),
  },
  listNeedsWord: {
    summary: 'Students of the own classes, or of one class, whom the teacher should talk to, with the reasons',
    ledger: 'ours',
    query: z.object({ turma: IdParam.optional() }),
    result: z.object({
      alunos: z.array(
        z.object({
          turma_aluno_id: Id,
          nome: z.string(),
          foto_url: z.string().nullable(),
          turma: z.object({ id: Id, nome: z.string() }),
          frequencia: z.int().nullable(),
          ultima_pratica: Day.nullable(),
          atrasadas: z.int(),
          motivos: z.array(z.enum(['frequencia', 'pratica', 'atrasos'])),
        }),
      ),
      turmas: z.int(),
    }),
  },
} satisfies Record<string, CallSchema>;
export type NeedsWord = z.infer<typeof gradeCalls.listNeedsWord.result>['alunos'][number];
