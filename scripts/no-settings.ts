import { readFileSync } from 'node:fs';

/**
 * Settings in this shell or in `.env`, such as `DATABASE_URL`, must not reach portals of tests and pictures. An empty
 * setting counts as unset, and takes precedence over the file.
 */
export function noSettings(): Record<string, string> {
  const named = readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm);
  return { ...Object.fromEntries([...named].map(([, name = '']) => [name, ''])), CREDENTIALS_DIRECTORY: '' };
}
