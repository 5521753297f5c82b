import type { z } from 'zod';
import { formatDate, formatTime } from '#lib/format/dates.ts';
import { withoutEnds } from '#lib/format/ends.ts';
import { withoutMarks } from '#lib/format/normal-form.ts';
import { routes } from '#lib/routes.ts';
import { instantAt } from '#lib/rules/time/instants.ts';
import { travelMessages } from '#lib/words/travel.ts';
import type { Db } from '../../core/db/connection.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { locked } from '../../core/db/locking.ts';
import { audit, changeOf } from '../../core/http/audit.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { openPicture, receivePicture, type StoredPicture } from '../../core/http/pictures/public-picture.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { managedBy } from './access.ts';
import { campaignStatus } from './events.ts';
import type { createCampaignInput, updateCampaignInput } from './inputs.ts';
import { type CampaignRow, countsOf, holdCampaign, ticketBatches } from './queries.ts';

const pictures = {
  'knn-orlando': '/brand/viagens/orlando.svg',
  'london-by-phenom': '/brand/viagens/londres.svg',
} as const;
/** The picture of a campaign without an uploaded one. */
const NO_PICTURE = '/brand/viagens/campanha.svg';

type Input = z.output<typeof createCampaignInput>;

const newest: Order = [
  ['fim', 'desc'],
  ['id', 'desc'],
];

