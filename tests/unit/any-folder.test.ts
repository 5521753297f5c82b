import { describe, expect, it } from 'vitest';
import { beginInFolder, withoutFolder } from '../../scripts/vite-any-folder.ts';

const folders = ['/api', '/repo', '/src', '/portal', '/srv/my portal (2)'];

describe.each(folders)('a build in %s', (folder) => {
  it('gives modules the same names as a build in any other folder', () => {
    const written = (place: string, url = place) =>
      `["${place}/src/lib/money.ts",'${place}/node_modules/zod/index.js',{"root":"file://${url}/","out":"file://${url}/dist/"}]`;
    const built = written(folder, folder.replaceAll(' ', '%20'));
    expect(withoutFolder(built, folder)).toBe(written('/portal'));
  });

  it('does not change URLs of the product', () => {
    const text = `"${folder}/v1/users/"; "portal/turma-aluno/{id}/reposicoes/"; "/api/v1/src/"; import("./report.js")`;
    expect(withoutFolder(text, folder)).toBe(text);
  });

  it('accepts only modules below the folder, so that their order is the same in every folder', () => {
    expect(() => beginInFolder([`${folder}/src/a.ts`, 'astro:scripts/page.js', '\0virtual:x'], folder)).not.toThrow();
    expect(() => beginInFolder(['/islands/a.ts'], folder)).toThrow('/islands/a.ts');
  });
});
