import { day, id, instant, json, ref, text } from '../../core/db/columns.ts';
import { alone, either, equals, of, own, toAddress, verified } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

type State = 'novo' | 'em_contato' | 'visita_marcada' | 'matriculado' | 'perdido';
const ownLeads = either(verified(toAddress('email')), of('english_test', 'english_tests', own()), own('aluno_user_id'));
const leadsOfContact = either(alone(toAddress('email')), equals('telefone', 'phone'));

export const leadsTables = {
  /** One row for each telephone and school: the person's last data, and the school's work on it. */
  leads: deletedWithPerson({
    rows: ownLeads,
    alsoErased: leadsOfContact,
    columns: {
      id: id(),
      /** Who answers: `escola:3`; `marca:knn` while no unit is known; `marca:*` for a brand without a unit of its own. */
      lugar: text(20).secret(),
      pagina: text(60),
      marca: text<'knn' | 'phenom'>(10),
      nome: text(120),
      /** Ten or eleven digits; of another country with its +. */
      telefone: text(20).lengthenedFrom(11),
      email: text(254).nullable(),
      /** The unit's city if the visitor named none; empty if no unit is known either. */
      cidade: text(80),
      unidade_id: ref('companies').nullable(),
      indicacao_code: text(40).nullable(),
      consentimento_em: instant(),
      utm: json().nullable(),
      english_test: text(36).references('english_tests.id').nullable(),
      status: text<State>(20).default('novo'),
      /** Why the person was lost. */
      motivo: text(300).nullable(),
      responsavel_user_id: ref('users').nullable().actor().secret(),
      proximo_em: day().nullable(),
      /** `HH:MM` at the school: of a visit. */
      proximo_hora: text(5).nullable().since('0201-lead-hour'),
      proximo_passo: text(120).nullable(),
      /** The student that the person became. */
      aluno_user_id: ref('users').nullable(),
      /** When the person last wrote. */
      enviado_em: instant(),
      /** The last activity, from which its retention is counted. */
      mudou_em: instant(),
      created_at: instant(),
    },
    constraints: {
      leads_one_each: 'unique (telefone, lugar)',
    },
    indexes: {
      leads_unit: '(unidade_id, status)',
      leads_place: '(lugar, status)',
      leads_age: '(mudou_em, id)',
      leads_student: '(aluno_user_id)',
      leads_test: '(english_test)',
      leads_email: { on: '(email)', since: '0209-lead-email' },
    },
  }),
  /** The history of a contact: what the person sent, and what the staff did. */
  lead_events: deletedWithPerson({
    rows: of('lead_id', 'leads', ownLeads),
    alsoErased: of('lead_id', 'leads', leadsOfContact),
    columns: {
      id: id(),
      lead_id: ref('leads'),
      kind: text<'envio' | 'estado' | 'nota' | 'passo' | 'responsavel' | 'unidade'>(20),
      created_at: instant(),
      /** The member of staff. */
      por_user_id: ref('users').nullable().actor().secret(),
      /** A note, a reason, or a step in words. */
      texto: text().nullable(),
      status: text<State>(20).nullable(),
      pagina: text(60).nullable(),
      marca: text<'knn' | 'phenom'>(10).nullable(),
      nome: text(120).nullable(),
      email: text(254).nullable(),
      cidade: text(80).nullable(),
      indicacao_code: text(40).nullable(),
      utm: json().nullable(),
      /** A hash of the day, the page, the brand and the input, so that the same form counts once a day. */
      chave: text(64).nullable().secret(),
    },
    constraints: {
      lead_events_once: 'unique (lead_id, chave)',
    },
  }),
};
