import type { WaitingKind } from '#lib/contract/panel.schema.ts';
import { routes } from '#lib/routes.ts';

/** Where staff does what waits. */
export const waitingPlaces: Readonly<Record<WaitingKind, string>> = {
  contatos: routes.manager.leads({ estado: 'novo' }),
  passos: routes.manager.leads({ estado: 'hoje' }),
  vencidas: routes.manager.finance({ estado: 'vencidas' }),
  pedidos: routes.manager.orders({ estado: 'avancar' }),
  resgates: routes.manager.clubRedemptions(),
  indicacoes: routes.manager.clubReferrals(),
  faltas: routes.manager.absences(),
  trabalhos: routes.teacher.inbox({ estado: 'parada' }),
  sem_professor: routes.manager.classes({ estado: 'sem_professor' }),
  documentos: routes.manager.abroad(),
  falhas: routes.manager.push.list(),
  emails: routes.manager.push.mails(),
};
