import { routes } from '#lib/routes.ts';
import { threadWords } from '#lib/words/class-messages.ts';
import { refuse } from '../refusal.ts';
import type { Verb } from '../submit.ts';

/** Writes a message to a class. */
export const writeMessage =
  (id: string, aula: string | undefined): Verb =>
  async ({ api, values: { texto = '' }, key }) => {
    if (texto === '') refuse({ texto: threadWords.empty });
    const sent = await api.classMessages.sendClassMessage({ id, texto, ...(aula && { aula }) }, key);
    return routes.teacher.message(sent.id, { feito: 'enviada' });
  };

/** The forms of one message: answers in its threads, and their end. */
export function messageForms(id: string): Record<string, Verb> {
  const here = (feito: string) => routes.teacher.message(id, { feito });
  return {
    responder: async ({ api, values: { conversa = '', texto = '' }, key }) => {
      if (texto === '') refuse({ texto: threadWords.empty });
      await api.classMessages.answerThread({ id: conversa, texto }, key);
      return here('respondida');
    },
    vista: async ({ api, values: { conversa = '' } }) => {
      await api.classMessages.markThreadAnswered({ id: conversa });
      return here('vista');
    },
    encerrar: async ({ api, values: { conversa } }) => {
      await api.classMessages.endThreads({ id, ...(conversa && { conversa }) });
      return here(conversa ? 'encerrada' : 'encerradas');
    },
  };
}

/** The forms of a thread for a student or guardian. */
export function threadForms(id: string): Record<string, Verb> {
  const here = (feito: string) => routes.notices.thread(id, { feito });
  return {
    responder: async ({ api, values: { texto = '' }, key }) => {
      if (texto === '') refuse({ texto: threadWords.empty });
      await api.classMessages.replyToThread({ id, texto }, key);
      return here('enviada');
    },
    ler: async ({ api }) => {
      await api.classMessages.markThreadRead({ id });
      return here('lida');
    },
    avisar: async ({ api }) => {
      await api.classMessages.reportThread({ id });
      return here('avisada');
    },
  };
}
