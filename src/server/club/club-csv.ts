import type { Transaction } from '#lib/contract/club.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { csv } from '../core/http/csv.ts';
import type { Member } from './manage-members.ts';
import type { ClubFigures } from './read-figures.ts';

/** A statement of points. @param timeZone of the school, for the days */
export const pointsCsv = (entries: readonly Transaction[], timeZone: string): string =>
  csv([
    ['Data', 'Tipo', 'Descrição', 'Pontos', 'Saldo', 'Vale até', 'Situação', 'Nota'],
    ...entries.map((each) => [
      formatDay(dayIn(timeZone, new Date(each.criado_em))),
      each.tipo === 'credito' ? 'Crédito' : 'Débito',
      each.descricao,
      each.pontos,
      each.saldo_apos,
      each.expira_em ? formatDay(each.expira_em) : '',
      { confirmada: 'Confirmado', pendente: 'Pendente', cancelada: 'Cancelado' }[each.status],
      each.nota ?? '',
    ]),
  ]);

export const figuresCsv = ({ meses }: ClubFigures): string =>
  csv([
    ['Mês', 'Membros', 'Pontos emitidos', 'Pontos trocados', 'Pontos vencidos', 'Saldo dos membros'],
    ...meses.map(({ mes, membros, emitidos, resgatados, expirados, passivo }) => [
      `${mes.slice(5)}/${mes.slice(0, 4)}`,
      membros,
      emitidos,
      resgatados,
      expirados,
      passivo,
    ]),
  ]);

/** @param timeZone of the school, for the days */
export const membersCsv = (members: readonly Member[], timeZone: string): string =>
  csv([
    ['Nome', 'E-mail', 'Unidade', 'No clube', 'Desde', 'Saldo', 'Lançamentos'],
    ...members.map(({ full_name, email, school_name, is_club, desde, saldo, lancamentos }) => [
      full_name,
      email,
      school_name,
      is_club ? 'Sim' : 'Não',
      desde ? formatDay(dayIn(timeZone, new Date(desde))) : '',
      saldo,
      lancamentos,
    ]),
  ]);
