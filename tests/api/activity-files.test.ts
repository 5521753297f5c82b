import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import type { Atividade } from '../../src/lib/contract/pedagogico.schema.ts';
import { unavailable } from '../../src/server/core/http/refusal.ts';
import { askApi } from '../support/api-door.ts';
import {
  aac,
  amr,
  compoundFile,
  executable,
  html,
  INSTALLER,
  pdf,
  png,
  svg,
  threeGp,
  webm,
  zip,
} from '../support/sample-files.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, davi: 4, julia: 9 };
/** Ana's open work: an essay, a recording, a reading without files, late exercises, a corrected essay, and an open dialogue. */
const owed = { essay: 101, recording: 201, reading: 301, exercises: 401, corrected: 501, waiting: 701 };
const MB = 1024 * 1024;

describe.each(engines)('files of activities on %s (API-46…49)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const path = (id: number, rest: string) => `${API_PREFIX}turma-aluno-atividades/${id}/${rest}/`;
  const form = (bytes: Uint8Array, name: string, field = 'file') => {
    const body = new FormData();
    body.append(field, new File([new Uint8Array(bytes)], name));
    return body;
  };
  const send = (id: number, body: RequestInit['body'], as?: number, sent: Sent = {}) =>
    portal.send('POST', path(id, 'enviar-arquivo-atividade'), { body }, { as, ...sent });
  const upload = async (id: number, bytes: Uint8Array, name: string, as: number = people.ana) => {
    const answer = await send(id, form(bytes, name), as);
    return { status: answer.status, body: (await answer.json()) as Atividade & { detail: string } };
  };
  const download = (id: number, n: number, as: number | undefined = people.ana, kind = 'atividade') =>
    portal.send('GET', path(id, `download-${kind}/${n}`), {}, { as });
  const remove = (id: number, n: number, as: number | undefined = people.ana) =>
    portal.send('DELETE', path(id, `excluir-atividade/${n}`), {}, { as });
  const clear = async (id: number, arquivos: { n: number }[]) => {
    for (const { n } of arquivos) expect((await remove(id, n)).status).toBe(200);
  };

  it('files of activities come back byte for byte, as a download and nothing else (PED-08, PED-09, S9)', async () => {
    const { status, body } = await upload(owed.essay, pdf('férias'), 'minhas férias.pdf');
    expect([status, body.status, body.arquivos]).toMatchObject([
      200,
      'enviada',
      [{ n: 1, nome: 'minhas férias.pdf', mime: 'application/pdf', tamanho_bytes: pdf('férias').byteLength }],
    ]);
    const answer = await download(owed.essay, 1);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf('férias'));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="minhas ferias.pdf"; filename*=UTF-8\'\'minhas%20f%C3%A9rias.pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    await clear(owed.essay, body.arquivos);
  });

  it('a deleted file is gone, bytes too (PED-10)', async () => {
    const { body } = await upload(owed.essay, png, 'a.png');
    const n = body.arquivos[0]?.n ?? 0;
    const row = await portal.school.db
      .selectFrom('atividade_arquivos')
      .select('chave')
      .where('turma_aluno_atividade_id', '=', owed.essay)
      .executeTakeFirstOrThrow();
    const answer = await remove(owed.essay, n);
    expect([answer.status, (await answer.json()) as Atividade]).toMatchObject([
      200,
      { status: 'pendente', arquivos: [] },
    ]);
    expect((await download(owed.essay, n)).status).toBe(404);
    expect((await remove(owed.essay, n)).status).toBe(404);
    await expect(portal.school.ports.files.open(row.chave)).rejects.toThrow();
  });

  it('the correction can be downloaded, and the corrected file stays (PED-11)', async () => {
    const answer = await download(owed.corrected, 1, people.ana, 'correcao');
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('correcao-an-old-friend.pdf'),
    ]);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect((await upload(owed.corrected, pdf(), 'a.pdf')).status).toBe(409);
    expect((await remove(owed.corrected, 1)).status).toBe(409);
    expect((await download(owed.corrected, 2, people.ana, 'correcao')).status).toBe(404);
  });

  it.each([
    ['an executable', executable, 'dever.pdf'],
    ['a page', html, 'foto.png'],
    ['a drawing with a script', svg, 'foto.png'],
    ['an archive', zip, 'dever.docx'],
    ['an installer', compoundFile(['Property'], INSTALLER), 'dever.doc'],
    ['a table of Excel', compoundFile(['Workbook']), 'dever.doc'],
    ['a sound', webm, 'dever.pdf'],
    ['plain text', Buffer.from('olá'), 'dever.pdf'],
  ])(
    'the type of a file (%s) is detected from its content, and a wrong type is refused with a message (S9)',
    async (_kind, bytes, name) => {
      const { status, body } = await upload(owed.essay, bytes, name);
      expect([status, body.detail]).toEqual([415, expect.stringContaining('Envie PDF, DOC, DOCX, JPG, PNG.')]);
    },
  );

  it.each([
    ['aac', aac, 'audio/aac'],
    ['3gp', threeGp, 'audio/3gpp'],
    ['amr', amr, 'audio/amr'],
  ])('a recording of a phone as %s is handed in and comes back with its type', async (ending, bytes, mime) => {
    const { status, body } = await upload(owed.recording, bytes, `Voz 001.${ending}`);
    expect([status, body.formatos]).toEqual([200, expect.arrayContaining([ending])]);
    expect(body.arquivos).toMatchObject([{ nome: `Voz 001.${ending}`, mime }]);
    expect((await download(owed.recording, body.arquivos[0]?.n ?? 0)).headers.get('content-type')).toBe(mime);
    await clear(owed.recording, body.arquivos);
  });

  it('a recording is accepted only where the activity asks for one', async () => {
    const { status, body } = await upload(owed.recording, webm, 'gravacao.webm');
    expect([status, body.arquivos]).toMatchObject([200, [{ nome: 'gravacao.webm', mime: 'audio/webm' }]]);
    await clear(owed.recording, body.arquivos);
    expect((await upload(owed.recording, pdf(), 'a.pdf')).status).toBe(415);
  });

  it('file names that are paths, or lie about the kind, are sanitized', async () => {
    for (const [name, stored] of [
      ['../../etc/passwd', 'passwd.pdf'],
      ['C:\\temp\\dever.exe', 'dever.pdf'],
      ['a\u202efdp.exe', 'afdp.pdf'],
      ['.pdf', 'arquivo.pdf'],
      // Browsers write quotes and line ends as per cent signs, and per cent signs as they are.
      ['redação "final" 1.pdf', 'redação final 1.pdf'],
      ['100%25 meu\r\n.pdf', '100%25 meu.pdf'],
    ] as const) {
      const { body } = await upload(owed.essay, pdf(), name);
      expect(body.arquivos.map(({ nome }) => nome)).toEqual([stored]);
      await clear(owed.essay, body.arquivos);
    }
  });

  it('a file that is too large is refused during upload, and the rest is never read', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
        controller.enqueue(sent === 0 ? Buffer.from(head) : new Uint8Array(MB));
        sent += 1;
      },
    });
    const request = new Request(`https://aluno.example${path(owed.essay, 'enviar-arquivo-atividade')}`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        authorization: `Bearer ${await portal.tokenOf(people.ana)}`,
      },
    } as RequestInit);
    const answer = await askApi(portal.api, request);
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(40);
  });

  it.each([
    ['nothing', new FormData(), 422],
    ['an empty file', form(Buffer.alloc(0), 'a.pdf'), 422],
    ['another field', form(pdf(), 'a.pdf', 'arquivo'), 422],
    ['no multipart', JSON.stringify({ file: 'x' }), 415],
  ])('a file that is %s is refused in words', async (_kind, body, status) => {
    const answer = await send(owed.essay, body, people.ana);
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      status,
      expect.stringMatching(/^[A-Z].*\.$/),
    ]);
  });

  it('two files in one request are refused, and neither is stored', async () => {
    const body = form(pdf(), 'a.pdf');
    body.append('file', new File([new Uint8Array(pdf())], 'b.pdf'));
    expect((await send(owed.essay, body, people.ana)).status).toBe(422);
    expect((await download(owed.essay, 1)).status).toBe(404);
  });

  it('an activity takes five files, each with a number of its own, also all at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => upload(owed.essay, pdf(`${i}`), `${i}.pdf`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const last = await upload(owed.essay, pdf(), 'x.pdf');
    expect(last.status).toBe(409);
    const rows = await portal.school.db
      .selectFrom('atividade_arquivos')
      .select('n')
      .where('turma_aluno_atividade_id', '=', owed.essay)
      .orderBy('n')
      .execute();
    expect(rows.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
    await clear(owed.essay, rows);
  });

  it('an activity without files refuses them; a late activity accepts them', async () => {
    expect((await upload(owed.reading, pdf(), 'a.pdf')).status).toBe(409);
    const { status, body } = await upload(owed.exercises, pdf(), 'a.pdf');
    expect([status, body.status]).toEqual([200, 'enviada']);
    await clear(owed.exercises, body.arquivos);
  });

  it.each([people.bruno, people.davi, people.julia])('user %i reaches nothing of Ana’s (ROLE-08)', async (as) => {
    const answers = await Promise.all([
      send(owed.essay, form(pdf(), 'a.pdf'), as),
      download(owed.corrected, 1, as),
      download(owed.corrected, 1, as, 'correcao'),
      remove(owed.waiting, 1, as),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('a request without a bearer is refused (AUTH-26)', async () => {
    const answers = await Promise.all([
      send(owed.essay, form(pdf(), 'a.pdf')),
      portal.send('GET', path(owed.corrected, 'download-atividade/1')),
      portal.send('GET', path(owed.corrected, 'download-correcao/1')),
      portal.send('DELETE', path(owed.exercises, 'excluir-atividade/1')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it('an unavailable store gives a message, and nothing is stored', async () => {
    const { files } = portal.school.ports;
    const away = { ...files, put: () => Promise.reject(unavailable()) };
    Object.assign(portal.school.ports, { files: away });
    const { status } = await upload(owed.essay, pdf(), 'a.pdf');
    Object.assign(portal.school.ports, { files });
    expect(status).toBe(503);
    expect((await download(owed.essay, 1)).status).toBe(404);
  });
});
