import { basename } from 'node:path';

/** The command of a script for the operator: npm in a clone, `portal` in a release, whose programs end in `.mjs`. */
export const commandName = (script: string): string => {
  const program = basename(process.argv[1] ?? '');
  return program.endsWith('.mjs') ? `portal ${program.slice(0, -'.mjs'.length)}` : `npm run ${script} --`;
};
