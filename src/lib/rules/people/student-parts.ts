import { routes } from '../../routes.ts';

/** The pages of the area. */
export const studentParts = [
  { label: 'Cadastro', href: routes.manager.profile() },
  { label: 'Sem matrícula', href: routes.manager.unlinked() },
  { label: 'Importar planilha', href: routes.manager.sheets('alunos') },
] as const;
