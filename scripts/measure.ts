import { command } from './usage.ts';

command('measure', 'Prints the size of the code as figures, each beside its aim.').parse();

const { asTable, codeMeasures } = await import('./code-measures.ts');

process.stdout.write(asTable(codeMeasures()));
process.stdout.write(
  '\nLines have neither blanks nor comments. Data: lessons, level test, demo school.\n' +
    'Not computed: hops of a read, and of a write by a form or an island.\n',
);
