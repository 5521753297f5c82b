import { formatDay } from '#lib/format/dates.ts';
import { formatHundredths, formatMoney } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { stepName } from '#lib/rules/finance/reminder-steps.ts';
import { chatHref } from '#lib/rules/promo/chat.ts';
import { query } from '#lib/stores/operations.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { billFields, officeWords, toneOfBill } from '#lib/words/finance-office.ts';
import { chat } from '../kit/acts.ts';
import type { Act, Field, FormOf, Subject } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { counter } from '../pay/counter.tsx';
import { Button } from '../ui/Button.tsx';
import { Field as TextField } from '../ui/Field.tsx';

export type Bill = AnswerOf<'finance.listSchoolBills'>['items'][number];
export type BillDetails = AnswerOf<'finance.getSchoolBill'>;
type Power = keyof BillDetails['pode'];

/** Whether the server allows an act; the record has more of these flags than the list. */
const can = (power: Power) => (bill: Bill) => Boolean((bill.pode as Partial<BillDetails['pode']>)[power]);
const detailsOf = ([bill]: readonly Bill[]) => bill as unknown as BillDetails;
const idOf = ([bill]: readonly Bill[]) => bill?.id ?? 0;
const reason: Field = { name: 'motivo', isRequired: true, isWide: true, hint: 'Fica no histórico da escola.' };
const dueDay = ([bill]: readonly Bill[]): Field => ({
  name: 'vencimento',
  isRequired: true,
  ...(bill && { min: bill.hoje }),
});
/** The page may be open for days, so the form of an act loads the current bill. */
const ofNow = { load: (rows: readonly Bill[]) => query('finance.getSchoolBill', { id: idOf(rows) }) };

const linkForm: FormOf<Bill, object, Partial<AnswerOf<'finance.getSchoolBillLink'>>> = {
  ask: { load: (rows) => query('finance.getSchoolBillLink', { id: idOf(rows) }) },
  note: ({ known, rows: [bill] }) => {
    if (!known || !bill) return 'Quem recebe o link paga sem entrar no portal.';
    if (!known.url) return financeMessages.noLink;
    const text = officeWords.linkText(bill.descricao, formatMoney(bill.total_centavos), known.url);
    return (
      <>
        <TextField label="Link de pagamento" hint="Vale por 7 dias, só para esta parcela." readOnly value={known.url} />
        <Button look="outline" data-copy={known.url}>
          Copiar
        </Button>
        <a
          className="btn btn-soft-brand"
          href={chatHref(text, bill.telefone)}
          target="_blank"
          rel="noopener noreferrer"
        >
          Enviar por WhatsApp
        </a>
      </>
    );
  },
  send: () => null,
};

/** The undo of a pause of reminders. */
const held = { undo: 'finance.undoReminderHolds' } as const;