/** Campaigns of the manager's own school, with drafts, the newest first. @throws Refusal 403 */
export async function listManagedCampaigns(ctx: Ctx, page: { limit: number; depois?: string | undefined }) {
  const own = ctx.db.selectFrom('travel_campaigns').where(managedBy(ctx.reach));
  const [found, { total }] = await Promise.all([
    pageAfter(own.selectAll(), newest, page).execute(),
    own.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const { rows, next } = cutPage(found, page.limit, ({ fim, id }) => [fim, id]);
  return { items: await present(ctx, ctx.db, rows), total: Number(total), next, pode_criar: ctx.reach.units === null };
}

/** @throws Refusal 403, 404 for another school's campaign (ROLE-08) */
export async function managedCampaign(ctx: Ctx, db: Db, id: number): Promise<CampaignRow> {
  const row = await db
    .selectFrom('travel_campaigns')
    .selectAll()
    .where('travel_campaigns.id', '=', id)
    .where(managedBy(ctx.reach))
    .executeTakeFirst();
  if (!row) throw notFound('Não encontramos este evento na sua escola.');
  return row;
}

/** A campaign of the own school, with its tickets that were made in bulk. @throws Refusal 403, 404 */
export async function readManagedCampaign(ctx: Ctx, id: number) {
  const row = await managedCampaign(ctx, ctx.db, id);
  const [campaign, lotes] = await Promise.all([presentOne(ctx, ctx.db, row), ticketBatches(ctx.db, id)]);
  return { ...campaign, lotes };
}

/** Adds a draft to the manager's own school. An admin without a school adds one to the network. @throws Refusal 403 */
export async function createCampaign(ctx: Ctx, input: Input) {
  const at = ctx.now().toISOString();
  const row = await ctx.db
    .insertInto('travel_campaigns')
    .values({
      ...columnsOf(input, ctx.session.timeZone),
      imagem_url: input.pagina ? pictures[input.pagina] : NO_PICTURE,
      escola_id: ctx.session.escolaId,
      timezone: ctx.session.timeZone,
      publicada: false,
      created_at: at,
      atualizada_em: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx, 'campaign-create', `travel_campaign:${row.id}`, changeOf(undefined, row, LOGGED));
  return presentOne(ctx, ctx.db, row);
}

/**
 * Changes a campaign. Participants are notified of another day, hour or place, and of other rules.
 *
 * @throws Refusal 404, 409 when it was changed since `atualizada_em`, 422 for fewer seats than are taken
 */
export async function updateCampaign(ctx: Ctx, { id, atualizada_em, ...input }: z.output<typeof updateCampaignInput>) {
  return ctx.db.transaction().execute(async (tx) => {
    await managedCampaign(ctx, tx, id);
    await holdCampaign(tx, id);
    const before = await managedCampaign(ctx, tx, id);
    if (atualizada_em && new Date(atualizada_em).toISOString() !== before.atualizada_em) {
      throw conflict(travelMessages.changedMeanwhile, 'changed_meanwhile');
    }
    const taken = (await countsOf(tx, [id])).get(id)?.ingressos ?? 0;
    if (input.vagas && input.vagas < taken) {
      const words = `Já há ${travelMessages.tickets(taken)}: o número de vagas não pode ser menor`;
      throw invalid(words, { vagas: words });
    }
    const at = ctx.now();
    const isDrawn = before.imagem_chave === null;
    const after = await tx
      .updateTable('travel_campaigns')
      .set({
        ...columnsOf(input, before.timezone),
        ...(isDrawn && { imagem_url: input.pagina ? pictures[input.pagina] : NO_PICTURE }),
        atualizada_em: laterThan(before.atualizada_em, at),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(
      { ...ctx, db: tx as Ctx['db'] },
      'campaign-update',
      `travel_campaign:${id}`,
      changeOf(before, after, LOGGED),
    );
    await notifyOfChange(tx, before, after, at);
    return presentOne(ctx, tx, after);
  });
}

/** Two changes within a millisecond get different times. */
const laterThan = (before: string, at: Date): string =>
  new Date(Math.max(at.getTime(), Date.parse(before) + 1)).toISOString();

async function notifyOfChange(tx: Db, before: CampaignRow, after: CampaignRow, at: Date): Promise<void> {
  const { id, nome, evento_em, local, timezone } = after;
  const isElsewhere = before.evento_em !== evento_em || before.local !== local;
  const isRuled = before.regulamento !== after.regulamento;
  if (!isElsewhere && !isRuled) return;
  const when = evento_em && `${formatDate(evento_em, timezone)} às ${formatTime(evento_em, timezone)}`;
  const words = travelMessages.changedNotice(nome, { where: isElsewhere ? { when, local } : null, isRuled });
  const people = await tx
    .selectFrom('travel_participations')
    .select('user_id')
    .where('campaign_id', '=', id)
    .where('status', '<>', 'cancelado')
    .orderBy('user_id')
    .execute();
  for (const { user_id } of people) {
    await notifyPerson(tx, at, { userId: user_id, category: 'campanha', path: routes.travel.campaign(id), ...words });
  }
}

/** Shows a campaign to students, or hides it again. @throws Refusal 404, 409 once a student has joined */
export async function publishCampaign(ctx: Ctx, id: number, publicada: boolean) {
  return ctx.db.transaction().execute(async (tx) => {
    const before = await managedCampaign(ctx, tx, id);
    await holdCampaign(tx, id);
    const participants = (await countsOf(tx, [id])).get(id)?.participantes ?? 0;
    if (!publicada && participants > 0) {
      throw conflict('Já há inscritos: em vez de esconder o evento, encerre as inscrições mudando a data.', 'joined');
    }
    const row = await tx
      .updateTable('travel_campaigns')
      .set({ publicada })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const action = publicada ? 'campaign-publish' : 'campaign-hide';
    await audit({ ...ctx, db: tx as Ctx['db'] }, action, `travel_campaign:${id}`, changeOf(before, row, LOGGED));
    return presentOne(ctx, tx, row);
  });
}

const slugOf = (nome: string): string =>
  withoutEnds(
    withoutMarks(nome)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-'),
    '-',
  ) || 'campanha';

/** The fields of a campaign in the log. */
const LOGGED = [
  ...['nome', 'destino', 'descricao', 'regulamento', 'inicio', 'fim', 'evento_em', 'local', 'vagas'],
  ...['max_acompanhantes', 'publicada'],
];

/** Only the fields of the form: picture, school and publication have their own operations. */
const columnsOf = ({ pagina, ...input }: Input, timeZone: string) => ({
  slug: pagina ?? slugOf(input.nome),
  nome: input.nome,
  destino: input.destino,
  descricao: input.descricao,
  regulamento: input.regulamento,
  inicio: input.inicio,
  fim: input.fim,
  evento_em: instantAt(input.evento_dia ?? '', input.evento_hora ?? '', timeZone),
  local: input.local ?? null,
  vagas: input.vagas ?? null,
  max_acompanhantes: input.max_acompanhantes,
});

export async function presentOne(ctx: Ctx, db: Db, row: CampaignRow) {
  const [campaign] = await present(ctx, db, [row]);
  if (!campaign) throw new Error('one row makes one campaign');
  return campaign;
}

async function present({ now, reach }: Ctx, db: Db, rows: readonly CampaignRow[]) {
  const counts = await countsOf(
    db,
    rows.map(({ id }) => id),
  );
  const at = now();
  return rows.map(({ escola_id, imagem_chave, imagem_mime, imagem_bytes, created_at, ...row }) => ({
    ...row,
    pagina: row.slug in pictures ? (row.slug as keyof typeof pictures) : null,
    status: campaignStatus(row, at),
    /** An event is for all units of a school, so only staff with all units may edit it. */
    pode_editar: reach.units === null,
    ...(counts.get(row.id) ?? { ingressos: 0, usados: 0, participantes: 0 }),
  }));
}

export const CAMPAIGN_FOLDER = 'campanhas';

/** Sets the picture of a campaign. @throws Refusal 404, 413, 415, 422, 429, 503 */
export async function uploadCampaignPicture(ctx: Ctx, id: number) {
  await managedCampaign(ctx, ctx.db, id);
  const write = async (tx: Db, picture: StoredPicture) => {
    const changed = { ...picture, imagem_url: `/api/v1/portal/travel/pictures/${picture.imagem_chave}/` };
    await tx.updateTable('travel_campaigns').set(changed).where('id', '=', id).execute();
    await audit({ ...ctx, db: tx as Ctx['db'] }, 'campaign-picture', `travel_campaign:${id}`);
    return changed;
  };
  const { imagem_url } = await receivePicture(ctx, CAMPAIGN_FOLDER, write, async (tx) => {
    const campaign = tx.selectFrom('travel_campaigns').select('imagem_chave').where('id', '=', id);
    return (await locked(tx, campaign, 'update').executeTakeFirst())?.imagem_chave;
  });
  return { imagem_url };
}

/** A picture by its key. A new picture has a new key. @throws Refusal 404 */
export async function readCampaignPicture(ctx: PublicCtx, chave: string): Promise<FileAnswer> {
  const row = await ctx.db
    .selectFrom('travel_campaigns')
    .select(['imagem_mime', 'imagem_bytes'])
    .where('imagem_chave', '=', chave)
    .executeTakeFirst();
  return openPicture(ctx, CAMPAIGN_FOLDER, chave, row);
}
