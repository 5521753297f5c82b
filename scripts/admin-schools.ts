import type { Command } from 'commander';
import { Complaint } from '../src/server/operate/admin/complaint.ts';
import { say, withSchool } from './with-school.ts';

/** Commands for schools and their units. */
export function addSchoolCommands(program: Command): void {
  program
    .command('escolas')
    .description('mostra as escolas, as unidades delas e quantas pessoas cada uma tem')
    .action(() =>
      withSchool(async ({ db }) => {
        const { printSchools } = await import('../src/server/operate/admin/list-schools.ts');
        for (const line of await printSchools(db)) say(line);
      }),
    );

  program
    .command('mover-unidade')
    .description('leva unidades, com tudo o que é delas, para outra escola; a escola que fica sem unidades é removida')
    .argument('<unidade...>', 'o nome ou o número de cada unidade, todas da mesma escola')
    .requiredOption('--escola <nome>', 'o nome ou o número da escola para onde vão')
    .option('--confirmar', 'leva de verdade: sem isto, só mostra o que mudaria', false)
    .action((units: string[], { escola, confirmar }: { escola: string; confirmar: boolean }) =>
      withSchool(async (school) => {
        const { moveUnits } = await import('../src/server/operate/admin/move-units.ts');
        for (const line of await moveUnits(school, { units, school: escola, isTrial: !confirmar })) say(line);
        if (!confirmar) throw new Complaint('Nada mudou. Faça uma cópia do banco e repita com --confirmar.');
        say('Feito.');
      }),
    );
}
