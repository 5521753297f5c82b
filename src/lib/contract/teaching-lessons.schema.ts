import { z } from 'zod';
import { cleanLine } from '../format/clean-text.ts';
import type { CallSchema } from './core.ts';
import { FileInfo, Id, IdParam, Instant, OneId, OptionalLongText, Text } from './shapes.schema.ts';
import { DespiteClash } from './teaching-classes.schema.ts';

const Named = z.object({ id: Id, nome: z.string() });

/** An address of the web that a teacher gives to a class. */
const link = (max: number) =>
  z
    .string()
    .overwrite(cleanLine)
    .max(max)
    .refine((text) => /^https:\/\/[^\s.]+\.[^\s]+$/.test(text), 'Use um endereço que começa com https://');

/** What the roll says of a student. */
export const RollMark = z.enum(['presente', 'atraso', 'falta', 'justificada']);
export type RollMark = z.infer<typeof RollMark>;

/** When, where and with whom a lesson is. */
const lessonHead = {
  id: Id,
  titulo: z.string(),
  inicio: Instant,
  fim: Instant,
  tipo: z.enum(['presencial', 'online']),
  turma: Named,
  unidade: z.string(),
  timezone: z.string(),
  sala: z.string().nullable(),
  /** Present from ten minutes before until the end. */
  link_reuniao: z.string().nullable(),
  cancelada: z.boolean(),
};

/** A lesson of the teacher's day. */
export const DayLesson = z.object({
  ...lessonHead,
  chamada: z.boolean(),
  /** Whether what was taught is written. */
  registrada: z.boolean(),
  /** The user stands in for the teacher of the class. */
  substitui: z.boolean(),
  /** Somebody else gives it in place of the user. */
  substituto: z.string().nullable(),
  avisaram_falta: z.array(z.string()),
});
export type DayLesson = z.infer<typeof DayLesson>;

const ClassLesson = z.object({
  id: Id,
  numero: z.int(),
  titulo: z.string(),
  inicio: Instant,
  fim: Instant,
  cancelada: z.boolean(),
  remarcada: z.boolean(),
  chamada: z.boolean(),
  registrada: z.boolean(),
  substituto: z.string().nullable(),
});
export type ClassLesson = z.infer<typeof ClassLesson>;

const Attendance = z.object({ presencas: z.int(), faltas: z.int(), contadas: z.int(), percentual: z.int() });

const ClassMate = z.object({
  turma_aluno_id: Id,
  user_id: Id,
  nome: z.string(),
  foto_url: z.string().nullable(),
  frequencia: Attendance,
});
export type ClassMate = z.infer<typeof ClassMate>;

/** A class as its teacher sees it: neither money nor documents. */
export const TaughtClassPage = z.object({
  id: Id,
  nome: z.string(),
  livro: Named,
  unidade: z.string(),
  timezone: z.string(),
  professor: Named.nullable(),
  modalidade: z.enum(['presencial', 'online', 'hibrida']),
  sala: z.string().nullable(),
  status: z.enum(['futura', 'ativa', 'concluida', 'trancada']),
  horarios: z.array(z.object({ dia_semana: z.int(), inicio: z.string(), fim: z.string() })),
  minimo_percentual: z.int(),
  alunos: z.array(ClassMate),
  /** By time. */
  aulas: z.array(ClassLesson),
});
export type TaughtClassPage = z.infer<typeof TaughtClassPage>;

const RollStudent = z.object({
  turma_aluno_id: Id,
  user_id: Id,
  nome: z.string(),
  foto_url: z.string().nullable(),
  /** null: nothing recorded yet. `reposta`: missed, and made up for in another lesson. */
  situacao: z.enum([...RollMark.options, 'reposta']).nullable(),
  /** The student said that they do not come, and what the school decided. */
  avisou: z.enum(['avisada', 'justificada', 'nao_aceita']).nullable(),
});
export type RollStudent = z.infer<typeof RollStudent>;

const RollVisitor = z.object({
  id: Id,
  nome: z.string(),
  foto_url: z.string().nullable(),
  /** The class in which the lesson was missed. */
  turma: z.string(),
  situacao: RollMark.extract(['presente', 'falta']).nullable(),
});
export type RollVisitor = z.infer<typeof RollVisitor>;

const Material = FileInfo.extend({ url: z.string().nullable() });

