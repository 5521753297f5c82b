import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadDraftDocument } from '../../src/lib/contract/abroad.ts';
import { uploadAvatar } from '../../src/lib/contract/account.ts';
import { uploadRewardPicture } from '../../src/lib/contract/club-staff.ts';
import { uploadActivity } from '../../src/lib/contract/pedagogico.ts';
import { uploadCampaignPicture } from '../../src/lib/contract/travel.ts';
import { addStudent } from '../support/abroad.ts';
import { addAccount } from '../support/accounts.ts';
import { photo, secrets } from '../support/pictures.ts';
import { pdf } from '../support/sample-files.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addCampaign } from '../support/travel.ts';

const people = { ana: 1, helena: 7 };
const essay = 101;

describe.each(engines)('pictures that people send on %s (S9, S15)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const form = (bytes: Buffer) => {
    const body = new FormData();
    body.set('file', new File([new Uint8Array(bytes)], 'foto'));
    return body;
  };
  /** The bytes that the store has under a key. */
  const stored = async (key: string) => Buffer.concat(await (await portal.school.ports.files.open(key)).toArray());
  const expectBare = async (bytes: Buffer, sent: Buffer) => {
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
    const { orientation, exif, xmp } = await sharp(bytes).metadata();
    expect([orientation, xmp, (exif?.length ?? 0) < 40]).toEqual([6, undefined, true]);
    const pixels = await Promise.all([bytes, sent].map((each) => sharp(each).raw().toBuffer()));
    expect(pixels[0]?.equals(pixels[1] as Buffer)).toBe(true);
  };

  it.each(['jpeg', 'png', 'webp'] as const)('a profile picture as %s has no camera metadata', async (kind) => {
    const { id } = await addAccount(portal);
    const sent = await photo(kind);
    const { status, body } = await portal.call(uploadAvatar, { body: form(sent) }, { as: id });
    expect(status).toBe(200);
    const answer = await portal.send('GET', body.avatar_url);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    await expectBare(bytes, sent);
  });

  it('C16 a small file with huge dimensions is refused', async () => {
    const { id } = await addAccount(portal);
    const plain = await photo('png');
    for (const [width, height] of [
      [65_000, 65_000],
      [12_001, 10],
      [11_000, 11_000],
    ] as const) {
      const flood = Buffer.from(plain);
      flood.writeUInt32BE(width, 16);
      flood.writeUInt32BE(height, 20);
      const { status, body } = await portal.call(uploadAvatar, { body: form(flood) }, { as: id });
      expect([status, body.detail]).toEqual([413, expect.stringMatching(/pontos demais/)]);
    }
  });

  it('the picture of a reward is stored without camera metadata', async () => {
    const { id } = await portal.school.db
      .selectFrom('rewards')
      .select('id')
      .where('escola_id', '=', 1)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const sent = await photo('webp');
    const as = people.helena;
    const { body } = await portal.call(uploadRewardPicture, { params: { id }, body: form(sent) }, { as });
    await expectBare(Buffer.from(await (await portal.send('GET', body.imagem_url)).arrayBuffer()), sent);
  });

  it('the picture of a campaign is stored without camera metadata', async () => {
    const id = await addCampaign(portal);
    const sent = await photo('jpeg');
    const as = people.helena;
    const { body } = await portal.call(uploadCampaignPicture, { params: { id }, body: form(sent) }, { as });
    await expectBare(Buffer.from(await (await portal.send('GET', body.imagem_url)).arrayBuffer()), sent);
  });

  it('a photo for a trip is stored without camera metadata, with its new size; a PDF stays unchanged', async () => {
    const as = await addStudent(portal);
    const sent = await photo('jpeg');
    const upload = (tipo: string, bytes: Buffer) =>
      portal.call(uploadDraftDocument, { params: { tipo }, body: form(bytes) }, { as });
    await upload('foto', sent);
    expect((await upload('passaporte', pdf('RG'))).status).toBe(200);
    const rows = await portal.school.db
      .selectFrom('usa_documentos')
      .innerJoin('usa_requests', 'usa_requests.id', 'usa_documentos.request_id')
      .select(['tipo', 'chave', 'tamanho_bytes'])
      .where('usa_requests.user_id', '=', as)
      .orderBy('tipo')
      .execute();
    expect(rows.map(({ tipo }) => tipo)).toEqual(['foto', 'passaporte']);
    const [picture, paper] = await Promise.all(rows.map(({ chave }) => stored(chave)));
    await expectBare(picture as Buffer, sent);
    expect(rows[0]?.tamanho_bytes).toBe(picture?.length);
    expect(paper).toEqual(pdf('RG'));
  });

  it('a photo of an exercise is stored without camera metadata', async () => {
    const sent = await photo('jpeg');
    const { status } = await portal.call(
      uploadActivity,
      { params: { id: essay }, body: form(sent) },
      { as: people.ana },
    );
    expect(status).toBe(200);
    const { chave } = await portal.school.db
      .selectFrom('atividade_arquivos')
      .select('chave')
      .where('turma_aluno_atividade_id', '=', essay)
      .where('kind', '=', 'envio')
      .orderBy('n', 'desc')
      .executeTakeFirstOrThrow();
    await expectBare(await stored(chave), sent);
  });

  it('an unreadable picture is refused with a message, and nothing is stored', async () => {
    const { id } = await addAccount(portal);
    const cut = (await photo('png')).subarray(0, 60);
    const { status, body } = await portal.call(uploadAvatar, { body: form(cut) }, { as: id });
    expect([status, body]).toMatchObject([415, { fields: { file: 'A imagem está danificada' } }]);
    const rows = await portal.school.db.selectFrom('avatars').select('chave').where('user_id', '=', id).execute();
    expect(rows).toEqual([]);
  });
});
