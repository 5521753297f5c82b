import type { Selectable } from 'kysely';
import type { PromoValues } from '#lib/contract/promo.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';

export type VersionRow = Selectable<Schema['promo_versions']>;

/** Max. versions of a page that are listed and stored. */
export const MAX_VERSIONS = 50;

/** The version that visitors see, if the school has published one. @param at ISO-8601 UTC */
export const versionInEffect = (db: Db, pagina: string, at: string): Promise<VersionRow | undefined> =>
  db
    .selectFrom('promo_versions')
    .selectAll()
    .where('pagina', '=', pagina)
    .where('publica_em', '<=', at)
    .orderBy('publica_em', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const draftOf = (db: Db, pagina: string) =>
  db
    .selectFrom('promo_drafts')
    .leftJoin('users', 'users.id', 'promo_drafts.mudado_por')
    .selectAll('promo_drafts')
    .select('users.full_name as quem')
    .where('pagina', '=', pagina)
    .executeTakeFirst();

/** The newest versions of a page first. */
export const versionsOf = (db: Db, pagina: string) =>
  db
    .selectFrom('promo_versions')
    .leftJoin('users', 'users.id', 'promo_versions.criada_por')
    .selectAll('promo_versions')
    .select('users.full_name as quem')
    .where('pagina', '=', pagina)
    .orderBy('publica_em', 'desc')
    .orderBy('promo_versions.id', 'desc')
    .limit(MAX_VERSIONS)
    .execute();

export const versionBy = (db: Db, id: number): Promise<VersionRow | undefined> =>
  db.selectFrom('promo_versions').selectAll().where('id', '=', id).executeTakeFirst();

export const valuesIn = ({ valores }: { valores: string }): PromoValues => JSON.parse(valores) as PromoValues;
