import { routes } from '#lib/routes.ts';
import type { FirstStep } from '#lib/words/panel-first-steps.ts';

/** The pages of a new school’s first steps, in their order. */
export const firstStepPlaces: Readonly<Record<FirstStep, string>> = {
  unidades: routes.manager.units(),
  professores: routes.manager.team(),
  alunos: routes.manager.profile(),
  turmas: routes.manager.classes(),
  convites: routes.manager.profile({ estado: 'nao_convidado' }),
  regras: routes.manager.terms(),
  pagamentos: routes.manager.terms(),
  email: routes.manager.push.mails(),
};
