import type { Db } from '../../core/db/connection.ts';
import type { FilePort } from '../../core/ports/files.ts';
import type { SeedClock } from './clock.ts';

/** A page of one sentence, small and the same at every seeding. Latin-1 letters only. */
export function page(sentence: string): Buffer {
  const text = Buffer.from(sentence, 'latin1').toString('hex');
  const content = `BT /F1 14 Tf 60 760 Td <${text}> Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(`${body}${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`, 'latin1');
}

const MIME = 'application/pdf';
/** Ana handed in an essay that was corrected, and a dialogue that waits. Same ids as in `classroom.ts`. */
const files = [
  {
    owner: 501,
    kind: 'envio',
    nome: 'redacao-an-old-friend.pdf',
    days: -21,
    bytes: page('Ana Souza. An old friend: Marina was seven when we met.'),
  },
  {
    owner: 501,
    kind: 'correcao',
    nome: 'correcao-an-old-friend.pdf',
    days: -12,
    bytes: page('Correção: texto claro. Atenção a "we have meet" -> "we have met".'),
  },
  {
    owner: 701,
    kind: 'envio',
    nome: 'dialogo-at-the-store.pdf',
    days: -4,
    bytes: page('Ana Souza. At the store: a dialogue of eight lines.'),
  },
] as const;

const keyOf = (nome: string) => `demo/${nome}`;

export async function seedFileRows(db: Db, clock: SeedClock): Promise<void> {
  const rows = files.map(({ owner, kind, nome, days, bytes }) => ({
    turma_aluno_atividade_id: owner,
    kind,
    n: 1,
    nome,
    mime: MIME,
    tamanho_bytes: bytes.byteLength,
    chave: keyOf(nome),
    enviado_em: clock.at(clock.shift(clock.today, days), '19:20'),
  }));
  await db.insertInto('atividade_arquivos').values(rows).execute();
  for (const { turma_aluno_atividade_id: id, enviado_em } of rows.filter(({ kind }) => kind === 'envio')) {
    await db.updateTable('turma_aluno_atividades').set({ entregue_em: enviado_em }).where('id', '=', id).execute();
  }
}

const HANDOUT = {
  nome: 'resumo-da-aula.pdf',
  bytes: page('Resumo da aula: perguntas com do e does, e dez palavras novas.'),
};

/** Each recorded lesson has its summary as material. */
export async function seedMaterials(db: Db): Promise<void> {
  const lessons = await db.selectFrom('aulas').select(['id', 'fim']).where('gravacao_url', 'is not', null).execute();
  if (lessons.length === 0) return;
  await db
    .insertInto('aula_materiais')
    .values(
      lessons.map(({ id, fim }) => ({
        aula_id: id,
        n: 1,
        nome: HANDOUT.nome,
        mime: MIME,
        tamanho_bytes: HANDOUT.bytes.byteLength,
        chave: keyOf(HANDOUT.nome),
        enviado_em: fim,
      })),
    )
    .execute();
}

/** The bytes behind the rows. A store is not part of the transaction. */
export async function seedFiles(store: FilePort): Promise<void> {
  for (const { nome, bytes } of [...files, HANDOUT]) await store.put(keyOf(nome), bytes, MIME);
}
