import type { Counts } from '../contract/broadcasts.schema.ts';
import { formatCount, formatMoney, plural } from '../format/money.ts';
import { listInWords } from '../format/text.ts';

// Separate, because lists of students and classes need it without the other texts of messages.

export const peopleWords = (count: number) => plural(count, 'pessoa', 'pessoas');
export const deviceWords = (count: number) => plural(count, 'aparelho', 'aparelhos');
export const reachesNobody = 'Com esta escolha, ninguém recebe. Mude quem recebe ou as condições.';

type Reach = Pick<
  Counts,
  'people' | 'devices' | 'without_push' | 'opted_out' | 'guardians' | 'mails' | 'whatsapp' | 'left_out'
> & {
  left_out_names?: readonly string[];
};

/** Whom a message reaches, in one sentence. */
export function reachWords(reach: Reach): string {
  const { people, devices, without_push, opted_out, guardians = 0, mails = 0, whatsapp = 0 } = reach;
  const { left_out = 0, left_out_names: names = [] } = reach;
  if (people + left_out === 0) return reachesNobody;
  const ringing = people - guardians - without_push - opted_out - whatsapp;
  return [
    ...(people > guardians ? [`${peopleWords(people - guardians)} no portal`] : []),
    ...(ringing > 0 ? [`${formatCount(ringing)} também no aparelho (${deviceWords(devices)})`] : []),
    ...(whatsapp > 0 ? [`${formatCount(whatsapp)} por WhatsApp`] : []),
    ...(mails > 0 ? [`${formatCount(mails)} também por e-mail`] : []),
    ...(left_out > 0
      ? [
          `${formatCount(left_out)} ${left_out === 1 ? 'fica' : 'ficam'} de fora, pelo limite de mensagens por pessoa${
            names.length > 0 ? `: ${someNames(names, left_out)}` : ''
          }`,
        ]
      : []),
    ...(opted_out > 0
      ? [
          `${formatCount(opted_out)} sem notificação, porque não ${opted_out === 1 ? 'quer' : 'querem'} avisos deste tipo`,
        ]
      : []),
    // A minor gets no messages about bills.
    ...(guardians === 1 ? ['1 é menor de idade: quem recebe é o responsável, no portal ou por e-mail'] : []),
    ...(guardians > 1
      ? [`${formatCount(guardians)} são menores de idade: quem recebe são os responsáveis, no portal ou por e-mail`]
      : []),
  ].join('; ');
}

/** `Ana, Davi e mais 10`, from some first names and the total. */
export const someNames = (names: readonly string[], people: number): string =>
  people > names.length ? `${names.join(', ')} e mais ${formatCount(people - names.length)}` : listInWords(names);

/** The price of a message by WhatsApp, a sentence for each unit. */
export function whatsappCosts(units: NonNullable<Counts['whatsapp_units']>): readonly string[] {
  if (units.length === 0) return ['Ninguém desta escolha recebe por WhatsApp agora.'];
  return units.map(({ unidade, pessoas, preco }) => {
    const who = `${peopleWords(pessoas)} ${pessoas === 1 ? 'recebe' : 'recebem'} por WhatsApp`;
    const cost =
      preco === null
        ? 'sem custo estimado: a unidade não informou o preço de uma mensagem'
        : `cerca de ${formatMoney(pessoas * preco)} (${formatCount(pessoas)} × ${formatMoney(preco)}, o preço que a unidade informou)`;
    return `${units.length > 1 ? `${unidade}: ` : ''}${who} · ${cost}.`;
  });
}
