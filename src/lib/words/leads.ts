import type { LeadState } from '../contract/leads.schema.ts';
import { firstName } from '../format/text.ts';

type Tone = 'brand' | 'info' | 'warning' | 'success' | 'neutral';

/** The states of a contact; `action` is what a button says that leads there. */
export const leadStates: Readonly<Record<LeadState, { name: string; tone: Tone; action: string }>> = {
  novo: { name: 'Novo', tone: 'warning', action: 'Voltar para novo' },
  em_contato: { name: 'Em contato', tone: 'info', action: 'Já falei' },
  visita_marcada: { name: 'Visita marcada', tone: 'brand', action: 'Marcou visita' },
  matriculado: { name: 'Matriculado', tone: 'success', action: 'Matricular' },
  perdido: { name: 'Perdido', tone: 'neutral', action: 'Não deu certo' },
};

const counted = (name: string, count = 0) => ({ name: count > 0 ? `${name} · ${count}` : name });

/** The filters of the list, each with how many there are: what is due first, then the states. */
export const leadFilters = (
  counts: Readonly<Record<string, number>>,
  due: number,
): Record<string, { name: string }> => ({
  hoje: counted('Para hoje', due),
  ...Object.fromEntries(Object.entries(leadStates).map(([key, { name }]) => [key, counted(name, counts[key])])),
});

interface Happened {
  tipo: 'envio' | 'estado' | 'nota' | 'passo' | 'responsavel' | 'unidade';
  texto: string | null;
  estado: LeadState | null;
  /** The name of the page. */
  pagina: string;
}

interface Opening {
  /** Of the contact. */
  nome: string;
  /** Of the reader. */
  quem: string;
  /** The unit, or the brand. */
  escola: string;
  /** The page. */
  sobre: string;
}

/** What the forms of a contact call their fields. */
export const leadFields = {
  nota: 'Anotação',
  motivo: 'Por que não deu certo',
  proximo_em: 'Dia',
  proximo_passo: 'O que fazer',
} as const;

/** What stands above the page after each form, by its action. */
export const leadDone: Readonly<Record<string, string>> = {
  estado: 'Estado atualizado.',
  passo: 'Próximo passo guardado. No dia, ele aparece em “Para hoje”.',
  nota: 'Anotação guardada.',
  cuidar: 'Pronto: já mudamos quem cuida.',
  perder: 'Contato encerrado. Se a pessoa escrever de novo, ele volta para a lista.',
  matricular: 'Matrícula registrada. Boas-vindas a mais um aluno!',
};

const moved = (count: number, state: string) =>
  `${count === 1 ? '1 contato está' : `${count} contatos estão`} em “${state}”.`;

/** Texts that the pages of contacts use in more than one place. */
export const leadMessages = {
  notKept: 'Não conseguimos guardar. O que você escreveu está aqui: tente de novo em instantes.',
  noneMarked: 'Marque pelo menos um contato.',
  enrolment:
    'O contato passa para “Matriculado”, e isso não volta atrás. Se veio por indicação, os pontos de quem indicou entram na hora.',
  noStudent: 'Escolha quem se matriculou.',
  moved,
  /** The first words of a chat. */
  opening: ({ nome, quem, escola, sobre }: Opening) =>
    `Oi, ${firstName(nome)}! Aqui é ${firstName(quem)}, da ${escola}. Você deixou seu contato em “${sobre}”. Posso ajudar?`,
  /** An entry of the history, after who and when. */
  event: ({ tipo, texto, estado, pagina }: Happened): string => {
    if (tipo === 'envio') return `Deixou o contato em ${pagina}`;
    if (tipo === 'estado' && estado) return `${leadStates[estado].name}${texto ? `: ${texto}` : ''}`;
    if (tipo === 'passo') return texto ? `Próximo passo: ${texto}` : 'Tirou o próximo passo';
    if (tipo === 'responsavel') return texto ? `Passou para ${texto}` : 'Deixou sem responsável';
    if (tipo === 'unidade') return `Unidade: ${texto}`;
    return texto ?? '';
  },
  /** The notice to the staff. It names nobody. */
  told: (isFirst: boolean, unidade: string | null) => ({
    title: isFirst ? 'Contato novo' : 'Um contato escreveu de novo',
    body: `${unidade ? `${unidade}: quem` : 'Quem'} responde primeiro tem mais chance. Veja quem é e chame no WhatsApp.`,
  }),
};
