import { MANAGER_ACTION_ID } from '../../../src/lib/rules/people/roles.ts';
import { operations } from '../../../src/server/operations.ts';
import { addAccount } from '../accounts.ts';
import { addBroadcast, HELENA, written } from '../broadcasts.ts';
import { cardBody, cards } from '../card-body.ts';
import { addDevices, deviceAt } from '../device-rows.ts';
import { addFailedEmail } from '../failed-emails.ts';
import type { Sent, TestSchool } from '../school.ts';
import { addStaff } from '../staff.ts';
import { addNumber } from '../whatsapp/number.ts';
import type { PersonName } from './cells.ts';
import { sampleOf } from './sample-input.ts';

const ANA = 1;
const JULIA = 9;
const CLASS = 1;
const DAY_MS = 86_400_000;
const EVERYBODY = {
  all: true,
  company_ids: [],
  turma_ids: [],
  livro_ids: [],
  user_ids: [],
  exclude_user_ids: [],
};

/** All callers in the matrix; Ana owns the rows that the table names. */
export async function peopleOf(portal: TestSchool): Promise<Record<PersonName, Sent>> {
  const blocked = await addAccount(portal, { is_blocked: true });
  const student = await addAccount(portal, { is_club: true });
  const elsewhere = await addAccount(portal, { company: 102, is_club: true });
  const role = { user_id: elsewhere.id, action_id: MANAGER_ACTION_ID };
  await portal.school.db.insertInto('user_actions').values(role).execute();
  return {
    visitor: {},
    blocked: { as: blocked.id },
    bookCode: { as: ANA, scope: 'book' },
    otherStudent: { as: student.id },
    otherSchool: { as: elsewhere.id },
    teacher: { as: JULIA },
    manager: { as: HELENA },
    owner: { as: ANA },
  };
}

export type Things = Awaited<ReturnType<typeof thingsOf>>;

