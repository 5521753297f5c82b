import { formatHundredths } from '#lib/format/money.ts';

/** `2`, `0,5`: hundredths as people write them. */
export const bare = (hundredths: number) => formatHundredths(hundredths).replace(/,?0{1,2}$/, '') || '0';

/** A school’s terms for late bills. */
export const termsMessages = {
  missing: 'Não encontramos esta unidade entre as suas.',
  notLater: 'Escolha um dia depois de hoje, dentro de um ano.',
  planned: (day: string) => `Já há uma mudança a partir de ${day}. Escolha esse dia, para trocá-la, ou um dia depois.`,
  same: 'As regras já são estas.',
  percent: (bps: number) => `${bare(bps)}%`,
  percentMissing: 'Digite uma porcentagem, como 2 ou 0,5',
  saved: 'Regras salvas. O que já vence antes desse dia fica como estava.',
  touched: (bills: number, people: number, day: string) =>
    bills === 0
      ? `Nenhuma parcela em aberto vence a partir de ${day}.`
      : `${bills === 1 ? '1 parcela em aberto' : `${bills} parcelas em aberto`} de ${people === 1 ? '1 aluno' : `${people} alunos`} ${bills === 1 ? 'vence' : 'vencem'} a partir de ${day} e ${bills === 1 ? 'passa' : 'passam'} a seguir as regras novas, se ${bills === 1 ? 'atrasar' : 'atrasarem'}.`,
  grace: (days: number) =>
    days === 0 ? 'sem dias de carência' : days === 1 ? '1 dia de carência' : `${days} dias de carência`,
};
