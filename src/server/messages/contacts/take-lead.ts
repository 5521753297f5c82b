import { createHash } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';

type Lead = Insertable<Schema['leads']>;
type LeadRow = Selectable<Schema['leads']>;

/** A form submitted by a visitor, on the school's day `dia`. */
export type Sending = Pick<Lead, 'pagina' | 'marca' | 'nome' | 'telefone' | 'email' | 'cidade'> &
  Pick<Lead, 'indicacao_code' | 'utm' | 'english_test'> & {
    dia: string;
    /** The unit that answers, if known. */
    unidade: { id: number; escola_id: number } | null;
    /** The brand has units of its own. */
    hasUnits: boolean;
    /** The member of staff who entered it; absent: the person submitted it. */
    por?: number;
  };

export interface TakenLead {
  id: number;
  unidade_id: number | null;
  /** The id of the history entry; null for a form already submitted on that day. */
  event: number | null;
  isFirst: boolean;
}

/**
 * Stores a submitted form inside a transaction. Forms with one telephone to one school are one lead, and each is an entry of its
 * history; the same form counts once a day. A lost lead who submits again becomes new (0096).
 */
export async function takeLead(tx: Db, sending: Sending, at: Date): Promise<TakenLead> {
  const em = at.toISOString();
  const { contact, isFirst } = await contactFor(tx, sending, em);
  const { pagina, marca, nome, email, cidade, indicacao_code, utm } = sending;
  const entry = await tx
    .insertInto('lead_events')
    .values({
      lead_id: contact.id,
      kind: 'envio',
      created_at: em,
      por_user_id: sending.por ?? null,
      pagina,
      marca,
      nome,
      email,
      cidade,
      indicacao_code,
      utm,
      chave: keyOf(sending),
    })
    .onConflict((known) => known.columns(['lead_id', 'chave']).doNothing())
    .returning('id')
    .executeTakeFirst();
  const { id, unidade_id } = contact;
  if (!entry || isFirst) return { id, unidade_id, event: entry?.id ?? null, isFirst };
  const changed = await tx
    .updateTable('leads')
    .set((row) => ({
      // Entries of staff only go into the history: the lead keeps the page that brought the person.
      ...(sending.por === undefined && { pagina, utm }),
      marca,
      nome,
      email: email ?? row.ref('email'),
      // Staff does not enter a city: the unit's is used only if none is known.
      cidade:
        sending.por === undefined ? cidade || row.ref('cidade') : sql<string>`coalesce(nullif(cidade, ''), ${cidade})`,
      ...(unidade_id === null && sending.unidade && { unidade_id: sending.unidade.id, lugar: placeOf(sending) }),
      indicacao_code: indicacao_code ?? row.ref('indicacao_code'),
      english_test: sending.english_test ?? row.ref('english_test'),
      status: sql`case when status = 'perdido' then 'novo' else status end`,
      motivo: null,
      consentimento_em: em,
      enviado_em: em,
      mudou_em: em,
    }))
    .where('id', '=', id)
    .returning('unidade_id')
    .executeTakeFirstOrThrow();
  return { id, unidade_id: changed.unidade_id, event: entry.id, isFirst };
}

/** The lead with the telephone at the answering school. Of simultaneous forms the first creates it. */
async function contactFor(
  tx: Db,
  sending: Sending,
  em: string,
): Promise<{ contact: Pick<LeadRow, 'id' | 'unidade_id'>; isFirst: boolean }> {
  const known = await findContact(tx, sending);
  if (known) return { contact: known, isFirst: false };
  const { unidade, hasUnits: _of, dia: _on, por: _by, ...said } = sending;
  const made = await tx
    .insertInto('leads')
    .values({
      ...said,
      lugar: placeOf(sending),
      unidade_id: unidade?.id ?? null,
      consentimento_em: em,
      enviado_em: em,
      mudou_em: em,
      created_at: em,
    })
    .onConflict((twin) => twin.columns(['telefone', 'lugar']).doNothing())
    .returning(['id', 'unidade_id'])
    .executeTakeFirst();
  if (made) return { contact: made, isFirst: true };
  const other = await findContact(tx, sending);
  if (!other) throw new Error('a contact is neither there nor new');
  return { contact: other, isFirst: false };
}

/** The school's lead, otherwise one that waits for a unit. Without a known unit, any lead of the brand. */
const findContact = (tx: Db, sending: Sending) =>
  tx
    .selectFrom('leads')
    .select(['id', 'unidade_id'])
    .where('telefone', '=', sending.telefone)
    .where((where) =>
      sending.unidade
        ? where('lugar', 'in', [placeOf(sending), openPlace(sending)])
        : where.or([where('lugar', '=', openPlace(sending)), where('marca', '=', sending.marca)]),
    )
    .orderBy('lugar')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

const placeOf = (sending: Sending): string => (sending.unidade ? placeOfSchool(sending.unidade) : openPlace(sending));
const openPlace = ({ marca, hasUnits }: Sending): string => `marca:${hasUnits ? marca : '*'}`;

/** The place key of a school's leads. */
export const placeOfSchool = ({ escola_id }: { escola_id: number }): string => `escola:${escola_id}`;

const keyOf = ({ unidade, utm: _, ...said }: Sending): string =>
  createHash('sha256')
    .update(JSON.stringify([said, unidade?.id ?? null]))
    .digest('hex');