/** One lesson for who gives it. */
export const TaughtLesson = z.object({
  ...lessonHead,
  numero: z.int(),
  professor: z.string().nullable(),
  substituto: z.string().nullable(),
  conteudo: z.string().nullable(),
  licao_de_casa: z.string().nullable(),
  gravacao_url: z.string().nullable(),
  materiais: z.array(Material),
  /** The roll opens ten minutes before the lesson. */
  chamada_abre: Instant,
  chamada_em: Instant.nullable(),
  chamada: z.array(RollStudent),
  /** Students of other classes who make up for a lesson in this one. */
  visitas: z.array(RollVisitor),
  /** The user plans the class: a substitute does not. */
  pode_repor: z.boolean(),
  /** The lesson in place of this cancelled one. */
  reposicao: z.object({ id: Id, inicio: Instant }).nullable(),
  /** The cancelled lesson that this one makes up for. */
  repoe: z.object({ id: Id, titulo: z.string(), inicio: Instant }).nullable(),
});
export type TaughtLesson = z.infer<typeof TaughtLesson>;

export const lessonCalls = {
  getTeachingDay: {
    summary: 'The lessons that the user gives today, and past ones without a roll',
    ledger: 'ours',
    result: z.object({ hoje: z.array(DayLesson), sem_chamada: z.array(DayLesson) }),
  },
  getTaughtClass: {
    summary: 'A class for its teacher: students with their attendance, lessons with their roll',
    ledger: 'ours',
    params: OneId,
    result: TaughtClassPage,
  },
  getTaughtLesson: {
    summary: 'A lesson for who gives it: the roll, what was taught, materials',
    ledger: 'ours',
    params: OneId,
    result: TaughtLesson,
  },
  takeRoll: {
    summary: 'Records who came to a lesson; points of presence follow',
    ledger: 'ours',
    params: OneId,
    body: z.object({
      presencas: z
        .array(z.object({ turma_aluno_id: Id, situacao: RollMark }))
        .min(1)
        .max(200)
        .refine((all) => new Set(all.map(({ turma_aluno_id }) => turma_aluno_id)).size === all.length, {
          message: 'Cada aluno aparece uma vez',
        }),
      /** Who came to make up for a lesson of another class. */
      visitas: z
        .array(z.object({ id: Id, situacao: RollVisitor.shape.situacao.unwrap() }))
        .max(50)
        .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
          message: 'Cada aluno aparece uma vez',
        })
        .default([]),
    }),
    result: TaughtLesson.extend({
      /** Students who spent the points of a presence that is taken back: they keep them. */
      pontos_usados: z.array(z.string()),
    }),
  },
  writeLesson: {
    summary: 'Writes what was taught, the homework and the recording of a lesson',
    ledger: 'ours',
    params: OneId,
    body: z.object({
      conteudo: OptionalLongText(1000).meta({ title: 'O que foi dado' }),
      licao_de_casa: OptionalLongText(500).meta({ title: 'Lição de casa' }),
      gravacao_url: z
        .preprocess((text) => (typeof text === 'string' && text.trim() === '' ? null : text), link(300).nullish())
        .meta({ title: 'Link da gravação' }),
    }),
    result: TaughtLesson,
  },
  addLessonLink: {
    summary: 'Gives the class a link as material of a lesson',
    ledger: 'ours',
    params: OneId,
    body: z.object({ nome: Text(120), url: link(500) }),
    result: TaughtLesson,
  },
  uploadLessonFile: {
    summary: 'Gives the class a file as material of a lesson',
    ledger: 'ours',
    params: OneId,
    body: z.object({ file: z.any() }),
    result: TaughtLesson,
  },
  removeLessonMaterial: {
    summary: 'Takes a material of a lesson back',
    ledger: 'ours',
    params: z.object({ id: IdParam, n: IdParam }),
    result: TaughtLesson,
  },
  downloadLessonFile: {
    summary: 'A file that is material of a lesson, for who gives it',
    ledger: 'ours',
    params: z.object({ id: IdParam, n: IdParam }),
    result: z.any(),
  },
  cancelTaughtLesson: {
    summary: 'Cancels a coming lesson with a reason; students are told once',
    ledger: 'ours',
    params: OneId,
    body: z.object({ motivo: Text(200) }),
    result: TaughtLesson,
  },
  addMakeUpLesson: {
    summary: 'Plans a lesson in place of a cancelled one',
    ledger: 'ours',
    params: OneId,
    body: z.object({ inicio: Instant, fim: Instant, mesmo_assim: DespiteClash }),
    result: TaughtLesson,
  },
} satisfies Record<string, CallSchema>;
