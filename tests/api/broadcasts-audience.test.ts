import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Audience } from '../../src/lib/contract/broadcasts.schema.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { unitOfPerson } from '../../src/server/core/db/people.ts';
import { bankDayFrom, nationalCalendar } from '../../src/server/money/finance/bank-days.ts';
import { audienceQuery } from '../../src/server/school/broadcasts/audience.ts';
import { addAccount } from '../support/accounts.ts';
import { addDevice, audience } from '../support/broadcasts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const DAY = 86_400_000;
/** At this instant it is still 9 March in Manaus. */
const NOW = new Date('2026-03-10T03:30:00.000Z');
const COMPANIES = [101, 102, 103, 436, null] as const;
const schoolOf: Readonly<Record<number, number>> = { 101: 1, 102: 2, 103: 3, 436: 2 };
const zoneOf = (company: number | null) => (company === 102 ? 'America/Manaus' : 'America/Sao_Paulo');

interface Person {
  company: (typeof COMPANIES)[number];
  isBlocked: boolean;
  hasEnded: boolean;
  isClub: boolean;
  isInstalled: boolean;
  turma: 'ativa' | 'concluida' | null;
  hasBook: boolean;
  bill: { day: string; status: 'aberta' | 'paga' } | null;
  /** Days ago. */
  studied: { what: 'practice' | 'progress' | 'lesson' | 'missed'; ago: number } | null;
  devices: ('mobile' | 'desktop')[];
}

const days = ['2026-03-08', '2026-03-09', '2026-03-10', '2026-03-11'];
const person: fc.Arbitrary<Person> = fc.record({
  company: fc.constantFrom(...COMPANIES),
  isBlocked: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  hasEnded: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
  isClub: fc.boolean(),
  isInstalled: fc.boolean(),
  turma: fc.constantFrom('ativa' as const, 'concluida' as const, null),
  hasBook: fc.boolean(),
  bill: fc.option(
    fc.record({ day: fc.constantFrom(...days), status: fc.constantFrom('aberta' as const, 'paga' as const) }),
  ),
  studied: fc.option(
    fc.record({
      what: fc.constantFrom('practice' as const, 'progress' as const, 'lesson' as const, 'missed' as const),
      ago: fc.integer({ min: 0, max: 12 }),
    }),
  ),
  devices: fc.uniqueArray(fc.constantFrom('mobile' as const, 'desktop' as const)),
});

