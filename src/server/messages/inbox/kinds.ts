import type { Parcela } from '#lib/contract/finance.schema.ts';
import { type NoticeCategory, type NoticeKind, StaffKind } from '#lib/contract/inbox.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney, formatPoints, plural } from '#lib/format/money.ts';
import { clip } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { STATUS } from '#lib/rules/orders/status.ts';
import type { Right } from '#lib/rules/people/rights.ts';
import { registrationChangeMessages } from '#lib/words/account-changes.ts';
import { leadMessages } from '#lib/words/leads.ts';
import { classMessage, inDays, missed, movedMoney, ofWhom, orderMoved, payBy, taughtMoved } from './texts.ts';

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

/** The values of each text to students and their payers. Days are `YYYY-MM-DD`, money is centavos. */
interface PeopleParams {
  /** `avaliacao`: one grade that came later than others of its period; `mais`: several came. */
  nota_lancada: { turmaId: number; turma: string; periodo: string; avaliacao?: string; mais?: true };
  /** `devolvida`: it is to be done again. */
  correcao_pronta: { turmaId: number; atividadeId: number; atividade: string; devolvida?: true };
  aula_em_1h: Lesson & { online: boolean; sala: string | null };
  /** `dia`: `hoje`, `amanhã`, `terça-feira, 24/11`. */
  /** `motivo`: the name of a closed day; `mais`: so many other lessons of that day are cancelled too. */
  aula_cancelada: Lesson & { dia: string; motivo?: string; mais?: number };
  /** `dia` and `hora` are the new ones; `volta`: it was cancelled, and takes place after all. */
  aula_remarcada: Lesson & { dia: string; volta?: true };
  /** `corrigida`: the roll noted an absence before; `de`: the full name of the minor, if another person reads this. */
  falta_registrada: { turmaId: number; turma: string; dia: string; hora: string; corrigida?: true; de?: string };
  /** `prazo`: the day in words; null: no deadline. */
  atividade_nova: { turmaId: number; atividadeId: number; atividade: string; prazo: string | null };
  /** `id`: of the thread; `resposta`: in a thread; `por`: who wrote it, if it was not the teacher; `de`: as above. */
  mensagem_da_turma: {
    id: number;
    turma: string;
    texto: string;
    resposta?: true;
    por?: 'aluno' | 'responsavel';
    de?: string;
  };
  /** `dias` left: 0 is today. */
  /** `formas`: how it can be paid in the portal; an example does not say. */
  parcela_em_3_dias: Bill & { vencimento: string; dias: number; formas?: Parcela['formas'] };
  parcela_paga: Bill;
  pontos_vencem: { pontos: number; ate: string };
  /** `por`: the cause of the change, if the status alone does not tell. */
  pedido_andou: { id: number; numero: string; status: number; nota?: string | null; por?: 'teste' | 'prazo' | 'volta' };
  documento_recusado: { documento: string; motivo: string | null };
}

/** The values of each text to staff. They name nobody: a notice stays longer than a person who asks to be forgotten. */
interface StaffParams {
  contato_novo: { id: number; isFirst: boolean; unidade: string | null };
  indicacao_nova: object;
  /** What happened by itself: the discount is on a bill or waits for one, or the code was sent. Null: the school acts. */
  resgate_novo: { recompensa: string; sozinho: 'desconto' | 'desconto_espera' | 'codigo' | null };
  /** What the order waits for: its payment, the student's level test, or the school, which releases it. */
  pedido_novo: { id: number; numero: string; centavos: number; espera: 'pagamento' | 'teste' | 'escola' };
  documento_enviado: { id: number };
  falta_avisada: { turma: string };
  trabalho_entregue: { turma: number; atividade: string };
  /** `id`: of the message in whose thread somebody wrote. */
  resposta_da_turma: { id: number; turma: string };
  conversa_denunciada: { id: number; turma: string };
  /** Of a lesson that somebody teaches, or is to teach. `recebida`: it was another teacher's; `entregue`: it is by now. */
  aula_mudou: {
    aula: number;
    turma: string;
    dia: string;
    hora: string;
    o: 'remarcada' | 'cancelada' | 'mantida' | 'recebida' | 'entregue' | 'reposicao' | 'desistencia';
    /** So many other lessons have the same. */
    mais?: number;
  };
  /**
   * `boleto`: no bank gives it back by itself, so the office sends the payer a link. Of a part there is no link: the
   * office gives it back by another way, and notes it. `fora`: why it went back outside the portal; `voltou`: and is there
   * again. `parte`: what was asked, of a payment that is less. `constam`: what was noted, where a bank names less later.
   */
  pagamento_devolvido: {
    parcelaId: number;
    descricao: string;
    centavos: number;
    boleto?: true | 'parte';
    fora?: string;
    voltou?: boolean;
    parte?: number;
    constam?: number;
  };
  envio_falhou: { id: number; titulo: string; aparelhos: number };
  /** `apagaEm`: the day, `YYYY-MM-DD`; `parcelas`: how many bills are open. */
  exclusao_pedida: { userId: number; apagaEm: string; parcelas: number };
  /** `id`: the student; null: a table changed several. */
  cadastro_menor: { id: number | null; what: keyof typeof registrationChangeMessages.toldStaff };
}

