import { formatDay } from '../format/dates.ts';
import { firstName } from '../format/text.ts';

/** Texts about coming of age, for the adult and the family. */
export const familyMessages = {
  noChoice: 'Esta escolha é de quem tem 18 anos ou mais e um responsável no cadastro.',
  answered: (sees: boolean, guardian: string): string =>
    sees
      ? `${guardian} continua vendo suas aulas, notas e faltas.`
      : `${guardian} não vê mais suas aulas, notas e faltas.`,
  /** @param day of the birthday, `YYYY-MM-DD` */
  soonForChild: (day: string, guardian: string) => ({
    title: 'Você faz 18 anos em breve',
    body: `A partir de ${formatDay(day)}, ${firstName(guardian)} só continua vendo suas aulas, notas e faltas se você disser que sim. Perguntamos a você nesse dia.`,
  }),
  soonForGuardian: (day: string, child: string) => ({
    title: `${firstName(child)} faz 18 anos em breve`,
    body: `A partir de ${formatDay(day)}, você só continua vendo as aulas, notas e faltas de ${firstName(child)} com o sim dele ou dela no portal. Quem paga o contrato continua vendo as parcelas.`,
  }),
  question: (guardian: string) => ({
    title: `${firstName(guardian)} pode continuar vendo suas aulas?`,
    body: 'Você tem 18 anos: agora é você quem decide. Sem resposta, a família não vê mais. Responda em Privacidade; dá para mudar depois.',
  }),
} as const;
