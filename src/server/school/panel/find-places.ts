import type { Found } from '#lib/contract/panel.schema.ts';
import { searchWords } from '#lib/format/text.ts';
import { policy, type Rights, rightOfPage } from '#lib/rules/people/rights.ts';
import { routeTable } from '#lib/rules/routes/route-table.ts';

/** Other names of a page, by the name of its route. */
const alsoCalled: Readonly<Record<string, string>> = {
  'manager-panel': 'início home',
  'manager-contract': 'gerar parcelas mensalidades matrícula',
  'manager-month-close': 'caixa relatório',
  'manager-terms': 'multa juros carência conta banco',
  'manager-classes': 'nova turma criar',
  'manager-closed-days': 'feriado recesso',
  'manager-week': 'horários calendário agenda aulas',
  'manager-teaching-hours': 'pagamento folha carga horária professores substituições',
  'manager-absences': 'ausências',
  'manager-team': 'convidar professores funcionários acesso',
  'manager-units': 'telefone cnpj filial',
  'manager-sheets': 'importar csv excel',
  'manager-student-sheets': 'importar csv excel',
  'manager-class-sheets': 'importar csv excel',
  'manager-student-new': 'cadastrar matricular',
  'manager-unlinked': 'contas',
  'push-notification-create': 'escrever avisar push',
  help: 'como fazer dúvida manual tour',
};

/** Pages that need a parameter, so search does not list them. */
const notAlone: ReadonlySet<string> = new Set(['manager-renegotiate', 'manager-book-upload']);

/** A page that creates something is shown as an action. */
const isAct = (title: string) => /^Nov[ao] /.test(title);

/** The pages of the panel that need no parameter, with the folded words of each. */
const places = routeTable
  .filter(
    ({ kind, pattern, name, redirectTo }) =>
      (kind === 'manager' || name === 'help') && !redirectTo && !pattern.includes('{') && !notAlone.has(name),
  )
  .map(({ pattern, title, name }, at) => {
    const right = rightOfPage(pattern);
    const found: Found = {
      tipo: isAct(title) ? 'acao' : 'pagina',
      id: at + 1,
      titulo: title,
      detalhe: right === null ? 'Painel' : policy[right].name,
      path: pattern,
    };
    return { right, found, words: searchWords(`${title} ${alsoCalled[name] ?? ''}`) };
  });

/** Pages of the panel with words that begin with those of the search, in any order. */
export function findPlaces(rights: Rights, q: string, limit: number): Found[] {
  const queryWords = searchWords(q);
  if (queryWords.length === 0) return [];
  return places
    .filter(({ right, words }) => {
      const isOpen = right === null || rights.has(right);
      return isOpen && queryWords.every((each) => words.some((word) => word.startsWith(each)));
    })
    .map(({ found }) => found)
    .slice(0, limit);
}