export interface NoticeParams extends PeopleParams, StaffParams {}

export interface NoticeText {
  title: string;
  body: string;
  path: string;
}

interface Facts<Kind extends NoticeKind | StaffKind> {
  /** What the panel calls it. */
  nome: string;
  /** It leads to the thing itself. */
  text: (params: NoticeParams[Kind]) => NoticeText;
}

interface ForPeople<Kind extends NoticeKind> {
  /** By which its reader switches it off. */
  category: NoticeCategory;
  exemplo: NoticeParams[Kind];
}

interface ForStaff {
  /** Its holders are notified. */
  right: Right;
  /** Who teaches is notified too, of the own classes. */
  isOfTeachers?: true;
}

/** Each kind of notice, to people and to staff: who gets it, and its text, which is only here. */
export const kinds: {
  readonly [Kind in NoticeKind | StaffKind]: Facts<Kind> & (Kind extends NoticeKind ? ForPeople<Kind> : ForStaff);
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
    text: ({ turmaId, titulo, hora, dia, volta }) => ({
      title: volta ? `Vai ter aula: ${dia}, ${hora}` : `Aula remarcada: ${dia}, ${hora}`,
      body: `${clip(titulo, 90)} ${volta ? 'não está mais cancelada' : 'mudou de horário'}. Seu calendário acompanha sozinho.`,
      path: routes.pedagogico.gradesOfClass(turmaId, { parte: 'aulas' }),
    }),
  },
  falta_registrada: {
    nome: 'Falta registrada',
    category: 'aula',
    exemplo: { turmaId: 1, turma: 'Reach 1 · terça e quinta', dia: 'hoje', hora: '19:00', de: 'Davi Reis' },
    text: ({ turmaId, turma, dia, hora, corrigida, de }) => ({
      title: missed(de, corrigida ?? false),
      body: corrigida
        ? `${clip(turma, 90)}, ${dia}, ${hora}: a chamada foi corrigida.`
        : `${clip(turma, 60)}, ${dia}, ${hora}. ${de ? 'Se houver um motivo, fale com a escola.' : 'Se houver um motivo, avise a escola por aqui.'}`,
      path: de ? routes.profile.family() : routes.pedagogico.gradesOfClass(turmaId, { parte: 'frequencia' }),
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
  mensagem_da_turma: {
    nome: 'Mensagem de professor à turma',
    category: 'aula',
    exemplo: { id: 1, turma: 'Reach 1 · terça e quinta', texto: 'Na quinta, tragam o livro de exercícios.' },
    text: classMessage,
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
  contato_novo: {
    nome: 'Contato novo',
    right: 'contatos',
    text: ({ id, isFirst, unidade }) => ({
      ...leadMessages.told(isFirst, unidade),
      path: routes.manager.lead(id),
    }),
  },
  indicacao_nova: {
    nome: 'Indicação de amigo',
    right: 'clube',
    text: () => ({
      title: 'Indicação nova',
      body: 'Um aluno indicou um amigo. Fale com ele enquanto a conversa está fresca.',
      path: routes.manager.clubReferrals(),
    }),
  },
  resgate_novo: {
    nome: 'Troca de pontos',
    right: 'clube',
    text: ({ recompensa, sozinho }) => ({
      title: 'Troca nova no clube',
      body: `${clip(recompensa, 90)}: ${
        {
          desconto: 'já está na mensalidade do aluno. Nada a fazer.',
          desconto_espera: 'entra sozinha na próxima mensalidade em aberto. Nada a fazer.',
          codigo: 'o código já foi para o aluno. Nada a fazer.',
          escola: 'aprove e diga ao aluno quando retirar.',
        }[sozinho ?? 'escola']
      }`,
      path: routes.manager.clubRedemptions(),
    }),
  },
  pedido_novo: {
    nome: 'Pedido de material',
    right: 'pedidos',
    text: ({ id, numero, centavos, espera }) => ({
      title: `Pedido novo: ${numero}`,
      body: `${formatMoney(centavos)}. ${
        {
          pagamento: 'Aguarda o pagamento do aluno.',
          teste: 'Aguarda o teste de nível do aluno.',
          escola: 'O livro não é do nível do aluno: libere ou recuse.',
        }[espera]
      }`,
      path: routes.manager.order(id),
    }),
  },
  documento_enviado: {
    nome: 'Documento de intercâmbio',
    right: 'viagens',
    text: ({ id }) => ({
      title: 'Documentos para conferir',
      body: 'Um aluno enviou documentos de intercâmbio.',
      path: routes.manager.abroadRequest(id),
    }),
  },
  falta_avisada: {
    nome: 'Falta avisada',
    right: 'turmas',
    text: ({ turma }) => ({
      title: 'Falta avisada',
      body: `Um aluno de ${clip(turma, 90)} avisou que vai faltar. Veja o motivo.`,
      path: routes.manager.absences(),
    }),
  },
  trabalho_entregue: {
    nome: 'Trabalho entregue',
    right: 'turmas',
    isOfTeachers: true,
    text: ({ turma, atividade }) => ({
      title: 'Trabalho entregue',
      body: `“${clip(atividade, 90)}” espera a correção.`,
      path: routes.teacher.inbox({ turma: String(turma) }),
    }),
  },
  resposta_da_turma: {
    nome: 'Resposta a uma mensagem minha',
    right: 'turmas',
    isOfTeachers: true,
    text: ({ id, turma }) => ({
      title: 'Resposta à sua mensagem',
      body: `Alguém da turma ${clip(turma, 90)} respondeu.`,
      path: routes.teacher.message(id),
    }),
  },
  conversa_denunciada: {
    nome: 'Conversa que a escola deve ler',
    right: 'turmas',
    text: ({ id, turma }) => ({
      title: 'Pediram que a escola leia uma conversa',
      body: `É de uma mensagem à turma ${clip(turma, 90)}. Leia, fale com a família e encerre se for o caso.`,
      path: routes.teacher.message(id),
    }),
  },
  aula_mudou: {
    nome: 'Mudança em aula minha',
    right: 'turmas',
    isOfTeachers: true,
    text: taughtMoved,
  },
  pagamento_devolvido: {
    nome: 'Pagamento devolvido ou a menos',
    right: 'financeiro',
    text: ({ parcelaId, ...params }) => ({ ...movedMoney(params), path: routes.manager.bill(parcelaId) }),
  },
  envio_falhou: {
    nome: 'Mensagem que falhou',
    right: 'mensagens',
    text: ({ id, titulo, aparelhos }) => ({
      title: 'Uma mensagem não chegou a todos',
      body: `“${clip(titulo, 65)}” falhou em ${aparelhos === 1 ? '1 aparelho' : `${aparelhos} aparelhos`}. Veja por quê e tente de novo.`,
      path: routes.manager.push.history(id),
    }),
  },
  exclusao_pedida: {
    nome: 'Pedido para apagar os dados',
    right: 'alunos',
    text: ({ userId, apagaEm, parcelas }) => ({
      title: 'Um aluno pediu para apagar os dados',
      body: `Acontece em ${formatDay(apagaEm)}. ${
        parcelas === 0
          ? 'Nenhuma parcela em aberto.'
          : `${plural(parcelas, 'parcela em aberto', 'parcelas em aberto')}: fale com a pessoa antes.`
      }`,
      path: routes.manager.person(userId),
    }),
  },
  cadastro_menor: {
    nome: 'Responsável, CPF ou nascimento de um menor',
    right: 'alunos',
    text: ({ id, what }) => ({
      ...registrationChangeMessages.toldStaff[what],
      path: id === null ? routes.manager.profile() : routes.manager.personData(id),
    }),
  },
};

/** The text of an event, cut to the length that devices show, whatever names it has. */
export function noticeText<Kind extends NoticeKind | StaffKind>(kind: Kind, params: NoticeParams[Kind]): NoticeText {
  const { title, body, path } = kinds[kind].text(params);
  return { title: clip(title, TITLE_LENGTH), body: clip(body, BODY_LENGTH), path };
}

/** An example text of a kind, with made-up values. */
export const exampleText = (kind: NoticeKind): NoticeText => noticeText<NoticeKind>(kind, kinds[kind].exemplo);

/** The kind of a notice by its key; null for a notice that is not for staff. */
export const staffKindOf = (chave: string | null): StaffKind | null =>
  StaffKind.safeParse(chave?.split(':')[0]).data ?? null;
