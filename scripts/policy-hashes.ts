import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dockRules } from '../src/layouts/speculation.ts';
import { WAVE_HEIGHT_PX } from '../src/lib/rules/practice/wave.ts';
import { ownClockScript } from '../src/lib/rules/time/own-clock.ts';

const require = createRequire(import.meta.url);

/** The toaster adds its style sheet as a <style> element. The policy names it by hash, not by 'unsafe-inline'. */
export function toasterStyleHash(): `sha256-${string}` {
  const source = readFileSync(require.resolve('sonner').replace(/\.js$/, '.mjs'), 'utf8');
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
  if (!literal) throw new Error('sonner no longer inserts its style sheet as expected: look at security.csp.');
  return hashOf(JSON.parse(literal));
}

/**
 * The waveform of a track adds a style sheet with its height to a shadow tree. The policy names it by hash too.
 */
export function waveStyleHash(): `sha256-${string}` {
  const module = require.resolve('wavesurfer.js').replace(/\.cjs$/, '.esm.js');
  const [, head, tail] =
    /<style\$\{.*?:""\}>([^$]*?)\$\{this\.getHeight\([^}]*\}([^$]*?)<\/style>/.exec(readFileSync(module, 'utf8')) ?? [];
  if (!head || !tail)
    throw new Error('wavesurfer.js no longer draws its style sheet as expected: look at security.csp.');
  return hashOf(`${head}${WAVE_HEIGHT_PX}${tail}`.replaceAll('\\n', '\n'));
}

/** The speculation rules by which browsers preload the pages of the dock. */
export const dockRulesHash = () => hashOf(dockRules);

/** The script that also shows the hours of lessons in the device's zone. */
export const ownClockHash = () => hashOf(ownClockScript);

const hashOf = (sheet: string) => `sha256-${createHash('sha256').update(sheet).digest('base64')}` as const;
