import { formatDate, formatDay, formatTime } from '#lib/format/dates.ts';
import { campaignOf } from '#lib/rules/leads/contact.ts';
import { leadStates } from '#lib/words/leads.ts';
import { csv } from '../../core/http/csv.ts';
import type { Lead } from './present.ts';

/** The contacts for spreadsheets. @param timeZone of the school */
export const leadsCsv = (leads: readonly Lead[], timeZone: string): string =>
  csv([
    ['Nome', 'Telefone', 'E-mail', 'Cidade', 'Página', 'Marca', 'Campanha', 'Unidade', 'Estado', 'Motivo'].concat([
      'Responsável',
      'Próximo passo',
      'Quando',
      'Enviado em',
      'Autorizou o contato em',
    ]),
    ...leads.map((each) => [
      each.nome,
      each.telefone_escrito,
      each.email ?? '',
      each.cidade,
      each.origem,
      each.marca_nome,
      campaignOf(each.utm) ?? '',
      each.unidade?.nome ?? '',
      leadStates[each.estado].name,
      each.motivo ?? '',
      each.responsavel?.nome ?? '',
      each.proximo_passo ?? '',
      each.proximo_em ? formatDay(each.proximo_em) : '',
      `${formatDate(each.enviado_em, timeZone)} ${formatTime(each.enviado_em, timeZone)}`,
      `${formatDate(each.consentimento_em, timeZone)} ${formatTime(each.consentimento_em, timeZone)}`,
    ]),
  ]);