/** Rows of Ana or of her school: ids for the addresses and bodies of the table. */
export async function thingsOf(portal: TestSchool) {
  const { db, now } = portal.school;
  const soon = new Date(now().getTime() + 3 * DAY_MS).toISOString();
  const one = async (
    table: 'unidades' | 'audios' | 'testes' | 'palavras',
    column: 'livro_id' | 'unidade_id',
    of: number,
  ) =>
    (
      await db
        .selectFrom(table)
        .select('id')
        .where(column as never, '=', of as never)
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id;
  const { livro_id } = await db
    .selectFrom('user_books')
    .select('livro_id')
    .where('user_id', '=', ANA)
    .executeTakeFirstOrThrow();
  const unit = await one('unidades', 'livro_id', livro_id);
  const enrollment = await db
    .selectFrom('turma_alunos')
    .select('id')
    .where('user_id', '=', ANA)
    .where('turma_id', '=', CLASS)
    .executeTakeFirstOrThrow();
  const lesson = await db
    .selectFrom('aulas')
    .select('id')
    .where('turma_id', '=', CLASS)
    .where('inicio', '>', soon)
    .orderBy('inicio')
    .executeTakeFirstOrThrow();
  const otherLesson = await db
    .selectFrom('aulas')
    .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
    .select('aulas.id')
    .where('turmas.livro_id', '=', ({ selectFrom }) =>
      selectFrom('turmas as own').select('own.livro_id').where('own.id', '=', CLASS),
    )
    .where('turmas.id', '<>', CLASS)
    .where('aulas.inicio', '>', soon)
    .executeTakeFirstOrThrow();
  const requested = { turma_id: CLASS, descricao: 'Confirme.', formatos: '[]', tamanho_max_bytes: 0 };
  const presence = await db
    .insertInto('turma_atividades')
    .values({ ...requested, aula_id: lesson.id, titulo: 'Presença', tipo: 'presenca', aceita_envio: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const handedIn = await db
    .selectFrom('turma_aluno_atividades')
    .select(['id', 'turma_atividade_id'])
    .where('turma_aluno_id', '=', enrollment.id)
    .where('corrigida_em', 'is not', null)
    .executeTakeFirstOrThrow();
  const exercise = await db
    .insertInto('turma_aluno_atividades')
    .values({
      turma_aluno_id: enrollment.id,
      turma_atividade_id: (
        await db
          .insertInto('turma_atividades')
          .values({ ...requested, titulo: 'Exercício', tipo: 'exercicio', aceita_envio: true, questoes: '[]' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ownBrowser = deviceAt('https://push.example/own');
  const [device = 0] = await addDevices(portal.school, ANA, [ownBrowser]);
  const document = await portal.ops.account.createDocument(
    { tipo: 'declaracao_matricula', referencia: String(CLASS) },
    { as: ANA },
  );
  const trip = await portal.ops.abroad.createTrip(tripOf() as never, { as: HELENA });
  const lead = await portal.ops.promo.createLead({
    pagina: '/knn-orlando',
    nome: 'Pessoa da Matriz',
    telefone: '19987650199',
    unidade_id: 101,
    consentimento: true,
  });
  const broadcast = await addBroadcast(portal);
  const template = await portal.ops.broadcasts.createTemplate(
    sampleOf(operations.broadcasts.createTemplate.input, { link: '/' }) as never,
    { as: HELENA },
  );
  const coupon = await portal.ops.orders.createSchoolCoupon(
    { name: 'MATRIZ10', descricao: 'x', desconto_tipo: 'percentual', desconto_valor: 10 },
    { as: HELENA },
  );
  const bonus = await db
    .insertInto('point_batches')
    .values({
      escola_id: 1,
      unidades: null,
      audience: JSON.stringify(EVERYBODY),
      alvo: 'Todos',
      pontos: 1,
      motivo: 'x',
      expira_em: null,
      status: 'dado',
      created_at: now().toISOString(),
      por_user_id: HELENA,
      concluido_em: null,
      desfeito_em: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const audience = await portal.ops.broadcasts.createAudience(
    { nome: 'Toda a escola', audience: written().audience },
    { as: HELENA },
  );
  for (const { status, body } of [document, trip, template, lead, coupon, audience]) {
    if (status !== 200) throw new Error(body.detail);
  }
  const keyOf = (key_hash: string, tabelas: string, leituras: string) =>
    db
      .insertInto('api_keys')
      .values({
        ...{ escola_id: 1, user_id: HELENA, nome: 'Sistema da Matriz', key_hash, final: 'abcd', tabelas, leituras },
        ...{ unidades: null, created_at: now().toISOString(), expires_at: null, last_used_at: null, ended_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const apiKey = await keyOf('x', '["alunos"]', '[]');
  const readingKey = await keyOf('y', '[]', '["pessoas"]');
  const webhook = await db
    .insertInto('webhooks')
    .values({
      ...{ escola_id: 1, key_id: readingKey.id, url: 'https://erp.example/avisos', eventos: '["pessoas"]' },
      ...{
        segredo: 'x',
        pos: 0,
        created_at: now().toISOString(),
        stopped_at: now().toISOString(),
        stop_reason: 'chave',
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const message = await db
    .insertInto('class_messages')
    .values({ turma_id: CLASS, aula_id: null, user_id: JULIA, texto: 'x', created_at: now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const thread = await db
    .insertInto('message_threads')
    .values({
      ...{ message_id: message.id, turma_aluno_id: enrollment.id, last_at: now().toISOString() },
      ...{ waits_since: null, ended_at: null, ended_by: null, reported_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const whatsapp = await addNumber(portal);
  await addNumber(portal, 104);
  const word = await one('palavras', 'unidade_id', unit);
  return {
    owner: ANA,
    /** A secretary who has never logged in. */
    colleague: await addStaff(portal, { rights: ['pedidos'] }),
    enrollment: enrollment.id,
    lesson: lesson.id,
    message: message.id,
    thread: thread.id,
    unit,
    audio: await one('audios', 'unidade_id', unit),
    test: await one('testes', 'unidade_id', unit),
    reviews: [{ palavra_id: word, nota: 3, tempo_ms: 900, feita_em: now().toISOString() }],
    bill: 106,
    paid: 101,
    card: cardBody(cards.approved).card,
    items: [{ codigo_produto: 'WAY-1', quantidade: 1 }],
    otherLesson: otherLesson.id,
    presence: presence.id,
    /** A corrected piece of Ana's work, and an activity of her class. */
    handedIn: handedIn.id,
    exercise: exercise.id,
    work: handedIn.turma_atividade_id,
    device,
    ownBrowser,
    browser: deviceAt('https://push.example/new'),
    document: document.body.codigo,
    trip: trip.body.id,
    lead: lead.body.id,
    coupon: coupon.body.id,
    apiKey: apiKey.id,
    readingKey: readingKey.id,
    webhook: webhook.id,
    /** A unit's WhatsApp number. */
    whatsapp,
    bonus: bonus.id,
    broadcast: broadcast.id,
    template: template.body.id,
    audience: audience.body.id,
    mail: await addFailedEmail(portal, { recipient: 'aluna@demo.example' }),
    text: { ...written() },
  };
}

const tripOf = () => sampleOf(operations.abroad.createTrip.input, { inscricoes_ate: '2030-01-10' });
