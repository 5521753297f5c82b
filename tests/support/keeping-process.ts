import pino from 'pino';
import { readConfig } from '../../src/server/config.ts';
import { laterRemoved, removeFiles } from '../../src/server/core/ports/remove-files.ts';
import { AVATAR_FOLDER } from '../../src/server/identity/account/tables.ts';
import { openSchool } from '../../src/server/school.ts';
import { pictureOf } from './stored-pictures.ts';

/**
 * A process that stores and deletes pictures without a pause, as calls do: bytes before the row, and the row deleted before the
 * bytes. A second table records the same in the same transaction. It ends when its parent asks for it.
 */
const { school, close } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), {
  backgroundWork: false,
});
const { db, ports } = school;
let isOver = false;
process.on('message', () => {
  isOver = true;
});

const stored: string[] = [];
for (let n = 0; !isOver; n++) {
  const [chave, at] = [`kept-${n}`, new Date().toISOString()];
  const { bytes, length } = pictureOf(chave);
  await ports.files.put(`${AVATAR_FOLDER}/${chave}`, bytes, 'image/png');
  const row = { chave, user_id: 1, mime: 'image/png', tamanho_bytes: length, enviado_em: at };
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('avatars').values(row).execute();
    await tx.insertInto('ended_tokens').values({ jti: chave, expires_at: at }).execute();
  });
  stored.push(chave);
  process.send?.({ stored: chave });
  if (n % 3 !== 0) continue;
  const gone = stored.splice(Math.floor(stored.length / 2), 1)[0] ?? '';
  process.send?.({ gone });
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('avatars').where('chave', '=', gone).execute();
    await tx.deleteFrom('ended_tokens').where('jti', '=', gone).execute();
    await laterRemoved(tx, [`${AVATAR_FOLDER}/${gone}`], new Date());
  });
  await removeFiles(school);
}
await close();
process.disconnect?.();
