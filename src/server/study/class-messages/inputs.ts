import { z } from 'zod';
import { IdParam, LongText, PageQuery } from '#lib/contract/shapes.schema.ts';

export const sendInput = z.object({ id: IdParam, aula: IdParam.optional(), texto: LongText(1500) });
export const replyInput = z.object({ id: IdParam, texto: LongText(1000) });
/** `conversa`: only this thread. */
export const endThreadsInput = z.object({ id: IdParam, conversa: IdParam.optional() });
export const listInput = PageQuery.extend({ turma: IdParam.optional() });
