import type { DocumentoTipo, KnnUsaRequestIn, TurmaUsa } from '#lib/contract/abroad.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { abroadMessages } from '#lib/words/abroad.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { kindsFor } from './document-kinds.ts';
import { registeredGuardian } from './draft-form.ts';
import { type StudentRow, studentOf } from './queries.ts';
import { offeredTripFor } from './read-trips.ts';
import { needsGuardian, requestProblems } from './request-rule.ts';

export interface CheckedRequest {
  student: StudentRow;
  trip: TurmaUsa | undefined;
  isMinor: boolean;
  /** The documents that this student has to send. */
  kinds: DocumentoTipo[];
  /** By the contract's field names; empty: all is right. */
  problems: Record<string, string>;
}

type Input = Pick<KnnUsaRequestIn, 'turma_id' | 'birth_date' | 'passaporte' | 'visto' | 'cpf' | 'responsavel'>;

/** Checks a well-formed request against the trip, the registration and the school's calendar. */
export async function checkRequest(
  { db, session, now }: Ctx,
  input: Input,
  sentKinds: readonly string[],
): Promise<CheckedRequest> {
  const student = await studentOf(db, session.userId);
  const today = dayIn(session.timeZone, now());
  // The age follows from the sent birth date. It equals the registration's date, if the registration has one.
  const trip = await offeredTripFor(db, { ...student, birth_date: input.birth_date }, today, input.turma_id);
  const isMinor = needsGuardian(input.birth_date, today);
  const kinds = kindsFor(trip?.documentos_exigidos ?? [], isMinor);
  const problems = requestProblems(input, {
    today,
    trip: trip ?? null,
    knownBirth: student.birth_date,
    ownEmail: student.email,
    registered: registeredGuardian(student),
    needsPassport: kinds.some(({ tipo, obrigatorio }) => tipo === 'passaporte' && obrigatorio),
  });
  if (!trip) problems.turma_id = abroadMessages.tripMissing;
  else if (trip.motivo_inelegivel) problems.turma_id = trip.motivo_inelegivel;
  for (const { tipo, nome, obrigatorio } of kinds) {
    if (obrigatorio && !sentKinds.includes(tipo)) problems[`documentos.${tipo}`] = `Falta: ${nome}`;
  }
  return { student, trip, isMinor, kinds, problems };
}
