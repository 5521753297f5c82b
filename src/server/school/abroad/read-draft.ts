import type { KnnUsaRequestIn, UsaDraft } from '#lib/contract/abroad.schema.ts';
import { type DraftValues, draftFieldOf, draftTripOf } from '#lib/contract/abroad-draft.schema.ts';
import { isBirthDate, isUnderAge } from '#lib/rules/account/birth-date.ts';
import { maxInstalments } from '#lib/rules/finance/payment-plan.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { required } from '#lib/words/validation.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { kindsFor } from './document-kinds.ts';
import { firstValues, parseDraft, registeredGuardian, stepOf } from './draft-form.ts';
import { presentDocument } from './present.ts';
import { type DocumentRow, documentsOf, draftOf, type StudentRow, studentOf } from './queries.ts';
import { offeredTripFor } from './read-trips.ts';
import { needsGuardian, requestProblems } from './request-rule.ts';

const steps = ['dados', 'passaporte', 'turma', 'documentos', 'pagamento', 'revisao'] as const;

/** A draft, with the data that was read for it. */
export interface ReadDraft {
  draft: UsaDraft;
  student: StudentRow;
  /** null while something is wrong. */
  input: KnnUsaRequestIn | null;
  documents: DocumentRow[];
  /** As the row holds it. */
  dados: string | null;
}

/** The draft of the student, or an empty one filled from the registration, and the problems of each step. */
export async function readDraft({ db, session, now }: Ctx): Promise<ReadDraft> {
  const [student, row] = await Promise.all([studentOf(db, session.userId), draftOf(db, session.userId)]);
  const today = dayIn(session.timeZone, now());
  const valores: DraftValues = { ...firstValues(student), ...(row && (JSON.parse(row.dados) as DraftValues)) };
  const birth = valores.birth_date ?? '';
  const isKnown = isBirthDate(birth, today);
  const chosen = draftTripOf(valores);
  const [turma, documents] = await Promise.all([
    offeredTripFor(db, { ...student, birth_date: isKnown ? birth : null }, today, chosen),
    row ? documentsOf(db, row.id) : [],
  ]);
  const isMinor = isKnown && needsGuardian(birth, today);
  const kinds = kindsFor(turma?.documentos_exigidos ?? [], isMinor);
  const { input, problems: formal } = parseDraft(valores, isMinor);
  const given = input ?? loosely(valores, isMinor);
  const problems: Record<string, string> = {
    ...requestProblems(given, {
      today,
      trip: turma ?? null,
      knownBirth: student.birth_date,
      ownEmail: student.email,
      registered: registeredGuardian(student),
      // Needed until a trip is chosen that asks for none.
      needsPassport: !turma || kinds.some(({ tipo, obrigatorio }) => tipo === 'passaporte' && obrigatorio),
    }),
    ...formal,
  };
  if (!turma) problems.turma_id = 'Escolha uma turma';
  else if (turma.motivo_inelegivel) problems.turma_id = turma.motivo_inelegivel;
  for (const { tipo, nome, obrigatorio } of kinds) {
    if (obrigatorio && !documents.some((each) => each.tipo === tipo)) problems[`documentos.${tipo}`] = `Falta: ${nome}`;
  }
  Object.assign(problems, paymentProblems(valores, today, turma?.inicio));
  return {
    student,
    input: Object.keys(problems).length === 0 ? input : null,
    documents,
    dados: row?.dados ?? null,
    draft: {
      id: row?.id ?? null,
      valores,
      turma: turma ?? null,
      documentos: kinds.map((tipo) => {
        const document = documents.find((each) => each.tipo === tipo.tipo);
        return { tipo, documento: document ? presentDocument(document) : null };
      }),
      menor: isUnderAge(birth, today),
      passos: stepsWith(problems),
      atualizado_em: row?.atualizada_em ?? null,
    },
  };
}

/** The values that the rules check before the whole form is valid. Each wrong field already has its own message. */
function loosely(values: DraftValues, isMinor: boolean) {
  const digits = (text: string | undefined) => (text ?? '').replace(/\D/g, '');
  const responsavel = {
    full_name: '',
    cpf: digits(values.resp_cpf),
    email: values.resp_email?.trim() ?? '',
    phone: '',
    parentesco: '',
  };
  const passaporte = values.passaporte_validade
    ? { numero: '', pais: '', validade: values.passaporte_validade }
    : values.passaporte_numero || values.passaporte_pais
      ? { numero: '', pais: '', validade: '9999-12-31' }
      : null;
  const visto = values.visto_validade ? { tipo: '', validade: values.visto_validade } : null;
  const hasGuardian = isMinor && Boolean(values.resp_full_name || values.resp_cpf);
  return {
    birth_date: values.birth_date ?? '',
    cpf: digits(values.cpf),
    passaporte,
    visto,
    responsavel: hasGuardian ? responsavel : null,
  };
}

/** The form of payment is only a note now. Nobody asks for money before the school approves. */
function paymentProblems({ forma, parcelas }: DraftValues, today: string, start: string | undefined) {
  const problems: Record<string, string> = {};
  if (forma !== 'pix' && forma !== 'cartao' && forma !== 'cambio') return { forma: required };
  const most = maxInstalments(forma, today, start ?? today);
  const n = Number(parcelas ?? '1');
  if (!(Number.isInteger(n) && n >= 1 && n <= most)) problems.parcelas = `Escolha de 1 a ${most} parcelas`;
  return problems;
}

function stepsWith(problems: Record<string, string>): UsaDraft['passos'] {
  const named = Object.entries(problems).map(([path, words]) => [draftFieldOf(path), words] as const);
  return steps.map((passo) => {
    const own = named.filter(([field]) => stepOf(field) === passo);
    const isReview = passo === 'revisao';
    return {
      passo,
      completo: isReview ? named.length === 0 : own.length === 0,
      problemas: Object.fromEntries(own),
    };
  });
}
