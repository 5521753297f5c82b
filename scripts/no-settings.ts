import { readFileSync } from 'node:fs';

/**
 * What this shell or `.env` says to a portal, such as `DATABASE_URL`, is not meant for those of tests and pictures. An empty
 * setting counts as none, and stands before that of the file.
 */
export function noSettings(): Record<string, string> {
  const named = readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm);
  return { ...Object.fromEntries([...named].map(([, name = '']) => [name, ''])), CREDENTIALS_DIRECTORY: '' };
}
