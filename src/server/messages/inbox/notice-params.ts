import type { Parcela } from '#lib/contract/finance.schema.ts';
import type { registrationChangeMessages } from '#lib/words/account-changes.ts';

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

/** The child's full name and id, if the reader is the guardian of a minor. */
interface OfChild {
  de?: string;
  filho?: number;
}

/** The values of each text to students and their payers. Days are `YYYY-MM-DD`, money is centavos. */
export interface PeopleParams {
  /** `avaliacao`: one grade that came later than others of its period; `mais`: several came. */
  nota_lancada: { turmaId: number; turma: string; periodo: string; avaliacao?: string; mais?: true } & OfChild;
  /** `devolvida`: the student has to do it again. */
  correcao_pronta: { turmaId: number; atividadeId: number; atividade: string; devolvida?: true } & OfChild;
  aula_em_1h: Lesson & { online: boolean; sala: string | null };
  /** `dia`: `hoje`, `amanhã`, `terça-feira, 24/11`. */
  /** `motivo`: the name of a closed day; `mais`: so many other lessons of that day are cancelled too. */
  aula_cancelada: Lesson & OfChild & { dia: string; motivo?: string; mais?: number };
  /** `dia` and `hora` are the new ones; `volta`: it was cancelled, and takes place after all. */
  aula_remarcada: Lesson & OfChild & { dia: string; volta?: true };
  /** `corrigida`: the attendance noted an absence before; `de`: the full name of the minor, if another person reads this. */
  /** `matricula`: in the class, for the page of a child with several. */
  falta_registrada: {
    turmaId: number;
    turma: string;
    dia: string;
    hora: string;
    corrigida?: true;
    matricula?: number;
  } & OfChild;
  /** `prazo`: the day in words; null: no deadline. */
  atividade_nova: { turmaId: number; atividadeId: number; atividade: string; prazo: string | null } & OfChild;
  /** `id`: of the thread; `resposta`: an answer in a thread; `por`: the author, if not the teacher; `de`: as above. */
  mensagem_da_turma: {
    id: number;
    turma: string;
    texto: string;
    resposta?: true;
    por?: 'aluno' | 'responsavel';
    de?: string;
  };
  /** `dias` left of the first bill: 0 is today, and it is late below. `parcelas`: how many bills, if there are several. */
  /** `texto`: the words of its step. `formas`: how it can be paid in the portal; an example does not say. */
  parcela_lembrete: Bill & {
    vencimento: string;
    dias: number;
    parcelas?: number;
    /** The number of further bills, if the message is about the first only. */
    mais?: number;
    texto?: string;
    formas?: Parcela['formas'];
    /** The bank debits it, so nobody has to pay. */
    debito?: { dia: string; de_novo: boolean };
  };
  parcela_paga: Bill;
  pontos_vencem: { pontos: number; ate: string };
  /** `por`: the cause of the change, if the status alone does not tell. */
  pedido_andou: { id: number; numero: string; status: number; nota?: string | null; por?: 'teste' | 'prazo' | 'volta' };
  documento_recusado: { documento: string; motivo: string | null };
}

/**
 * The values of each text to staff. They contain no names, because a notice is stored longer than the data of a person who
 * requests deletion.
 */
export interface StaffParams {
  contato_novo: { id: number; isFirst: boolean; unidade: string | null };
  indicacao_nova: { id: number };
  /**
   * What happened automatically: the discount is on a bill or waits for one, or the code was sent. Null: the school has to act.
   */
  resgate_novo: { recompensa: string; sozinho: 'desconto' | 'desconto_espera' | 'codigo' | null };
  /** What the order waits for: its payment, the student's level test, or the school, which releases it. */
  pedido_novo: { id: number; numero: string; centavos: number; espera: 'pagamento' | 'teste' | 'escola' };
  documento_enviado: { id: number };
  falta_avisada: { turma: string };
  trabalho_entregue: { turma: number; atividade: string };
  /** `id`: of the message that was answered. */
  resposta_da_turma: { id: number; turma: string };
  conversa_denunciada: { id: number; turma: string };
  /** Of a lesson that somebody teaches, or is to teach. `recebida`: it was another teacher's; `entregue`: it is by now; `horario`: the next one of a new timetable. */
  aula_mudou: {
    aula: number;
    turma: string;
    dia: string;
    hora: string;
    o: 'remarcada' | 'cancelada' | 'mantida' | 'recebida' | 'entregue' | 'reposicao' | 'desistencia' | 'horario';
    /** The number of further lessons with the same change. */
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
  /** A payer accepted a payment plan: its first bill, and its sum. */
  acordo_feito: { parcelaId: number; centavos: number; parcelas: number };
  /** `dia`: on which the bank tries again. `encerrado`: the bank ended an authorization.
   * `perdido`: the money of its consent is found nowhere. */
  pix_automatico: {
    parcelaId: number;
    descricao: string;
    o: 'falhou' | 'encerrado' | 'perdido';
    centavos?: number;
    dia?: string | null;
  };
  envio_falhou: { id: number; titulo: string; aparelhos: number };
  /** `apagaEm`: the day, `YYYY-MM-DD`; `parcelas`: how many bills are open. */
  exclusao_pedida: { userId: number; apagaEm: string; parcelas: number };
  /** `id`: the student; null: a table changed several. */
  cadastro_menor: { id: number | null; what: keyof typeof registrationChangeMessages.staffNotices };
}
