import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { Day, Id, Uuid } from './shapes.schema.ts';

/** An item as the test taker sees it: parameters and answer key stay on the server. */
export const TestItem = z.object({
  id: Id,
  habilidade: z.enum(['grammar', 'vocabulary', 'reading', 'listening']),
  enunciado: z.string(),
  /** Language of `enunciado`; the rest is English. */
  idioma: z.enum(['pt-BR', 'en']),
  texto: z.string().nullish(),
  audio_url: z.string().nullish(),
  alternativas: z.array(z.object({ id: z.string(), texto: z.string() })),
});
export type TestItem = z.infer<typeof TestItem>;

const CefrLevel = z.enum(['A1', 'A2', 'B1', 'B2', 'C1']);
export type CefrLevel = z.infer<typeof CefrLevel>;
/** `Pré-A1`: answers as good as chance. */
const Level = z.enum(['Pré-A1', ...CefrLevel.options]);
export const TestResult = z.object({
  nivel: Level,
  /** Levels within one standard error. */
  faixa: z.object({ de: Level, ate: Level }),
  theta: z.number(),
  erro_padrao: z.number(),
  pontos: z.int().min(0).max(100),
  por_habilidade: z.record(z.string(), z.number()),
  pode_fazer: z.array(z.string()),
  recomendacao: z.object({ codigo_produto: z.string().nullish(), turma: z.string().nullish() }),
  certificado_url: z.string().nullish(),
  /** A visitor must still give the name for the certificate. */
  falta_contato: z.boolean(),
});
export type TestResult = z.infer<typeof TestResult>;

export const SessionId = z.object({ id: Uuid });

export const calls = {
  verifyCertificate: {
    summary: 'Whether a certificate is genuine',
    ledger: 'ours',
    params: z.object({ code: z.string().regex(/^[A-Za-z0-9-]{6,40}$/) }),
    result: z.object({ nome: z.string(), nivel: z.string(), data: Day, valido: z.boolean() }),
  },
  downloadCertificate: {
    summary: 'The certificate of an own level test as PDF',
    ledger: 'ours',
    params: SessionId,
    result: z.any(),
  },
} satisfies Record<string, CallSchema>;
