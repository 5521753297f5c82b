import { MAX_ACTIVITY_FILE } from '#lib/format/limits.ts';
import type { Db } from '../../core/db/connection.ts';
import { presenceRow } from '../../study/teaching/write-lessons.ts';
import type { Schema } from '../../tables.ts';
import type { SeedClock } from './clock.ts';
import { seedFileRows, seedMaterials } from './files.ts';
import { demoLessons } from './pedagogico.ts';

type Skill = Schema['avaliacoes']['habilidade'];

const skills: readonly { nome: string; habilidade: Skill; peso: number }[] = [
  { nome: 'Listening test', habilidade: 'listening', peso: 1 },
  { nome: 'Oral test', habilidade: 'speaking', peso: 2 },
  { nome: 'Reading and writing', habilidade: 'writing', peso: 1 },
  { nome: 'Unit review', habilidade: 'grammar', peso: 2 },
];

/** Tenths, by period and skill. Each student is a little above or below them. Ana's rise. */
const marks = [
  [68, 74, 70, 79],
  [81, 84, 77, 88],
];
const comments: Record<string, string> = {
  'Oral test 2': 'Ótima fluência. Agora capriche no final das palavras: “worked”, “lived”.',
  'Unit review 1': 'Revise a diferença entre “since” e “for” na página 42.',
};

const documents = JSON.stringify(['pdf', 'doc', 'docx', 'jpg', 'png']);
const sounds = JSON.stringify(['mp3', 'm4a', 'ogg', 'webm', 'wav']);

interface Work {
  id: number;
  turma_id: number;
  titulo: string;
  descricao: string;
  tipo: Schema['turma_atividades']['tipo'];
  /** Days from today; null: no deadline. */
  due: number | null;
  formatos?: string;
}

const works: readonly Work[] = [
  {
    id: 1,
    turma_id: 1,
    titulo: 'Redação: A trip to remember',
    descricao:
      'Conte em 120 a 150 palavras uma viagem que marcou você. Use o passado simples e duas expressões da unidade 3.',
    tipo: 'tarefa',
    due: 5,
    formatos: documents,
  },
  {
    id: 2,
    turma_id: 1,
    titulo: 'Leia o diálogo em voz alta',
    descricao: 'Grave as falas de Ben, faixa 2 da unidade 4, e envie o áudio.',
    tipo: 'audio',
    due: 2,
    formatos: sounds,
  },
  {
    id: 3,
    turma_id: 1,
    titulo: 'Leitura: Shopping habits',
    descricao: 'Leia o texto da página 46 e anote cinco palavras novas.',
    tipo: 'leitura',
    due: 7,
  },
  {
    id: 4,
    turma_id: 1,
    titulo: 'Exercícios da página 38',
    descricao: 'Envie uma foto nítida ou o PDF dos exercícios 1 a 4.',
    tipo: 'tarefa',
    due: -3,
    formatos: documents,
  },
  {
    id: 5,
    turma_id: 1,
    titulo: 'Redação: An old friend',
    descricao: 'Descreva um amigo de infância em até 100 palavras.',
    tipo: 'tarefa',
    due: -20,
    formatos: documents,
  },
  {
    id: 7,
    turma_id: 1,
    titulo: 'Diálogo: At the store',
    descricao: 'Escreva oito falas entre um cliente e um vendedor. Use dois comparativos.',
    tipo: 'tarefa',
    due: 9,
    formatos: documents,
  },
  {
    id: 6,
    turma_id: 2,
    titulo: 'Prepare um minuto sobre sua semana',
    descricao: 'Anote três ideias para contar à turma na próxima conversa.',
    tipo: 'leitura',
    due: 1,
  },
];

/** Presence, grades in three periods (the last not released) and activities of the running classes. */
export async function seedClassroom(db: Db, clock: SeedClock): Promise<void> {
  const turmas = await db.selectFrom('turmas').select('id').where('status', '=', 'ativa').execute();
  const enrolled = await db.selectFrom('turma_alunos').select(['id', 'turma_id']).orderBy('id').execute();
  await seedPresence(db, clock, enrolled);
  for (const turma of turmas) {
    await seedGrades(
      db,
      clock,
      turma,
      enrolled.filter(({ turma_id }) => turma_id === turma.id),
    );
  }
  await seedActivities(db, clock, enrolled);
  await seedFileRows(db, clock);
  await seedMaterials(db);
}

const FORGETFUL = 3;
type Enrolled = { id: number; turma_id: number };

