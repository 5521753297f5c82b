import type { LeadState } from '../contract/leads.schema.ts';
import { firstName } from '../format/text.ts';

type Tone = 'brand' | 'info' | 'warning' | 'success' | 'neutral';

/** The states of a lead; `action` is the label of the button that leads there. */
export const leadStates: Readonly<Record<LeadState, { name: string; tone: Tone; action: string }>> = {
  novo: { name: 'Novo', tone: 'warning', action: 'Voltar para novo' },
  em_contato: { name: 'Em contato', tone: 'info', action: 'Já falei' },
  visita_marcada: { name: 'Visita marcada', tone: 'brand', action: 'Marcou visita' },
  matriculado: { name: 'Matriculado', tone: 'success', action: 'Matricular' },
  perdido: { name: 'Perdido', tone: 'neutral', action: 'Não deu certo' },
};

interface Happened {
  tipo: 'envio' | 'estado' | 'nota' | 'passo' | 'responsavel' | 'unidade';
  /** The member of staff. */
  quem: string | null;
  texto: string | null;
  estado: LeadState | null;
  /** The name of the page, or the office’s source. */
  origem: string;
}

interface Opening {
  /** The lead’s name. */
  nome: string;
  /** The reader’s name. */
  quem: string;
  /** The unit, or the brand. */
  escola: string;
  /** The page; null: the office recorded the lead. */
  sobre: string | null;
  /** The member who referred the person. */
  indicou: string | null;
}

/** Labels of a lead’s fields. */
export const leadFields = {
  nome: 'Nome',
  telefone: 'Telefone',
  email: 'E-mail',
  unidade_id: 'Unidade',
  responsavel_id: 'Responsável',
  origem: 'Como chegou',
  nota: 'Anotação',
  motivo: 'Por que não deu certo',
  proximo_em: 'Dia',
  proximo_hora: 'Hora',
  proximo_passo: 'O que fazer',
} as const;

/** Texts that the pages of contacts use in more than one place. */
export const leadMessages = {
  enrollment:
    'O contato passa para “Matriculado”, e isso não volta atrás. Se veio por indicação, os pontos de quem indicou entram na hora.',
  moved: (count: number, state: LeadState) =>
    `${count === 1 ? '1 contato está' : `${count} contatos estão`} em “${leadStates[state].name}”.`,
  /** The first words of a chat. */
  opening: ({ nome, quem, escola, sobre, indicou }: Opening) => {
    const known = indicou ? `${firstName(indicou)} indicou você para estudar aqui` : null;
    const why = sobre
      ? `Você deixou seu contato em “${sobre}”`
      : (known ?? 'Você falou com a gente sobre estudar aqui');
    return `Oi, ${firstName(nome)}! Aqui é ${firstName(quem)}, da ${escola}. ${why}. Posso ajudar?`;
  },
  /** An entry of the history, shown after author and time. */
  event: ({ tipo, quem, texto, estado, origem }: Happened): string => {
    if (tipo === 'envio') return quem ? `Contato anotado: ${origem}` : `Deixou o contato em ${origem}`;
    if (tipo === 'estado' && estado) return `${leadStates[estado].name}${texto ? `: ${texto}` : ''}`;
    if (tipo === 'passo') return texto ? `Próximo passo: ${texto}` : 'Tirou o próximo passo';
    if (tipo === 'responsavel') return texto ? `Passou para ${texto}` : 'Deixou sem responsável';
    if (tipo === 'unidade') return `Unidade: ${texto}`;
    return texto ?? '';
  },
  /** The notice to the staff. It contains no names. */
  notified: (isFirst: boolean, unidade: string | null) => ({
    title: isFirst ? 'Contato novo' : 'Um contato escreveu de novo',
    body: `${unidade ? `${unidade}: quem` : 'Quem'} responde primeiro tem mais chance. Veja quem é e chame no WhatsApp.`,
  }),
};
