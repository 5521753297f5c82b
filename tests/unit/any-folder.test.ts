import { describe, expect, it } from 'vitest';
import { beginInFolder, withoutFolder } from '../../scripts/vite-any-folder.ts';

const folders = ['/api', '/repo', '/src', '/portal', '/srv/my portal (2)'];

describe.each(folders)('a build in %s', (folder) => {
  it('names modules as a build in any other folder does', () => {
    const written = (place: string, url = place) =>
      `["${place}/src/lib/money.ts",'${place}/node_modules/zod/index.js',{"root":"file://${url}/","out":"file://${url}/dist/"}]`;
    const built = written(folder, folder.replaceAll(' ', '%20'));
    expect(withoutFolder(built, folder)).toBe(written('/portal'));
  });

  it('leaves addresses of the product as they are', () => {
    const text = `"${folder}/v1/users/"; "portal/turma-aluno/{id}/reposicoes/"; "/api/v1/src/"; import("./report.js")`;
    expect(withoutFolder(text, folder)).toBe(text);
  });

  it('begins at paths of the folder, whose order is the same in every other', () => {
    expect(() => beginInFolder([`${folder}/src/a.ts`, 'astro:scripts/page.js', '\0virtual:x'], folder)).not.toThrow();
    expect(() => beginInFolder(['/islands/a.ts'], folder)).toThrow('/islands/a.ts');
  });
});
