import type { Template } from '#lib/contract/broadcasts.schema.ts';
import type { Parcela } from '#lib/contract/finance.schema.ts';
import { routes } from '#lib/routes.ts';
import { waysInWords } from '#lib/words/finance-ways.ts';

/** Above every id of the database. */
const FIRST_ID = 2_000_000_001;

const textsFor = (ways: string | null): Omit<Template, 'id' | 'is_own'>[] => [
  {
    nome: 'Lembrete de aula',
    title: '{primeiro_nome}, hoje tem aula!',
    body: 'A turma {turma} espera por você. Chegue uns minutos antes e dê uma olhada na última lição.',
    link: routes.pedagogico.list(),
    category: 'aula',
  },
  {
    nome: 'Mudança de horário ou sala',
    title: 'Mudança na sua próxima aula',
    body: 'Oi, {primeiro_nome}! A próxima aula de {turma} muda de lugar ou de horário. Veja os detalhes no portal.',
    link: routes.onlineClasses.list(),
    category: 'aula',
  },
  {
    nome: 'Parcela perto do vencimento',
    title: 'Sua parcela vence em breve',
    body: `{primeiro_nome}, o próximo vencimento é {vencimento}. ${ways ? `Pelo portal você paga por ${ways} em um minuto.` : 'Veja o valor e os detalhes no portal.'}`,
    link: routes.finance.home(),
    category: 'financeiro',
  },
  {
    nome: 'Que tal voltar a estudar?',
    title: 'Sentimos sua falta, {primeiro_nome}',
    body: 'Dez minutos de prática já ajudam a acompanhar {turma}. Seus áudios e palavras estão onde você parou.',
    link: routes.pedagogico.list(),
    category: 'campanha',
  },
  {
    nome: 'Indique um amigo',
    title: 'Estudar junto vale pontos',
    body: 'Oi, {primeiro_nome}! Convide um amigo para a escola e ganhe pontos quando ele se matricular.',
    link: routes.club.earn(),
    category: 'clube',
  },
  {
    nome: 'Aviso da escola',
    title: 'Aviso da secretaria',
    body: 'Oi, {primeiro_nome}! Não teremos aula no feriado. As turmas voltam no dia útil seguinte, no horário de sempre.',
    link: routes.dashboard(),
    category: 'aviso',
  },
];

/** Texts of the portal: they belong to no school, and nobody can delete them. @param formas how people pay in the portal */
export const builtInTemplates = (formas: Parcela['formas']): readonly Template[] =>
  textsFor(waysInWords(formas)).map((text, index) => ({ ...text, id: FIRST_ID + index, is_own: false }));
