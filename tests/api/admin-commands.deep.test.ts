import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/process/log.ts';
import { readConfig } from '../../src/server/config.ts';
import { openSchool } from '../../src/server/school.ts';
import { BookFolder, bookFiles, text } from '../support/school-book.ts';

// Commands as an operator types them, on a school that begins with nothing.

const SCHOOL = 'Escola do Bairro';

describe('commands of the operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-admin-'));
  const settings = { DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'error' };
  const paper = new BookFolder(bookFiles());
  const { book } = paper;
  afterAll(() => {
    paper[Symbol.dispose]();
    rmSync(folder, { recursive: true });
  });

  const admin = (words: readonly string[], env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/admin.ts', ...words], {
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: '', ...settings, ...env },
    });
    // Warnings of the settings are lines of JSON.
    return { status, said: stdout, refused: stderr.replace(/^\{.*\}\n/gm, '') };
  };
  const install = (path: string) => admin(['instalar-livros', path, '--escola', SCHOOL]);
  const copies = (file: string, livro = 'bairro-1') =>
    admin(['criar-exemplares', '--livro', livro, '--unidade', 'escola do bairro', '--quantidade', '3', file]);
  const inSchool = async <Found>(
    look: (school: Awaited<ReturnType<typeof openSchool>>['school']) => Promise<Found>,
  ) => {
    const config = readConfig(settings);
    const running = await openSchool(config, createLog('error', 'stderr'), { backgroundWork: false });
    return look(running.school).finally(() => running.close());
  };

  it('a book of the school is installed once, and an error is printed without a stack', () => {
    const place = ['--escola', SCHOOL, '--cidade', 'Recife', '--uf', 'PE'];
    const person = ['--email', 'direcao@escola.example', '--nome', 'Rita Salles'];
    expect(admin(['criar-gestora', ...person, ...place]).said).toContain('/login/recover-password?token=');
    const first = install(book);
    expect(first).toMatchObject({ status: 0, refused: '' });
    expect(first.said).toContain('BAIRRO-1 (English do Bairro): versão 1, livro novo.\n  unidades: 2 novas\n');
    const sound = readFileSync(join(book, 'unidade-2/faixa-1.mp3'));
    paper.write('unidade-2/faixa-1.mp3', text('no sound'));
    const refused = 'bairro-1/unidade-2/faixa-1.mp3: Isto não é um som MP3\n';
    expect(install(book)).toEqual({ status: 1, said: '', refused });
    paper.write('unidade-2/faixa-1.mp3', sound);
    expect(install(book).said).toBe('BAIRRO-1 (English do Bairro): nada mudou, continua na versão 1.\n');
  });

  it('codes are written once, and none is lost in a file that cannot be written', async () => {
    const count = () => inSchool(async ({ db }) => (await db.selectFrom('user_books').select('id').execute()).length);
    const file = join(folder, 'codes.csv');
    expect(copies(file).said).toBe(`3 códigos escritos em ${file}.\n`);
    expect(readFileSync(file, 'utf8').trim().split('\r\n')).toHaveLength(4);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(copies(file).refused).toBe(`O arquivo ${file} já existe.\n`);
    const away = join(folder, 'nowhere', 'codes.csv');
    expect(copies(away).refused).toBe(`Não é possível escrever em ${away}: confira a pasta e a permissão.\n`);
    expect(copies(join(folder, 'other.csv'), 'LUA-1').refused).toBe('O livro “LUA-1” não existe.\n');
    expect(existsSync(join(folder, 'other.csv'))).toBe(false);
    expect(await count()).toBe(3);
  });

  it('students are counted and invited once, and only with an address of the portal', async () => {
    const rows =
      'matricula;nome;email;telefone;cpf\nA-1;Rute Sá;rute@escola.example;81988887777;\nA-2;Saulo Paz;;;11144477735\n';
    const file = join(folder, 'alunos.csv');
    writeFileSync(file, rows);
    expect(admin(['importar', 'alunos', file]).said).toContain('Gravado: 2 novas');
    const withAddress = { PUBLIC_URL: 'https://portal.escola.example.br' };
    expect(admin(['convidar', '--testar']).said).toMatch(/^Seriam 1 convite na fila\.\n1 aluno sem e-mail/);
    expect(admin(['convidar']).refused).toContain('PUBLIC_URL');
    const invited = admin(['convidar', '--unidade', 'escola do bairro'], withAddress);
    expect(invited.said).toContain('1 convite na fila');
    expect(invited.said).toContain('SMTP_URL não está definido');
    expect(admin(['convidar'], withAddress).said).toContain('0 convites na fila');
  });

  it('a lost second factor is removed, and the person is notified', async () => {
    const remove = (login: string) => admin(['tirar-segundo-fator', login]);
    expect(remove('direcao@escola.example').said).toContain('não tem segundo fator');
    await inSchool(async ({ db, now }) => {
      const { id } = await db
        .selectFrom('users')
        .select('id')
        .where('email', '=', 'direcao@escola.example')
        .executeTakeFirstOrThrow();
      const at = now().toISOString();
      await db
        .insertInto('factors')
        .values({ user_id: id, kind: 'codigo', nome: 'Aplicativo', segredo: 'x', created_at: at, confirmado_em: at })
        .execute();
    });
    expect(remove('direcao@escola.example').said).toContain('segundo fator tirado; sessões e aparelhos encerrados');
    const left = await inSchool(async ({ db }) => ({
      factors: await db.selectFrom('factors').selectAll().execute(),
      mails: await db.selectFrom('outbox').select('recipient').where('recipient', 'like', 'direcao@%').execute(),
      log: await db.selectFrom('audit_log').select('target').where('action', '=', 'factor-reset').execute(),
    }));
    expect(left).toEqual({
      factors: [],
      mails: [{ recipient: 'direcao@escola.example' }],
      log: [{ target: 'user:1' }],
    });
  });

  it('schools are listed, and units move to another school after confirmation', () => {
    const place = ['--escola', 'Rede Boreal', '--unidade', 'Boreal Sul', '--cidade', 'Recife', '--uf', 'PE'];
    const made = admin(['criar-gestora', '--email', 'b@escola.example', '--nome', 'Bia Reis', ...place]);
    expect(made.said).toMatch(/^Escola nova: Rede Boreal, unidade Boreal Sul\.\nAbra este endereço/);
    const list = () => admin(['escolas']).said;
    expect(list()).toContain(
      'Escola 2: Rede Boreal (knn)\n  unidade 2: Boreal Sul, Recife/PE: 0 alunos, 1 da equipe\n',
    );
    const before = list();
    const move = (...more: string[]) => admin(['mover-unidade', 'boreal sul', '--escola', SCHOOL, ...more]);
    const tried = move();
    expect(tried.refused).toBe('Nada mudou. Faça uma cópia do banco e repita com --confirmar.\n');
    expect(tried.said).toContain('Boreal Sul: da escola Rede Boreal para a escola Escola do Bairro.\n');
    expect(list()).toBe(before);
    expect(move('--confirmar').said).toBe(`${tried.said}Feito.\n`);
    expect(list()).not.toContain('Rede Boreal');
  });
});
