import { type NoticeCategory, type NoticeKind, StaffKind } from '#lib/contract/inbox.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney, formatPoints, plural } from '#lib/format/money.ts';
import { clip } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { STATUS } from '#lib/rules/orders/status.ts';
import type { Right } from '#lib/rules/people/rights.ts';
import { registrationChangeMessages } from '#lib/words/account-changes.ts';
import { leadMessages } from '#lib/words/leads.ts';
import { cancelled, corrected, graded, moved, newWork } from './family-texts.ts';
import type { PeopleParams, StaffParams } from './notice-params.ts';
import { billReminder, classMessage, missed, movedMoney, ofWhom, orderMoved, taughtMoved } from './texts.ts';

/** The longest title that devices show; the notice centre shows the same text. */
export const TITLE_LENGTH = 65;
export const BODY_LENGTH = 180;

/** Kinds that the guardian of a minor gets too. */
export const FAMILY_KINDS = [
  'nota_lancada',
  'correcao_pronta',
  'aula_cancelada',
  'aula_remarcada',
  'atividade_nova',
] as const satisfies readonly NoticeKind[];

export interface NoticeParams extends PeopleParams, StaffParams {}

export interface NoticeText {
  title: string;
  body: string;
  path: string;
}

interface Facts<Kind extends NoticeKind | StaffKind> {
  /** The name of the kind in the panel. */
  nome: string;
  /** Title, body and link of the notification. */
  text: (params: NoticeParams[Kind]) => NoticeText;
}

interface ForPeople<Kind extends NoticeKind> {
  /** The category with which its reader switches it off. */
  category: NoticeCategory;
  exemplo: NoticeParams[Kind];
}

interface ForStaff {
  /** Holders of this right are notified. */
  right: Right;
  /** Teachers are notified too, of their own classes. */
  isOfTeachers?: true;
}

/** All kinds of notices, to people and to staff: their readers, and their only texts. */
export const kinds: {
  readonly [Kind in NoticeKind | StaffKind]: Facts<Kind> & (Kind extends NoticeKind ? ForPeople<Kind> : ForStaff);
} = {
  nota_lancada: {
    nome: 'Nota liberada',
    category: 'aula',
    exemplo: { turmaId: 1, turma: 'Reach 1 · terça e quinta', periodo: '2º bimestre' },
    text: graded,
  },
  correcao_pronta: {
    nome: 'Correção pronta',
    category: 'aula',
    exemplo: { turmaId: 1, atividadeId: 1, atividade: 'My last trip' },
    text: corrected,
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
    text: cancelled,
  },
  aula_remarcada: {
    nome: 'Aula remarcada',
    category: 'aula',
    exemplo: { turmaId: 1, titulo: 'Travel plans', hora: '19:00', dia: 'quinta-feira, 26/11' },
    text: moved,
  },
  falta_registrada: {
    nome: 'Falta registrada',
    category: 'aula',
    exemplo: { turmaId: 1, turma: 'Reach 1 · terça e quinta', dia: 'hoje', hora: '19:00', de: 'Davi Reis', filho: 1 },
    text: ({ turmaId, turma, dia, hora, corrigida, matricula, de, filho }) => ({
      title: missed(de, corrigida ?? false),
      body: corrigida
        ? `${clip(turma, 90)}, ${dia}, ${hora}: a chamada foi corrigida.`
        : `${clip(turma, 60)}, ${dia}, ${hora}. ${de ? 'Se houver um motivo, justifique no portal.' : 'Se houver um motivo, avise a escola por aqui.'}`,
      path: filho
        ? `${routes.profile.child(filho, { ...(matricula && { turma: String(matricula) }) })}#faltas`
        : routes.pedagogico.gradesOfClass(turmaId, { parte: 'frequencia' }),
    }),
  },
  atividade_nova: {
    nome: 'Atividade nova',
    category: 'aula',
    exemplo: { turmaId: 1, atividadeId: 1, atividade: 'My last trip', prazo: 'quinta-feira, 26/11' },
    text: newWork,
  },
  mensagem_da_turma: {
    nome: 'Mensagem de professor à turma',
    category: 'aula',
    exemplo: { id: 1, turma: 'Reach 1 · terça e quinta', texto: 'Na quinta, tragam o livro de exercícios.' },
    text: classMessage,
  },
  parcela_lembrete: {
    nome: 'Lembrete de parcela',
    category: 'financeiro',
    exemplo: {
      descricao: 'Mensalidade 8 de 12',
      centavos: 38_900,
      vencimento: '2026-12-10',
      dias: 3,
      path: '/financial',
    },
    text: ({ path, ...params }) => ({ ...billReminder(params), path }),
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
      ...leadMessages.notified(isFirst, unidade),
      path: routes.manager.lead(id),
    }),
  },
  indicacao_nova: {
    nome: 'Indicação de amigo',
    right: 'contatos',
    text: ({ id }) => ({
      title: 'Indicação nova',
      body: 'Um aluno indicou um amigo. Fale com ele enquanto a conversa está fresca.',
      path: routes.manager.lead(id),
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
  acordo_feito: {
    nome: 'Acordo feito por quem paga',
    right: 'financeiro',
    text: ({ parcelaId, centavos, parcelas }) => ({
      title: 'Acordo feito pelo portal',
      body: `${formatMoney(centavos)} em ${plural(parcelas, 'parcela', 'parcelas')}. As antigas foram canceladas.`,
      path: routes.manager.bill(parcelaId),
    }),
  },
  pix_automatico: {
    nome: 'Pix Automático que falhou ou acabou',
    right: 'financeiro',
    text: ({ parcelaId, descricao, o, centavos = 0, dia }) => ({
      title: {
        falhou: 'Um débito não foi feito',
        encerrado: 'Um Pix Automático foi encerrado no banco',
        perdido: 'Confira um pagamento no Asaas',
      }[o],
      body:
        o === 'falhou'
          ? `${clip(descricao, 60)}, ${formatMoney(centavos)}. ${dia ? `O banco tenta de novo em ${formatDay(dia)}.` : 'Não há outra tentativa: a família paga com Pix.'}`
          : o === 'perdido'
            ? `O banco autorizou, e não achamos ${formatMoney(centavos)} de ${clip(descricao, 60)}. Se chegou, anote no balcão.`
            : `${clip(descricao, 60)} e as próximas parcelas não são mais debitadas.`,
      path: routes.manager.bill(parcelaId),
    }),
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
      ...registrationChangeMessages.staffNotices[what],
      path: id === null ? routes.manager.profile() : routes.manager.personData(id),
    }),
  },
};

/** The text of an event, cut to the length that devices show. */
export function noticeText<Kind extends NoticeKind | StaffKind>(kind: Kind, params: NoticeParams[Kind]): NoticeText {
  const { title, body, path } = kinds[kind].text(params);
  return { title: clip(title, TITLE_LENGTH), body: clip(body, BODY_LENGTH), path };
}

/** An example text of a kind, with made-up values. */
export const exampleText = (kind: NoticeKind): NoticeText => noticeText<NoticeKind>(kind, kinds[kind].exemplo);

/** The kind of a notice by its key; null for a notice that is not for staff. */
export const staffKindOf = (chave: string | null): StaffKind | null =>
  StaffKind.safeParse(chave?.split(':')[0]).data ?? null;