const acts: readonly Act<Bill>[] = [
  { ...counter<Bill>(({ id, tipo }) => ({ id, isWhole: tipo !== 'curso' })), may: can('receber') },
  chat<Bill>(({ descricao, vencimento, total_centavos, aluno, unidade, status }, { reader }) =>
    officeWords.chatText({
      quem: reader.name,
      escola: unidade.nome,
      what: `${descricao} de ${aluno.nome}`,
      isLate: status === 'vencida',
      day: formatDay(vencimento),
      amount: formatMoney(total_centavos),
    }),
  ),
  {
    name: 'lembrar',
    label: 'Lembrar',
    key: 'l',
    may: can('receber'),
    form: {
      note: ({ rows }) => officeWords.reminding(rows.length),
      send: ({ rows }) => officeWords.remind(rows.length),
    },
    change: () => ({}),
    done: (count) => (count === 1 ? 'Lembrete enviado.' : `${count} lembretes enviados.`),
  },
  { name: 'link', label: 'Link de pagamento', key: 'p', isForOne: true, may: can('link'), form: linkForm },
  {
    ...held,
    name: 'promessa',
    label: 'Prometeu pagar',
    may: can('receber'),
    form: {
      fields: ({ rows: [bill] }) => [{ name: 'prometida_para', isRequired: true, ...(bill && { min: bill.hoje }) }],
      begin: ({ rows: [bill] }) => ({ prometida_para: bill?.lembrete.prometida_para ?? '' }),
      note: 'Até esse dia o portal não lembra desta parcela. Depois, segue o próximo lembrete.',
      send: 'Anotar a promessa',
    },
    write: 'finance.promiseBills',
    sent: ({ prometida_para }) => ({ prometida_para }),
    done: () => 'Promessa anotada.',
  },
  {
    ...held,
    name: 'sem-promessa',
    label: 'Tirar a promessa',
    may: ({ lembrete, ...each }) => lembrete.prometida_para !== null && can('receber')({ lembrete, ...each }),
    write: 'finance.promiseBills',
    sent: () => ({ prometida_para: null }),
    done: () => 'Promessa retirada.',
  },
  {
    ...held,
    name: 'pausar',
    label: 'Pausar lembretes',
    may: ({ lembrete, status }) => lembrete.pausa === null && status !== 'paga' && status !== 'cancelada',
    form: {
      fields: ({ rows: [bill] }) => [
        { name: 'ate', hint: 'Em branco: até alguém retomar.', ...(bill && { min: bill.hoje }) },
        reason,
      ],
      note: ({ rows }) =>
        rows.length === 1
          ? `O portal deixa de lembrar ${rows[0]?.aluno.nome} de todas as parcelas. A equipe ainda pode lembrar.`
          : 'O portal deixa de lembrar essas pessoas de todas as parcelas. A equipe ainda pode lembrar.',
      send: 'Pausar',
    },
    write: 'finance.pauseReminders',
    sent: ({ ate, motivo }) => ({ pausar: true, ate: ate || null, motivo }),
    done: () => 'Lembretes pausados.',
  },
  {
    ...held,
    name: 'retomar',
    label: 'Retomar lembretes',
    may: ({ lembrete }) => lembrete.pausa !== null,
    write: 'finance.pauseReminders',
    sent: () => ({ pausar: false }),
    done: () => 'Lembretes retomados.',
  },
  {
    name: 'desconto',
    label: 'Desconto ou sem multa',
    key: 'd',
    may: can('mudar'),
    form: {
      ask: ofNow,
      fields: [
        {
          name: 'abatimento_centavos',
          kind: 'money',
          isWide: true,
          hint: 'Vale em qualquer dia. Em branco: sem desconto.',
        },
        { name: 'sem_encargos', label: 'Dispensar multa e juros desta parcela', kind: 'box' },
        reason,
      ],
      begin: ({ known }: { known: BillDetails | null }) => ({
        abatimento_centavos: known?.abatimento_centavos ? formatHundredths(known.abatimento_centavos) : '',
        sem_encargos: known?.sem_encargos ?? false,
      }),
      send: 'Mudar o valor',
    },
    operation: 'finance.discountBill',
  },
  {
    name: 'vencimento',
    label: 'Mudar o vencimento',
    key: 'v',
    may: can('mudar'),
    form: { fields: ({ rows }) => [dueDay(rows), reason] },
    operation: 'finance.moveDueDay',
  },
  {
    name: 'renegociar',
    label: 'Renegociar',
    isForOne: true,
    may: can('mudar'),
    href: ({ aluno }) => routes.manager.renegotiate(aluno.id),
  },
  {
    name: 'reabrir',
    label: 'Cobrar de novo',
    may: can('reabrir'),
    form: {
      fields: ({ rows }) => [dueDay(rows), reason],
      note: 'O dinheiro voltou a quem pagou. A parcela fica em aberto de novo, e o aluno é avisado.',
    },
    operation: 'finance.reopenBill',
  },
  {
    name: 'cancelar',
    label: 'Cancelar a parcela',
    isDanger: true,
    may: can('mudar'),
    form: {
      fields: [reason],
      note: ({ rows: [bill] }) =>
        bill &&
        draw.about(
          `${bill.aluno.nome} deixa de dever ${formatMoney(bill.total_centavos)}, e isso não pode ser desfeito.`,
          'Se uma cobrança antiga ainda for paga, o dinheiro volta sozinho.',
        ),
    },
    operation: 'finance.cancelSchoolBill',
  },
  {
    name: 'cancelar-boleto',
    label: 'Cancelar o boleto',
    isDanger: true,
    may: can('cancelar_boleto'),
    form: {
      fields: [reason],
      note: ({ rows: [bill] }) => draw.about(...officeWords.boletoEnds(bill?.tipo === 'cambio')),
    },
    operation: 'finance.cancelSchoolBoleto',
  },
  {
    name: 'encerrar-automatico',
    label: 'Encerrar o Pix Automático',
    isDanger: true,
    may: can('encerrar_automatico'),
    form: {
      fields: [reason],
      note: () =>
        draw.about(
          'As próximas parcelas do contrato deixam de ser debitadas, e a família é avisada.',
          'Só quem paga pode autorizar de novo.',
        ),
      send: 'Encerrar',
    },
    operation: 'finance.endSchoolAuthorization',
  },
  {
    name: 'desfazer',
    label: 'Desfazer a anotação de hoje',
    isDanger: true,
    may: can('desfazer'),
    form: {
      fields: [reason],
      note: 'Para um engano: o valor volta a ficar em aberto. Só vale no dia da anotação.',
      send: 'Desfazer',
    },
    operation: 'finance.undoCounterPayment',
  },
  {
    name: 'devolver',
    label: 'Devolver o dinheiro',
    isDanger: true,
    may: can('devolver'),
    form: {
      fields: [reason],
      note: ({ rows }) =>
        draw.about(
          detailsOf(rows).cobrancas.some(({ no_balcao, status }) => no_balcao && status === 'paga')
            ? 'Foi pago na escola: entregue o dinheiro na escola. O portal anota a devolução e avisa o aluno.'
            : 'O dinheiro volta pelo mesmo meio em que foi pago.',
          'A parcela continua como paga, com a devolução no recibo.',
        ),
      send: ({ rows }) => `Devolver ${formatMoney(detailsOf(rows).resta_centavos)}`,
    },
    operation: 'finance.refundSchoolBill',
    sent: (values, rows) => ({ ...values, total_visto_centavos: detailsOf(rows).resta_centavos }),
  },
  {
    name: 'anotar-devolucao',
    label: 'Já foi devolvido fora do portal',
    isDanger: true,
    may: can('anotar_devolucao'),
    form: {
      ask: ofNow,
      fields: ({ known }: { known: BillDetails | null }) => [
        { name: 'valor_centavos', label: 'Valor devolvido (R$)', kind: 'money', isRequired: true },
        { name: 'dia', label: 'Dia da devolução', isRequired: true, ...(known && { max: known.hoje }) },
        reason,
      ],
      begin: ({ known }: { known: BillDetails | null }) => ({
        valor_centavos: known ? formatHundredths(known.a_devolver_centavos || known.resta_centavos) : '',
        dia: known?.hoje ?? '',
      }),
      note: ({ rows }) => {
        const { a_devolver_centavos: tried } = detailsOf(rows);
        return draw.about(
          'O portal só anota: nenhum banco envia este dinheiro.',
          tried > 0 && `O portal ainda tenta devolver ${formatMoney(tried)}: com a anotação, deixa de tentar.`,
        );
      },
      send: 'Anotar a devolução',
    },
    operation: 'finance.noteRefund',
  },
];

