import { routes } from '#lib/routes.ts';
import type { Waiting, WaitingKind } from '#lib/words/panel.ts';

/** The pages where staff handle waiting tasks. */
export const waitingPlaces: Readonly<Record<WaitingKind, string>> = {
  contatos: routes.manager.leads({ estado: 'novo' }),
  passos: routes.manager.leads({ estado: 'hoje' }),
  vencidas: routes.manager.finance({ estado: 'vencidas' }),
  pedidos: routes.manager.orders({ estado: 'avancar' }),
  resgates: routes.manager.clubRedemptions({ estado: 'a_entregar' }),
  indicacoes: routes.manager.clubReferrals({ estado: 'em_andamento' }),
  faltas: routes.manager.absences({ estado: 'avisada' }),
  trabalhos: routes.teacher.inbox({ estado: 'parada' }),
  sem_professor: routes.manager.classes({ estado: 'sem_professor' }),
  documentos: routes.manager.abroad({ estado: 'a_conferir' }),
  falhas: routes.manager.push.list({ estado: 'com_falhas' }),
  emails: routes.manager.push.mails({ estado: 'podem_sair' }),
  whatsapp: routes.manager.units(),
};

/** The waiting tasks of the page at an address, without regard to its filters. @param href of a page of the panel */
export const waitingAt = (waiting: readonly Waiting[], href: string): Waiting[] =>
  waiting.filter(({ tipo }) => {
    const [path = ''] = waitingPlaces[tipo].split('?');
    return path === href || (href !== routes.manager.home() && path.startsWith(`${href}/`));
  });
