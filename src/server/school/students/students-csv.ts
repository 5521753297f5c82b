import { formatDate, formatDay } from '#lib/format/dates.ts';
import { formatPhone } from '#lib/format/documents.ts';
import { inviteWords } from '#lib/words/students.ts';
import { csv } from '../../core/http/csv.ts';
import type { Student } from './present.ts';

/** The students for spreadsheets. @param timeZone of the reader */
export const studentsCsv = (students: readonly Student[], timeZone: string): string =>
  csv([
    ['Nome', 'Matrícula', 'Unidade', 'Turmas', 'Livros', 'Telefone', 'E-mail', 'Convite', 'Último acesso'].concat([
      'Parcelas vencidas',
      'Acesso',
      'Curso encerrado em',
    ]),
    ...students.map((each) => [
      each.full_name,
      each.matricula,
      each.unidade.nome,
      each.turmas.map(({ nome }) => nome).join(', '),
      [...new Set(each.turmas.map(({ livro }) => livro))].join(', '),
      each.phone ? formatPhone(each.phone) : '',
      each.email,
      inviteWords[each.convite].name,
      each.ultimo_acesso ? formatDate(each.ultimo_acesso, timeZone) : '',
      each.parcelas_vencidas ?? '',
      each.bloqueado ? 'Bloqueado' : 'Liberado',
      each.encerrado_em ? formatDay(each.encerrado_em) : '',
    ]),
  ]);