/** A bill of a student: its acts are the same in the list and in the record. */
export const bill: Subject<Bill> = {
  kind: 'parcela',
  titleOf: ({ aluno, descricao }) => `${descricao}, ${aluno.nome}`,
  href: ({ id }) => routes.manager.bill(id),
  acts,
  write: 'finance.remindBills',
  labels: billFields,
};

/** The state in words. */
export const drawState = ({ status }: Pick<Bill, 'status'>) =>
  draw.state({ tone: toneOfBill(status), name: financeMessages.states[status] });

/** The last reminder; null: none was sent. @param isBrief in a narrow column: `+7 · 22/11` */
export function reminderOf(
  { lembrete: { ultimo, prometida_para, nao_cumpriu, pausa } }: Pick<Bill, 'lembrete'>,
  isBrief = false,
): string | null {
  const day = (full: string) => (isBrief ? formatDay(full).slice(0, 5) : formatDay(full));
  if (pausa) return pausa.ate && !isBrief ? `Pausado até ${day(pausa.ate)}` : 'Pausado';
  if (prometida_para && nao_cumpriu) return isBrief ? 'Não cumpriu' : `Não cumpriu: ${day(prometida_para)}`;
  if (prometida_para) return `${isBrief ? 'Até' : 'Prometeu'} ${day(prometida_para)}`;
  if (!ultimo) return null;
  const { dias } = ultimo;
  const step = dias === null ? 'Equipe' : isBrief ? (dias > 0 ? `+${dias}` : String(dias)) : stepName(dias);
  return `${step} · ${day(ultimo.dia)}`;
}
