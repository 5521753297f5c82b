import { routes } from '../../routes.ts';

/** The pages of the area. */
export const classParts = [
  { label: 'Turmas', href: routes.manager.classes() },
  { label: 'Semana', href: routes.manager.week() },
  { label: 'Horas', href: routes.manager.teachingHours() },
  { label: 'Dias sem aula', href: routes.manager.closedDays() },
  { label: 'Livros', href: routes.manager.ownBooks() },
  { label: 'Importar planilha', href: routes.manager.sheets('turmas') },
];
