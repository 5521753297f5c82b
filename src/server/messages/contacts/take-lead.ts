import { createHash } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';

type Lead = Insertable<Schema['leads']>;
type LeadRow = Selectable<Schema['leads']>;

/** What a visitor sends, on the school's day `dia`. */
export type Sending = Pick<Lead, 'pagina' | 'marca' | 'nome' | 'telefone' | 'email' | 'cidade'> &
  Pick<Lead, 'indicacao_code' | 'utm' | 'english_test'> & {
    dia: string;
    /** Who answers, if it is known. */
    unidade: { id: number; escola_id: number } | null;
    /** The brand has units of its own. */
    hasUnits: boolean;
    /** The member of staff who notes it; absent: the person sent it. */
    por?: number;
  };

export interface TakenLead {
  id: number;
  unidade_id: number | null;
  /** The entry of the history; null for a form that was sent before on that day. */
  event: number | null;
  isFirst: boolean;
}

/**
 * Keeps a sending inside a transaction. Sendings of one telephone to one school are one contact, and each is an entry of
 * its history; the same form counts once a day. A lost contact who writes again is new (0096).
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
      // The staff's way is in the history: the contact keeps what brought the person.
      ...(sending.por === undefined && { pagina, utm }),
      marca,
      nome,
      email: email ?? row.ref('email'),
      // The staff does not ask for it: the unit's only stands in where none is known.
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

/** The contact of the telephone at the school that answers. Of sendings at the same time, the first one makes it. */
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

/** That of the school, else one that waits for a unit. Without a known unit, any of the brand. */
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

/** Where the contacts of a school are. */
export const placeOfSchool = ({ escola_id }: { escola_id: number }): string => `escola:${escola_id}`;

const keyOf = ({ unidade, utm: _, ...said }: Sending): string =>
  createHash('sha256')
    .update(JSON.stringify([said, unidade?.id ?? null]))
    .digest('hex');
