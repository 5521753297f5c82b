import { formatDate, formatDay, formatTime } from '#lib/format/dates.ts';
import { formatPhone } from '#lib/format/documents.ts';
import { csv } from '../../core/http/csv.ts';

export interface TicketLine {
  nome: string;
  cpf: string | null;
  birth_date: string | null;
  is_companion: boolean;
  codigo: string;
  usado_em: string | null;
  /** The student's name; null for a ticket of a batch. */
  full_name: string | null;
  email: string | null;
  phone: string | null;
}

/** The participants for spreadsheets. */
export const participantsCsv = (tickets: readonly TicketLine[], timeZone: string): string =>
  csv([
    ['Nome', 'Tipo', 'Aluno', 'E-mail', 'Telefone', 'CPF', 'Nascimento', 'Código', 'Entrou em'],
    ...tickets.map((each) => [
      each.nome,
      each.full_name === null ? 'Avulso' : each.is_companion ? 'Acompanhante' : 'Aluno',
      each.full_name ?? '',
      each.email ?? '',
      each.phone ? formatPhone(each.phone) : '',
      each.cpf ?? '',
      each.birth_date ? formatDay(each.birth_date) : '',
      each.codigo,
      each.usado_em ? `${formatDate(each.usado_em, timeZone)} ${formatTime(each.usado_em, timeZone)}` : '',
    ]),
  ]);
