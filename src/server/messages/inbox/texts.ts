import type { Parcela } from '#lib/contract/finance.schema.ts';
import type { NoticeCategory, NoticeKind } from '#lib/contract/inbox.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney, formatPoints } from '#lib/format/money.ts';
import { clip, firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import { waysInWords } from '#lib/words/finance-ways.ts';

/** The longest title that devices show; the notice centre shows the same text. */
export const TITLE_LENGTH = 65;
export const BODY_LENGTH = 180;

interface Lesson {
  turmaId: number;
  titulo: string;
  /** Clock time at the school, `19:00`. */
  hora: string;
}
interface Bill {
  descricao: string;
  centavos: number;
  path: string;
  /** The full name of the minor whose bill it is, if another person reads this. */
  de?: string;
}

/** The values of each text. Days are `YYYY-MM-DD`, money is centavos. */
export interface NoticeParams {
  /** `avaliacao`: one grade that came later than others of its period; `mais`: several came. */
  nota_lancada: { turmaId: number; turma: string; periodo: string; avaliacao?: string; mais?: true };
  /** `devolvida`: it is to be done again. */
  correcao_pronta: { turmaId: number; atividadeId: number; atividade: string; devolvida?: true };
  aula_em_1h: Lesson & { online: boolean; sala: string | null };
  /** `dia`: `hoje`, `amanhã`, `terça-feira, 24/11`. */
  /** `motivo`: the name of a closed day; `mais`: so many other lessons of that day are cancelled too. */
  aula_cancelada: Lesson & { dia: string; motivo?: string; mais?: number };
  /** `dia` and `hora` are the new ones. */
  aula_remarcada: Lesson & { dia: string };
  /** `prazo`: the day in words; null: no deadline. */
  atividade_nova: { turmaId: number; atividadeId: number; atividade: string; prazo: string | null };
  /** `dias` left: 0 is today. */
  /** `formas`: how it can be paid in the portal; an example does not say. */
  parcela_em_3_dias: Bill & { vencimento: string; dias: number; formas?: Parcela['formas'] };
  parcela_paga: Bill;
  pontos_vencem: { pontos: number; ate: string };
  /** `por`: the cause of the change, if the status alone does not tell. */
  pedido_andou: { id: number; numero: string; status: number; nota?: string | null; por?: 'teste' | 'prazo' | 'volta' };
  documento_recusado: { documento: string; motivo: string | null };
}

export interface NoticeText {
  title: string;
  body: string;
  path: string;
}

/** The name of each kind in the panel, the category for switching it off, and its text. Each text is only here. */
export const kinds: {
  readonly [Kind in NoticeKind]: {
    nome: string;
    category: NoticeCategory;
    exemplo: NoticeParams[Kind];
    text: (params: NoticeParams[Kind]) => NoticeText;
  };
} = {
  nota_lancada: {
    nome: 'Nota liberada',
    category: 'aula',
    exemplo: { turmaId: 1, turma: 'Reach 1 · terça e quinta', periodo: '2º bimestre' },
    text: ({ turmaId, turma, periodo, avaliacao, mais }) => ({
      title: avaliacao ? 'Saiu mais uma nota' : mais ? 'Saíram mais notas' : 'Suas notas saíram',
      body: avaliacao
        ? `A nota de “${clip(avaliacao, 60)}” (${clip(periodo, 40)}) já está no portal.`
        : `As notas de ${periodo} da turma ${turma} já estão no portal.`,
      path: routes.pedagogico.gradesOfClass(turmaId, { parte: 'notas' }),
    }),
  },
  correcao_pronta: {
    nome: 'Correção pronta',
    category: 'aula',
    exemplo: { turmaId: 1, atividadeId: 1, atividade: 'My last trip' },
    text: ({ turmaId, atividadeId, atividade, devolvida }) => ({
      title: devolvida ? 'Sua atividade voltou para você' : 'Sua atividade foi corrigida',
      body: devolvida
        ? `Veja o que o professor pediu em “${clip(atividade, 90)}” e envie de novo.`
        : `Veja a correção de “${atividade}” e o que o professor comentou.`,
      path: routes.pedagogico.work(turmaId, atividadeId),
    }),
  },
  aula_em_1h: {
    nome: 'Aula em 1 hora',
    category: 'aula',
    exemplo: { turmaId: 1, titulo: 'Travel plans', hora: '19:00', online: true, sala: null },
    text: ({ turmaId, titulo, hora, online, sala }) => ({
      title: `Sua aula começa às ${hora}`,
      body: online
        ? `${clip(titulo, 110)}, online. A sala abre 10 minutos antes.`
        : `${clip(titulo, 110)}, ${sala === null ? 'na escola' : `na escola: ${clip(sala, 40)}`}.`,
      path: online
        ? routes.onlineClasses.details(turmaId)
        : routes.pedagogico.gradesOfClass(turmaId, { parte: 'aulas' }),
    }),
  },
  aula_cancelada: {
    nome: 'Aula cancelada',
    category: 'aula',
    exemplo: { turmaId: 1, titulo: 'Travel plans', hora: '19:00', dia: 'hoje' },
    text: ({ turmaId, titulo, hora, dia, motivo, mais = 0 }) => ({
      title: mais > 0 ? `Sem aula ${dia}: ${mais + 1} canceladas` : `Aula cancelada: ${dia}, ${hora}`,
      body: `${motivo === undefined ? '' : `${clip(motivo, 50)}. `}${
        mais > 0 ? 'Suas aulas deste dia não vão acontecer' : `${clip(titulo, 60)} não vai acontecer`
      }. A escola combina a reposição com a turma.`,
      path: routes.onlineClasses.details(turmaId),
    }),
  },
  aula_remarcada: {
    nome: 'Aula remarcada',
    category: 'aula',
    exemplo: { turmaId: 1, titulo: 'Travel plans', hora: '19:00', dia: 'quinta-feira, 26/11' },
    text: ({ turmaId, titulo, hora, dia }) => ({
      title: `Aula remarcada: ${dia}, ${hora}`,
      body: `${clip(titulo, 90)} mudou de horário. Seu calendário acompanha sozinho.`,
      path: routes.pedagogico.gradesOfClass(turmaId, { parte: 'aulas' }),
    }),
  },
  atividade_nova: {
    nome: 'Atividade nova',
    category: 'aula',
    exemplo: { turmaId: 1, atividadeId: 1, atividade: 'My last trip', prazo: 'quinta-feira, 26/11' },
    text: ({ turmaId, atividadeId, atividade, prazo }) => ({
      title: 'Atividade nova na sua turma',
      body: prazo ? `${clip(atividade, 90)}. Entrega até ${prazo}.` : `${clip(atividade, 110)}.`,
      path: routes.pedagogico.work(turmaId, atividadeId),
    }),
  },
  parcela_em_3_dias: {
    nome: 'Parcela vence em 3 dias',
    category: 'financeiro',
    exemplo: {
      descricao: 'Mensalidade 8 de 12',
      centavos: 38_900,
      vencimento: '2026-12-10',
      dias: 3,
      path: '/financial',
    },
    text: ({ descricao, centavos, vencimento, dias, formas, de, path }) => ({
      title: `Parcela${ofWhom(de)} vence ${inDays(dias)}`,
      body: `${clip(descricao, 70)}: ${formatMoney(centavos)}, até ${formatDay(vencimento)}. ${payBy(formas)}`,
      path,
    }),
  },
  parcela_paga: {
    nome: 'Pagamento recebido',
    category: 'financeiro',
    exemplo: { descricao: 'Mensalidade 8 de 12', centavos: 38_900, path: '/financial' },
    text: ({ descricao, centavos, de, path }) => ({
      title: `Recebemos o pagamento${ofWhom(de)}`,
      body: `${clip(descricao, 70)}: ${formatMoney(centavos)}. ${de === undefined ? 'O recibo já está no portal.' : 'Está tudo certo.'}`,
      path,
    }),
  },
  pontos_vencem: {
    nome: 'Pontos vencendo',
    category: 'clube',
    exemplo: { pontos: 150, ate: '2026-12-31' },
    text: ({ pontos, ate }) => ({
      title: pontos === 1 ? '1 ponto está para vencer' : `${formatPoints(pontos)} estão para vencer`,
      body: `${pontos === 1 ? 'Vale' : 'Valem'} até ${formatDay(ate)}. Veja o que dá para trocar antes.`,
      path: routes.club.spend(),
    }),
  },
  pedido_andou: {
    nome: 'Pedido andou',
    category: 'pedido',
    exemplo: { id: 1, numero: '2026-000123', status: STATUS.collected },
    text: ({ id, numero, status, nota, por }) => ({
      ...orderMoved(numero, status, nota, por),
      path: routes.orders.detail(id),
    }),
  },
  documento_recusado: {
    nome: 'Documento recusado',
    category: 'aviso',
    exemplo: { documento: 'Passaporte', motivo: 'A foto está cortada' },
    text: ({ documento, motivo }) => ({
      title: `Envie de novo: ${documento}`,
      body: `${motivo === null ? 'O documento não foi aceito' : `Não foi aceito: ${clip(motivo, 110)}`}. Reenvie só este documento.`,
      path: routes.abroad.home(),
    }),
  },
};

/** The text of an event, cut to the length that devices show, whatever names it has. */
export function noticeText<Kind extends NoticeKind>(kind: Kind, params: NoticeParams[Kind]): NoticeText {
  const { title, body, path } = kinds[kind].text(params);
  return { title: clip(title, TITLE_LENGTH), body: clip(body, BODY_LENGTH), path };
}

/** How a bill is paid, as a sentence. */
function payBy(formas: Parcela['formas'] | undefined): string {
  if (!formas) return 'Veja no portal como pagar.';
  const ways = waysInWords(formas);
  return ways ? `Pague por ${ways}.` : 'O pagamento é na escola.';
}

const ofWhom = (name: string | undefined) => (name === undefined ? '' : ` de ${clip(firstName(name), 25)}`);
const inDays = (days: number) => (days === 0 ? 'hoje' : days === 1 ? 'amanhã' : `em ${days} dias`);

function orderMoved(
  numero: string,
  status: number,
  nota: string | null | undefined,
  por: NoticeParams['pedido_andou']['por'],
) {
  if (por === 'teste') {
    return {
      title: `Pedido ${numero} liberado para pagamento`,
      body: 'Você terminou o teste de nível. Pague em até 7 dias para receber o material.',
    };
  }
  if (por === 'prazo') {
    return {
      title: `Pedido ${numero} cancelado`,
      body: 'O prazo de 7 dias para o pagamento terminou. Se ainda quiser o material, faça um novo pedido.',
    };
  }
  const { name, description } = orderStatus(status);
  if (por === 'volta') {
    return {
      title: `Pedido ${numero}: voltou um passo`,
      body: `Está de novo em “${name}”. A escola ainda está cuidando dele.`,
    };
  }
  return { title: `Pedido ${numero}: ${name}`, body: nota?.trim() || description || 'Veja como está o seu pedido.' };
}

/** An example text of a kind, with made-up values. */
export const exampleText = <Kind extends NoticeKind>(kind: Kind): NoticeText => noticeText(kind, kinds[kind].exemplo);
