import { formatDay } from '#lib/format/dates.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { promoPages } from '#lib/rules/travel/campaign-form.ts';
import { printedParts } from '#lib/rules/travel/printed-parts.ts';
import { travelMessages } from '#lib/words/travel.ts';
import type { RecordOf, ViewProps } from '../kit/describe.ts';
import { Record } from '../kit/Record.tsx';
import { type Campaign, campaign, drawState, eventOf, ticketsOf } from './campaign.tsx';

type Details = AnswerOf<'travel.getManagedCampaign'>;
type Batch = Details['lotes'][number] & { evento: number };

const paper = (id: number) => `/api/v1/portal/manager/travel/campaigns/${id}/tickets/pdf/`;

export const campaignRecord: RecordOf<Campaign, 'travel.getManagedCampaign'> = {
  ...campaign,
  read: 'travel.getManagedCampaign',
  back: { label: 'Eventos', href: routes.manager.campaigns() },
  state: drawState,
  lead: ({ destino }) => destino,
  facts: (each) => [
    ['Dia', eventOf(each)],
    ['Local', each.local],
    ['Inscrições', `${formatDay(each.inicio)} a ${formatDay(each.fim)}`],
    ['Inscritos', String(each.participantes)],
    ['Ingressos', ticketsOf(each)],
    ['Entrada', each.usados > 0 && travelMessages.arrived(each.usados)],
    ['Acompanhantes', each.max_acompanhantes === 0 ? 'Sem acompanhantes' : `Até ${each.max_acompanhantes} por aluno`],
    ['Página', each.pagina && promoPages[each.pagina]],
  ],
  parts: [
    { title: 'Descrição', body: ({ descricao }) => <p className="measure whitespace-pre-line">{descricao}</p> },
    { title: 'Regulamento', body: ({ regulamento }) => <p className="measure whitespace-pre-line">{regulamento}</p> },
    {
      title: 'Ingressos para imprimir',
      isBeside: true,
      body: ({ id, ingressos }) =>
        ingressos === 0 ? (
          <p className="text-muted">Quando houver inscritos, os ingressos deles saem aqui em PDF.</p>
        ) : (
          <>
            <p className="text-muted">Doze por folha A4, com nome e código para recortar.</p>
            <p className="my-3 flex flex-wrap gap-2">
              {printedParts(ingressos).map(({ part, first, last }, _at, all) => (
                <a key={part} className="kit-pill" href={`${paper(id)}?parte=${part}`}>
                  {all.length === 1 ? 'Baixar todos em PDF' : `PDF de ${first} a ${last}`}
                </a>
              ))}
            </p>
          </>
        ),
      lines: {
        subject: {
          kind: 'lote',
          titleOf: ({ rotulo }) => rotulo,
          acts: [
            {
              name: 'imprimir',
              label: 'PDF deste lote',
              isFirst: true,
              href: ({ id, evento }: Batch) => `${paper(evento)}?lote=${id}`,
            },
          ],
        },
        of: ({ id, lotes }) => lotes.map((each) => ({ ...each, evento: id })),
        note: ({ quantidade, usados }: Batch) =>
          `${travelMessages.tickets(quantidade)} · ${travelMessages.arrived(usados)}`,
        empty: 'Sem ingressos avulsos.',
      },
    },
  ],
};

/** An event: its description for students, its participants, and its tickets. */
export const CampaignRecord = (props: ViewProps<'travel.getManagedCampaign'>) => (
  <Record record={campaignRecord} {...props} />
);