describe.each(engines)('audiences on %s against a model', (engine) => {
  let portal: TestSchool;
  const everybody: { id: number; person: Person }[] = [];
  let turma = 0;
  let livro = 0;

  beforeAll(async () => {
    portal = await openTestSchool(engine);
    portal.clock.now = NOW;
    const { db } = portal.school;
    await db.updateTable('users').set({ is_blocked: true }).execute();
    await db.updateTable('companies').set({ timezone: 'America/Manaus' }).where('id', '=', 102).execute();
    const { id } = await db
      .insertInto('livros')
      .values({ codigo: 'X', nome: 'X', linha: 'A', nivel_cefr: 'A1', capa_url: '/x', unidades_total: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    livro = id;
    const unit = await db
      .insertInto('unidades')
      .values({ livro_id: livro, numero: 1, titulo: 'X', audios_total: 0, palavras_total: 0, testes_total: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    turma = (
      await db
        .insertInto('turmas')
        .values({
          company_id: 101,
          livro_id: livro,
          nome: 'X',
          modalidade: 'online',
          somente_digital: false,
          inicio: '2026-01-01',
          fim: '2026-12-01',
          status: 'ativa',
          aulas_total: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
    for (const each of fc.sample(person, { numRuns: 120, seed: 6 })) {
      everybody.push({ id: await addPerson(each, unit.id), person: each });
    }
  });
  afterAll(() => portal.close());

  /** Adds a person. @returns the id */
  async function addPerson(each: Person, unidade_id: number): Promise<number> {
    const { db } = portal.school;
    const { id, driveUserId } = await addAccount(portal, {
      company: each.company,
      is_blocked: each.isBlocked,
      is_club: each.isClub,
      pwa_installed: each.isInstalled,
    });
    if (each.hasEnded && driveUserId !== null) {
      await db.updateTable('drive_users').set({ encerrado_em: '2026-02-01' }).where('id', '=', driveUserId).execute();
    }
    for (const device_type of each.devices) await addDevice(portal, id, { device_type });
    const ago = each.studied?.ago ?? 0;
    // Some minutes off, so that none falls exactly on the limit.
    const at = new Date(NOW.getTime() - ago * DAY - 600_000).toISOString();
    if (each.studied?.what === 'practice') {
      const dia = dayIn(zoneOf(each.company), new Date(NOW.getTime() - ago * DAY));
      await db.insertInto('dias_de_estudo').values({ user_id: id, dia }).execute();
    }
    if (each.hasBook || each.studied?.what === 'progress') {
      const { id: user_book_id } = await db
        .insertInto('user_books')
        .values({ uuid: crypto.randomUUID(), code: `X-${id}`, livro_id: livro, user_id: id, linked_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      const counts = { audios_ouvidos: 0, palavras_dominadas: 0, testes_feitos: 0 };
      if (each.studied?.what === 'progress') {
        await db
          .insertInto('unidade_progressos')
          .values({ user_book_id, unidade_id, ...counts, concluida_em: null, atualizado_em: at })
          .execute();
      }
    }
    const isInLesson = each.studied?.what === 'lesson' || each.studied?.what === 'missed';
    if (each.turma || isInLesson) {
      const { id: turma_aluno_id } = await db
        .insertInto('turma_alunos')
        .values({ turma_id: turma, user_id: id, status: each.turma ?? 'trancada' })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (isInLesson) {
        const { id: aula_id } = await db
          .insertInto('aulas')
          .values({ turma_id: turma, numero: id, titulo: 'X', inicio: at, fim: at, tipo: 'online' })
          .returning('id')
          .executeTakeFirstOrThrow();
        const status = each.studied?.what === 'lesson' ? 'presente' : 'falta';
        await db.insertInto('presencas').values({ aula_id, turma_aluno_id, status, confirmada_em: null }).execute();
      }
    }
    if (each.bill) {
      const { id: contrato_id } = await db
        .insertInto('contratos')
        .values({ user_id: id, descricao: 'X', inicio: '2026-01-01', fim: '2026-12-01', responsavel: 'X' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('parcelas')
        .values({
          contrato_id,
          user_id: id,
          company_id: unitOfPerson(id),
          descricao: 'X',
          numero: 1,
          total: 1,
          competencia: '2026-03',
          vencimento: each.bill.day,
          valor_centavos: 1,
          desconto_centavos: 0,
          multa_centavos: 0,
          juros_centavos: 0,
          status: each.bill.status,
          parcelas_max: 1,
        })
        .execute();
    }
    return id;
  }

  /** The model: the rules of audiences written a second time. */
  function isReached(
    { id, person: who }: (typeof everybody)[number],
    escola: number | null,
    wanted: Audience,
  ): boolean {
    const escolaOf = who.company === null ? null : schoolOf[who.company];
    if (who.isBlocked || who.company === 436 || (escola !== null && escolaOf !== escola)) return false;
    if (wanted.exclude_user_ids.includes(id)) return false;
    const isGone = who.hasEnded && who.company !== null;
    if (isGone && wanted.has_overdue !== true && !wanted.user_ids.includes(id)) return false;
    const hasBook = who.hasBook || who.studied?.what === 'progress';
    const lists = [
      [wanted.company_ids, who.company !== null && wanted.company_ids.includes(who.company)],
      [wanted.turma_ids, who.turma === 'ativa' && wanted.turma_ids.includes(turma)],
      [wanted.livro_ids, hasBook && wanted.livro_ids.includes(livro)],
      [wanted.user_ids, wanted.user_ids.includes(id)],
    ] as const;
    const { brand, is_club, has_overdue, pwa_installed, not_studied_days, device_type } = wanted;
    const qualities = [brand, is_club, has_overdue, pwa_installed, not_studied_days, device_type];
    const hasLists = lists.some(([list]) => list.length > 0);
    const isAnybody = wanted.all || (!hasLists && qualities.some((quality) => quality !== undefined));
    if (!isAnybody && !lists.some(([, isIn]) => isIn)) return false;
    if (brand && brand !== (escolaOf === 3 ? 'phenom' : escolaOf === null ? null : 'knn')) return false;
    if (is_club !== undefined && is_club !== who.isClub) return false;
    if (pwa_installed !== undefined && pwa_installed !== who.isInstalled) return false;
    const isOverdue =
      who.bill?.status === 'aberta' && bankDayFrom(who.bill.day, nationalCalendar) < dayIn(zoneOf(who.company), NOW);
    if (has_overdue !== undefined && has_overdue !== isOverdue) return false;
    const studiedAgo = who.studied && who.studied.what !== 'missed' ? who.studied.ago : Number.POSITIVE_INFINITY;
    if (not_studied_days && studiedAgo < not_studied_days) return false;
    return !device_type || who.devices.includes(device_type);
  }

  it('an audience is exactly the people that the model finds', async () => {
    const ids = everybody.map(({ id }) => id);
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
    const some = (values: readonly number[], max = 3) =>
      fc.oneof(fc.constant<number[]>([]), fc.uniqueArray(fc.constantFrom(...values), { maxLength: max }));
    const requestedBy = fc.record({
      all: fc.boolean(),
      company_ids: some([101, 102, 103]),
      turma_ids: some([turma]),
      livro_ids: some([livro]),
      user_ids: some(ids, 20),
      brand: maybe(fc.constantFrom('knn' as const, 'phenom' as const)),
      is_club: maybe(fc.boolean()),
      has_overdue: maybe(fc.boolean()),
      pwa_installed: maybe(fc.boolean()),
      not_studied_days: maybe(fc.integer({ min: 1, max: 12 })),
      device_type: maybe(fc.constantFrom('mobile' as const, 'desktop' as const)),
      exclude_user_ids: some(ids, 20),
    });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(requestedBy, fc.constantFrom(1, 2, 3, null), async (wanted, escolaId) => {
        const query = await audienceQuery(
          portal.school.db,
          portal.school,
          { audience: wanted, reach: { escolaId, units: null } },
          NOW,
        );
        const rows = await query.select('users.id').orderBy('users.id').execute();
        found += rows.length;
        const expected = everybody.filter((each) => isReached(each, escolaId, wanted)).map(({ id }) => id);
        expect(rows.map(({ id }) => id)).toEqual(expected);
      }),
      { numRuns: 600 },
    );
    expect(found).toBeGreaterThan(1_000);
  });

  it('an audience without conditions is empty', async () => {
    const query = await audienceQuery(
      portal.school.db,
      portal.school,
      { audience: audience(), reach: { escolaId: null, units: null } },
      NOW,
    );
    expect(await query.select('users.id').execute()).toEqual([]);
  });
});
