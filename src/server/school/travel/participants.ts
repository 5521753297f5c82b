import { sql } from 'kysely';
import type { z } from 'zod';
import { formatDate, formatDay, formatTime } from '#lib/format/dates.ts';
import { formatPhone } from '#lib/format/documents.ts';
import { routes } from '#lib/routes.ts';
import { travelMessages } from '#lib/words/travel.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { folded, hasWords, personText } from '../../core/db/people-by-name.ts';
import { audit } from '../../core/http/audit.ts';
import { csv, csvFile } from '../../core/http/csv.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { managedBy } from './access.ts';
import { managedCampaign, presentOne } from './campaigns.ts';
import type { listParticipantsInput } from './inputs.ts';
import { endParticipation } from './participation.ts';
import { holdCampaign } from './queries.ts';
import { byHolder } from './tickets.ts';

const byName: Order = [
  ['travel_tickets.nome', 'asc'],
  ['travel_tickets.id', 'asc'],
];

/** The valid tickets of a campaign by name; a search for a student includes the companions. @throws Refusal 403, 404 */
export async function listParticipants(
  ctx: Ctx,
  { id, q, entrada, depois, limit }: z.output<typeof listParticipantsInput>,
) {
  const { nome: evento, timezone } = await managedCampaign(ctx, ctx.db, id);
  const found = ctx.db
    .selectFrom('travel_tickets')
    .leftJoin('users', 'users.id', 'travel_tickets.user_id')
    .leftJoin('travel_participations', 'travel_participations.id', 'travel_tickets.participation_id')
    .where('travel_tickets.campaign_id', '=', id)
    .where('travel_tickets.cancelado_em', 'is', null)
    .$if(Boolean(q), (some) =>
      some.where(({ or }) =>
        or([
          hasWords(q ?? '', personText()),
          hasWords(q ?? '', folded('travel_tickets.nome')),
          sql<boolean>`lower(travel_tickets.codigo) = ${(q ?? '').toLowerCase()}`,
        ]),
      ),
    );
  const rows = found
    .select(['travel_tickets.id', 'nome', 'codigo', 'is_companion', 'usado_em', 'travel_tickets.user_id'])
    .select(['travel_tickets.participation_id', 'full_name', 'email', 'phone', 'travel_participations.created_at'])
    .select('travel_participations.status')
    .$if(entrada !== undefined, (some) => some.where('usado_em', entrada === 'entrou' ? 'is not' : 'is', null));
  const [page, { all, used }] = await Promise.all([
    pageAfter(rows, byName, { depois, limit }).execute(),
    found
      .select(({ fn }) => [fn.countAll<number | string>().as('all'), fn.count<number | string>('usado_em').as('used')])
      .executeTakeFirstOrThrow(),
  ]);
  const cut = cutPage(page, limit, (row) => [row.nome, row.id]);
  const contagens = { falta: Number(all) - Number(used), entrou: Number(used) };
  const items = cut.rows.map(({ participation_id, full_name, phone, created_at, status, ...ticket }) => ({
    ...ticket,
    /** The time zone of the event. */
    timezone,
    participacao_id: participation_id,
    /** null for a bulk ticket. */
    aluno: full_name,
    telefone: phone && formatPhone(phone),
    inscrito_em: created_at,
    /** Nobody of the group has checked in. */
    pode_cancelar: status === 'inscrito',
  }));
  return { evento, items, total: entrada ? contagens[entrada] : Number(all), next: cut.next, contagens };
}

/** One line per ticket, including bulk tickets. @throws Refusal 403, 404 */
export async function downloadParticipants(ctx: Ctx, id: number): Promise<FileAnswer> {
  const campaign = await managedCampaign(ctx, ctx.db, id);
  const rows = await ctx.db
    .selectFrom('travel_tickets')
    .leftJoin('users', 'users.id', 'travel_tickets.user_id')
    .select(['nome', 'travel_tickets.cpf', 'travel_tickets.birth_date', 'is_companion', 'codigo', 'usado_em'])
    .select(['full_name', 'email', 'phone'])
    .where('campaign_id', '=', id)
    .where('cancelado_em', 'is', null)
    .orderBy('travel_tickets.id')
    .execute();
  await audit(ctx, 'campaign-export', `travel_campaign:${id}`);
  const text = participantsCsv(rows.toSorted(byHolder), campaign.timezone);
  return csvFile(`participantes-${id}`, text);
}

/** Removes a participant and notifies them of the reason. @throws Refusal 403, 404, 409 once one of the group has checked in */
export async function cancelParticipation(ctx: Ctx, id: number, motivo: string) {
  return ctx.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('travel_participations')
      .innerJoin('travel_campaigns', 'travel_campaigns.id', 'travel_participations.campaign_id')
      .select(['campaign_id', 'user_id', 'nome'])
      .where('travel_participations.id', '=', id)
      .where(({ eb }) => managedBy(ctx.reach)(eb as never))
      .executeTakeFirst();
    if (!found) throw notFound('Não encontramos esta inscrição na sua escola.');
    const { campaign_id, user_id, nome } = found;
    await holdCampaign(tx, campaign_id);
    const { status } = await tx
      .selectFrom('travel_participations')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (status !== 'cancelado') {
      const at = ctx.now();
      if (!(await endParticipation(tx, id, at))) throw conflict(travelMessages.wentIn, 'went_in');
      await notifyPerson(tx, at, {
        userId: user_id,
        category: 'campanha',
        path: routes.travel.campaign(campaign_id),
        ...travelMessages.cancelledNotice(nome, motivo),
      });
      await audit({ ...ctx, db: tx as Ctx['db'] }, 'campaign-participation-cancel', `travel_campaign:${campaign_id}`, {
        about: user_id,
      });
    }
    return presentOne(ctx, tx, await managedCampaign(ctx, tx, campaign_id));
  });
}

interface TicketLine {
  nome: string;
  cpf: string | null;
  birth_date: string | null;
  is_companion: boolean;
  codigo: string;
  usado_em: string | null;
  /** The student's name; null for a bulk ticket. */
  full_name: string | null;
  email: string | null;
  phone: string | null;
}

/** The participants for spreadsheets. */
const participantsCsv = (tickets: readonly TicketLine[], timeZone: string): string =>
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
