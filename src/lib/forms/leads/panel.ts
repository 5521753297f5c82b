import type { LeadState } from '#lib/contract/leads.schema.ts';
import type { AnswerOf, InputOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { leadMessages } from '#lib/words/leads.ts';
import { idsIn } from '../marked.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';

/** A person who asked the school for contact. */
export type Lead = AnswerOf<'leads.listLeads'>['items'][number];
export type LeadDetails = AnswerOf<'leads.getLead'>;

type Change = Omit<InputOf<'leads.updateLead'>, 'id'>;

const idOf = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

/**
 * The forms of the list: says of the marked contacts that somebody talks to them, and takes that back.
 *
 * @param next the list after it, with what was moved
 */
export function listForms(next: (parts: { feito?: string; ids?: string }) => string): Record<string, Verb> {
  const move = async ({ api }: Sent, ids: number[], estado: 'novo' | 'em_contato') =>
    (await api.leads.moveLeads({ ids, estado })).ids;
  return {
    marcar: async (sent) => {
      const ids = idsIn(sent.form.getAll('contato').join(','));
      if (ids.length === 0) refuse({ contato: leadMessages.noneMarked });
      return next({ feito: 'em_contato', ids: (await move(sent, ids, 'em_contato')).join(',') });
    },
    desfazer: async (sent) => {
      await move(sent, idsIn(sent.values.ids), 'novo');
      return next({});
    },
  };
}

/** The forms of a contact's page; after each the page says what was done. */
export function leadForms(id: string): Record<string, Verb> {
  const save =
    (feito: string, changeOf: (values: Sent['values']) => Change): Verb =>
    async ({ api, values }) => {
      await api.leads.updateLead({ id, ...changeOf(values) });
      return routes.manager.lead(id, { feito });
    };
  return {
    estado: save('estado', ({ estado }) => ({ estado: estado as Exclude<LeadState, 'matriculado'> })),
    perder: save('perder', ({ motivo }) => ({ estado: 'perdido', motivo })),
    nota: save('nota', ({ nota = '' }) => ({ nota })),
    passo: save('passo', ({ proximo_em, proximo_passo }) => ({ proximo_em: proximo_em || null, proximo_passo })),
    cuidar: save('cuidar', ({ responsavel_id, unidade_id }) => ({
      responsavel_id: idOf(responsavel_id),
      ...(idOf(unidade_id) !== null && { unidade_id: Number(unidade_id) }),
    })),
    matricular: async ({ api, values, key }) => {
      const aluno_user_id = idOf(values.aluno_user_id);
      if (aluno_user_id === null) return refuse({ aluno_user_id: leadMessages.noStudent });
      await api.leads.enrolLead({ id, aluno_user_id }, key);
      return routes.manager.lead(id, { feito: 'matricular' });
    },
  };
}
