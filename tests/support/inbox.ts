import type { TestSchool } from './school.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The school's clock at 15:00 UTC (noon in Brazil), so that no test falls into quiet hours by chance. */
export function atNoon({ clock }: TestSchool): void {
  clock.now = new Date(Math.floor(clock.now.getTime() / DAY_MS) * DAY_MS + 15 * 60 * 60 * 1000);
}

/** A person's notices of a kind, the oldest first. */
export const notificationsOf = ({ school }: TestSchool, userId: number, kind = '') =>
  school.db
    .selectFrom('notices')
    .select(['id', 'title', 'body', 'path', 'category', 'chave', 'expires_at'])
    .where('user_id', '=', userId)
    .where('chave', 'like', `${kind}%`)
    .orderBy('id')
    .execute();

/** A class of the first demo unit with one student in it. */
export async function addClass({ school }: TestSchool, userId: number): Promise<{ turma: number; aluno: number }> {
  const { id: turma } = await school.db
    .insertInto('turmas')
    .values({
      company_id: 101,
      livro_id: 1,
      professor_user_id: null,
      nome: 'Reach 9 · sábado',
      modalidade: 'hibrida',
      somente_digital: false,
      sala: 'Sala 4',
      inicio: '2026-01-01',
      fim: '2030-01-01',
      status: 'ativa',
      aulas_total: 10,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: aluno } = await school.db
    .insertInto('turma_alunos')
    .values({ turma_id: turma, user_id: userId, status: 'ativa' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { turma, aluno };
}

let number = 0;
/** A lesson of a class, by default online. */
export async function addLesson(
  { school }: TestSchool,
  turma: number,
  inicio: Date,
  tipo: 'online' | 'presencial' = 'online',
): Promise<number> {
  number += 1;
  const { id } = await school.db
    .insertInto('aulas')
    .values({
      turma_id: turma,
      numero: number,
      titulo: 'Travel plans',
      conteudo: null,
      unidade_id: null,
      inicio: inicio.toISOString(),
      fim: new Date(inicio.getTime() + 60 * 60 * 1000).toISOString(),
      tipo,
      cancelada_em: null,
      link_reuniao: null,
      gravacao_url: null,
      licao_de_casa: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A device with push for its person's notices. */
export async function addDevice({ school, clock }: TestSchool, user_id: number): Promise<number> {
  number += 1;
  const at = clock.now.toISOString();
  const { id } = await school.db
    .insertInto('push_subscriptions')
    .values({
      user_id,
      endpoint: `https://fcm.googleapis.com/fcm/send/${user_id}-${number}`,
      p256dh: 'x',
      auth: `auth-${number}`,
      is_pwa: false,
      device_type: 'mobile',
      platform: 'android',
      session_id: `session-${number}`,
      created_at: at,
      updated_at: at,
      last_ok_at: null,
      last_error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
