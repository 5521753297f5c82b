import type { LeadState } from '../contract/leads.schema.ts';

type Tone = 'brand' | 'info' | 'warning' | 'success' | 'neutral';

/** The states of a contact; `action` is what a button says that leads there. */
export const leadStates: Readonly<Record<LeadState, { name: string; tone: Tone; action: string }>> = {
  novo: { name: 'Novo', tone: 'warning', action: 'Voltar para novo' },
  em_contato: { name: 'Em contato', tone: 'info', action: 'Já falei' },
  visita_marcada: { name: 'Visita marcada', tone: 'brand', action: 'Marcou visita' },
  matriculado: { name: 'Matriculado', tone: 'success', action: 'Matricular' },
  perdido: { name: 'Perdido', tone: 'neutral', action: 'Não deu certo' },
};

/** Texts that the pages of contacts use in more than one place. */
export const leadMessages = {
  /** The notice to the staff. It names nobody. */
  told: (isFirst: boolean, unidade: string | null) => ({
    title: isFirst ? 'Contato novo' : 'Um contato escreveu de novo',
    body: `${unidade ? `${unidade}: quem` : 'Quem'} responde primeiro tem mais chance. Veja quem é e chame no WhatsApp.`,
  }),
};
