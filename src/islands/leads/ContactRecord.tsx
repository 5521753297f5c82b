import { formatDate, relativeTime } from '#lib/format/dates.ts';
import { routes } from '#lib/routes.ts';
import { campaignOf } from '#lib/rules/leads/contact.ts';
import { leadMessages, leadStates } from '#lib/words/leads.ts';
import type { RecordOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { History } from '../kit/History.tsx';
import { Record } from '../kit/Record.tsx';
import { contact, drawStep, type Lead, type LeadDetails, sourceOf } from './contact.tsx';

/** The author of an entry, and its source. */
const bylineOf = ({ tipo, quem, nome, marca_nome, utm }: LeadDetails['historico'][number]) =>
  tipo === 'envio' ? [quem ?? nome, marca_nome, campaignOf(utm)] : [quem ?? 'Equipe'];

export const contactRecord: RecordOf<Lead, 'leads.getLead'> = {
  ...contact,
  read: 'leads.getLead',
  back: { label: 'Contatos', href: routes.manager.leads() },
  state: ({ estado }) => draw.state(leadStates[estado]),
  lead: (lead, { now, timeZone }) => `${sourceOf(lead)}, ${relativeTime(lead.enviado_em, new Date(now), timeZone)}`,
  facts: (lead, env) => [
    ['Telefone', draw.phone(lead)],
    ['E-mail', lead.email && draw.link(`mailto:${lead.email}`, lead.email)],
    ['Próximo passo', drawStep(lead, env)],
    ['Motivo', lead.motivo],
    ['Responsável', lead.responsavel?.nome ?? 'Ninguém ainda'],
    ['Unidade', lead.unidade?.nome ?? 'Ainda sem unidade'],
    ['Aluno', lead.aluno && draw.link(routes.manager.person(lead.aluno.id), lead.aluno.nome)],
  ],
  parts: [
    {
      title: 'Histórico',
      body: ({ historico }, { now, timeZone }) => (
        <History
          entries={historico.map((event) => ({
            key: event.id,
            text: event.tipo === 'nota' ? event.texto : <strong>{leadMessages.event(event)}</strong>,
            by: [...bylineOf(event), relativeTime(event.em, new Date(now), timeZone)],
          }))}
        />
      ),
    },
    {
      title: 'De onde veio',
      isBeside: true,
      facts: ({ origem, indicado_por, marca_nome, utm, nivel, cidade, consentimento_em }, { timeZone }) => [
        ['Página', origem],
        ['Quem indicou', indicado_por],
        ['Marca', marca_nome],
        ['Campanha', campaignOf(utm)],
        ['Teste de inglês', nivel],
        ['Cidade', cidade],
        ['Autorizou o contato em', formatDate(consentimento_em, timeZone)],
      ],
    },
  ],
};

/** One lead: its next step, its history, its source. */
export const ContactRecord = (props: ViewProps<'leads.getLead'>) => <Record record={contactRecord} {...props} />;
