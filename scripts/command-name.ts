import { basename } from 'node:path';

/** How the operator calls a script here: by npm in a clone, by `portal` in a release, whose programs end in `.mjs`. */
export const commandName = (script: string): string => {
  const program = basename(process.argv[1] ?? '');
  return program.endsWith('.mjs') ? `portal ${program.slice(0, -'.mjs'.length)}` : `npm run ${script} --`;
};
