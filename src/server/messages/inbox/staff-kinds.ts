import { StaffKind } from '#lib/contract/inbox.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney, plural } from '#lib/format/money.ts';
import { clip } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import type { Right } from '#lib/rules/people/rights.ts';
import { registrationChangeMessages } from '#lib/words/account-changes.ts';
import { leadMessages } from '#lib/words/leads.ts';
import type { NoticeText } from './texts.ts';

/** The values of each text. They name nobody: a notice stays longer than a person who asks to be forgotten. */
export interface StaffParams {
  contato_novo: { id: number; isFirst: boolean; unidade: string | null };
  indicacao_nova: object;
  /** What happened by itself: the discount is on a bill or waits for one, or the code was sent. Null: the school acts. */
  resgate_novo: { recompensa: string; sozinho: 'desconto' | 'desconto_espera' | 'codigo' | null };
  /** What the order waits for: its payment, the student's level test, or the school, which releases it. */
  pedido_novo: { id: number; numero: string; centavos: number; espera: 'pagamento' | 'teste' | 'escola' };
  documento_enviado: { id: number };
  falta_avisada: { turma: string };
  trabalho_entregue: { turma: number; atividade: string };
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

interface Facts<Kind extends StaffKind> {
  /** What staff call it. */
  nome: string;
  /** Its holders are notified. */
  right: Right;
  /** Who teaches is notified too, of the own classes. */
  isOfTeachers?: true;
  /** It leads to the thing itself. */
  text: (params: StaffParams[Kind]) => NoticeText;
}

/** Each kind of notice to staff. */
export const staffKinds: { readonly [Kind in StaffKind]: Facts<Kind> } = {
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
      path: id === null ? routes.manager.profile() : routes.manager.person(id, { parte: 'dados' }),
    }),
  },
};

/** Money that went back, or that was less than asked, and what the office does next. */
function movedMoney({
  descricao,
  centavos,
  boleto,
  fora,
  voltou,
  parte,
  constam,
}: Omit<StaffParams['pagamento_devolvido'], 'parcelaId'>): Omit<NoticeText, 'path'> {
  const amount = formatMoney(centavos);
  const of = `“${clip(descricao, 60)}”`;
  if (parte !== undefined) {
    return {
      title: 'Pagamento a menos',
      body: `Entraram ${amount} de ${formatMoney(parte)} para ${of}. O valor foi abatido, e o resto continua em aberto.`,
    };
  }
  if (constam !== undefined) {
    return {
      title: 'Confira um pagamento no banco',
      body: `O banco diz agora que entraram ${amount}, e aqui constam ${formatMoney(constam)} de ${of}. Nada mudou: confira no extrato e decida na página da parcela.`,
    };
  }
  if (fora !== undefined) {
    return voltou
      ? { title: 'O pagamento voltou a valer', body: `${amount} de ${of}. ${fora}.` }
      : {
          title: 'O dinheiro voltou a quem pagou',
          body: `${amount} de ${of}. ${fora}. Fale com a família e decida na página da parcela: cobrar de novo ou deixar assim.`,
        };
  }
  if (boleto === 'parte') {
    return {
      title: 'Parte de um boleto a devolver',
      body: `${amount} de ${of} voltam, e o banco só devolve um boleto inteiro: devolva de outra forma e anote a devolução na página da parcela.`,
    };
  }
  return boleto
    ? {
        title: 'Boleto a devolver',
        body: `${amount} de ${of} voltam: envie a quem pagou o link que está na página da parcela.`,
      }
    : { title: 'Pagamento devolvido', body: `${amount} de “${clip(descricao, 80)}” voltam para quem pagou.` };
}

/** The kind of a notice by its key; null for a notice that is not for staff. */
export function staffKindOf(chave: string | null): StaffKind | null {
  return StaffKind.safeParse(chave?.split(':')[0]).data ?? null;
}