async function seedPresence(db: Db, clock: SeedClock, enrolled: Enrolled[]): Promise<void> {
  const lessons = await db
    .selectFrom('aulas')
    .select(['id', 'turma_id', 'numero', 'fim'])
    .where('fim', '<', clock.now.toISOString())
    .where('cancelada_em', 'is', null)
    .orderBy('fim')
    .execute();
  // The teacher forgot the last attendance of this class.
  const forgotten = lessons.filter(({ turma_id }) => turma_id === FORGETFUL).at(-1);
  const past = lessons.filter(({ id }) => id !== forgotten?.id);
  const rows = past.flatMap((aula) =>
    enrolled
      .filter(({ turma_id }) => turma_id === aula.turma_id)
      .map(({ id }) => {
        const pick = (aula.numero + id) % 9;
        const status = pick === 3 ? ('falta' as const) : pick === 7 ? ('justificada' as const) : ('presente' as const);
        return {
          aula_id: aula.id,
          turma_aluno_id: id,
          status,
          confirmada_em: status === 'presente' ? aula.fim : null,
          origem: 'professor' as const,
        };
      }),
  );
  if (rows.length === 0) return;
  await db.insertInto('presencas').values(rows).execute();
  await db
    .updateTable('aulas')
    .set(({ ref }) => ({ chamada_em: ref('fim') }))
    .where('fim', '<', clock.now.toISOString())
    .where('cancelada_em', 'is', null)
    .where('id', '<>', forgotten?.id ?? 0)
    .execute();
}

/** The days of the tests of three periods: two days each on which the class has a lesson, the last ones to come. */
function testDays(clock: SeedClock, turmaId: number): string[][] {
  const lessons = demoLessons(clock).filter(({ turma_id, cancelada_em }) => turma_id === turmaId && !cancelada_em);
  const past = lessons.map(({ day }) => day).filter((day) => day < clock.shift(clock.today, -2));
  const coming = lessons.map(({ day }) => day).filter((day) => day > clock.shift(clock.today, 5));
  const first = Math.floor(past.length * 0.3);
  return [past.slice(first, first + 2), past.slice(-2), coming.slice(0, 2)];
}

async function seedGrades(db: Db, clock: SeedClock, turma: { id: number }, students: Enrolled[]): Promise<void> {
  for (const [at, days] of testDays(clock, turma.id).entries()) {
    const ordem = at + 1;
    const periodo = turma.id * 10 + ordem;
    const liberado_em = ordem === 3 ? null : clock.at(clock.shift(days.at(-1) ?? clock.today, 1), '18:00');
    await db
      .insertInto('periodos')
      .values({ id: periodo, turma_id: turma.id, ordem, nome: `${ordem}º período`, liberado_em })
      .execute();
    const avaliacoes = skills.map(({ nome, ...rest }, index) => ({
      id: periodo * 10 + index,
      periodo_id: periodo,
      nome: `${nome} ${ordem}`,
      // Two tests a day.
      data: days[Math.floor(index / 2)] ?? clock.today,
      nota_maxima: 10,
      ...rest,
    }));
    await db.insertInto('avaliacoes').values(avaliacoes).execute();
    const mark = marks[ordem - 1];
    if (!mark) continue;
    await db
      .insertInto('notas')
      .values(
        students.flatMap(({ id }, student) =>
          avaliacoes.map((avaliacao, index) => ({
            turma_aluno_id: id,
            avaliacao_id: avaliacao.id,
            nota: Math.min(100, (mark[index] ?? 0) - student * 4) / 10,
            comentario: comments[avaliacao.nome] ?? null,
          })),
        ),
      )
      .execute();
  }
}

async function seedActivities(db: Db, clock: SeedClock, enrolled: Enrolled[]): Promise<void> {
  await db
    .insertInto('turma_atividades')
    .values(
      works.map(({ due, formatos, ...work }) => ({
        ...work,
        aula_id: null,
        prazo: due === null ? null : clock.at(clock.shift(clock.today, due), '23:59'),
        aceita_envio: formatos !== undefined,
        formatos: formatos ?? '[]',
        tamanho_max_bytes: MAX_ACTIVITY_FILE,
      })),
    )
    .execute();
  await askForPresence(db);
  const corrected = clock.at(clock.shift(clock.today, -12), '16:40');
  await db
    .insertInto('turma_aluno_atividades')
    .values(
      works.flatMap(({ id, turma_id }) =>
        enrolled
          .filter((student) => student.turma_id === turma_id)
          .map((student, index) => ({
            id: id * 100 + index + 1,
            turma_atividade_id: id,
            turma_aluno_id: student.id,
            dispensada: false,
            nota: id === 5 ? 8.5 - index : null,
            comentario:
              id === 5 ? 'Texto claro e bem organizado. Atenção aos tempos verbais no segundo parágrafo.' : null,
            corrigida_em: id === 5 ? corrected : null,
            presenca_confirmada_em: null,
          })),
      ),
    )
    .execute();
}

/** Each online lesson asks for the presence. */
async function askForPresence(db: Db): Promise<void> {
  const online = await db
    .selectFrom('aulas')
    .select(['id', 'turma_id', 'numero'])
    .where('tipo', '=', 'online')
    .execute();
  await db
    .insertInto('turma_atividades')
    .values(online.map(({ turma_id, ...lesson }) => ({ ...presenceRow(turma_id, lesson), id: 10_000 + lesson.id })))
    .execute();
}
