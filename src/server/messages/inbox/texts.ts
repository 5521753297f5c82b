import type { Parcela } from '#lib/contract/finance.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { clip, firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { fillWords } from '#lib/rules/finance/reminder-steps.ts';
import { orderStatus } from '#lib/rules/orders/status.ts';
import { automaticMessages } from '#lib/words/finance-automatic.ts';
import { methodsInWords } from '#lib/words/finance-methods.ts';
import { defaultReminders, severalReminders } from '#lib/words/finance-reminders.ts';
import type { NoticeParams, NoticeText } from './kinds.ts';

/** Parts of texts that have more than one wording. */

/** The payment methods of a bill, as a sentence. */
function payBy(formas: Parcela['formas'] | undefined): string {
  if (!formas) return 'Veja no portal como pagar.';
  const methods = methodsInWords(formas);
  return methods ? `Pague por ${methods}.` : 'O pagamento é na escola.';
}

/** Reminder of bills that are due or late. */
export function billReminder({
  descricao,
  centavos,
  vencimento,
  dias,
  parcelas = 1,
  mais = 0,
  texto = defaultReminders[1] ?? '',
  formas,
  debito,
  de,
}: Omit<NoticeParams['parcela_lembrete'], 'path'>): Omit<NoticeText, 'path'> {
  const values = { parcela: clip(descricao, 40), valor: formatMoney(centavos), vencimento: formatDay(vencimento) };
  const methods = debito ? automaticMessages.debitOn(debito) : payBy(formas);
  if (parcelas > 1 && !debito) {
    const words = severalReminders[dias < 0 ? 'late' : 'ahead'];
    return {
      title: `${parcelas} parcelas${ofWhom(de)} ${dias < 0 ? 'em aberto' : 'a pagar'}`,
      body: `${fillWords(words, values)} ${methods}`,
    };
  }
  const when = dias === -1 ? 'venceu ontem' : dias < 0 ? `venceu há ${-dias} dias` : `vence ${inDays(dias)}`;
  return {
    title: `Parcela${ofWhom(de)} ${when}`,
    body: [
      debito ? `${values.parcela}: ${values.valor}.` : fillWords(texto, values),
      severalReminders.more(mais),
      methods,
    ]
      .filter(Boolean)
      .join(' '),
  };
}

export const ofWhom = (name: string | undefined) => (name === undefined ? '' : ` de ${clip(firstName(name), 25)}`);
/** @param name of the minor, for another reader */
export function missed(name: string | undefined, isCorrected: boolean): string {
  if (name === undefined) return isCorrected ? 'Sua falta foi corrigida' : 'Uma falta foi registrada';
  const first = clip(firstName(name), 25);
  return isCorrected ? `${first} esteve na aula` : `${first} não veio à aula`;
}

/** The change of a lesson, for its teacher. */
export function taughtMoved({ aula, turma, dia, hora, o, mais = 0 }: NoticeParams['aula_mudou']): NoticeText {
  const when = `${dia}, ${hora}`;
  const { title, more } = {
    remarcada: { title: `Sua aula mudou: ${when}`, more: 'A turma foi avisada.' },
    cancelada: { title: `Aula cancelada: ${when}`, more: 'A turma foi avisada.' },
    mantida: { title: `Vai ter aula: ${when}`, more: 'Ela não está mais cancelada, e a turma foi avisada.' },
    recebida: { title: `Você dá uma aula a mais: ${when}`, more: 'Abra a aula para ver a turma, o conteúdo e a sala.' },
    entregue: { title: `Outra pessoa dá sua aula: ${when}`, more: 'Você não precisa vir para ela.' },
    horario: { title: 'Sua turma tem outro horário', more: `A próxima aula é ${when}. A turma foi avisada.` },
    desistencia: { title: `Não vem mais repor: ${when}`, more: 'Quem ia repor na sua aula cancelou.' },
    reposicao: { title: `Alguém repõe na sua aula: ${when}`, more: 'O nome está na chamada.' },
  }[o];
  const others = mais === 0 ? '' : mais === 1 ? ' e mais uma aula' : ` e mais ${mais} aulas`;
  // The teacher who handed the lesson over may no longer open it.
  const path = o === 'entregue' ? routes.teacher.home() : routes.teacher.lesson(aula);
  return { title, body: `${clip(turma, 80)}${others}. ${more}`, path };
}

const inDays = (days: number) => (days === 0 ? 'hoje' : days === 1 ? 'amanhã' : `em ${days} dias`);

export function orderMoved(
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

/** Money that was returned, or that was less than requested, and what the office has to do. */
export function movedMoney({
  descricao,
  centavos,
  boleto,
  fora,
  voltou,
  parte,
  constam,
}: Omit<NoticeParams['pagamento_devolvido'], 'parcelaId'>): Omit<NoticeText, 'path'> {
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

/** A class message or an answer, for the student or the guardian. */
export function classMessage({ id, turma, texto, resposta, por, de }: NoticeParams['mensagem_da_turma']): NoticeText {
  const first = de && clip(firstName(de), 25);
  const name = clip(turma, 35);
  const title = por
    ? `${por === 'aluno' ? (first ?? 'O aluno') : 'Seu responsável'} respondeu ao professor`
    : `${resposta ? 'Resposta do professor' : 'Mensagem do professor'}${first ? ` a ${first}` : ''}: ${name}`;
  return { title, body: texto, path: routes.notices.thread(id) };
}
