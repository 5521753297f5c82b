import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Act } from '../../../../src/islands/kit/describe.ts';
import { kitWords } from '../../../../src/lib/words/panel-kit.ts';

interface Described {
  read: string;
  title?: string;
  stages?: unknown;
  acts?: readonly Act<never>[];
  create?: Act<never>;
  others?: unknown;
}

const isDescribed = (each: unknown): each is Described => typeof each === 'object' && each !== null && 'read' in each;

/** The descriptions in a file; one that needs an id is made with id 1. */
async function describedIn(file: string): Promise<(readonly [string, Described])[]> {
  const all: Record<string, unknown> = await import(resolve(file));
  return Object.entries(all).flatMap(([name, each]) => {
    const made = typeof each === 'function' && /^[a-z]\w*(List|Record)$/.test(name) ? each('1') : each;
    return isDescribed(made) ? [[name, made] as const] : [];
  });
}

const files = globSync('src/islands/*/*.tsx').filter((file) => /(List|Record|Board|Log)\.tsx$/.test(file));
const described = (await Promise.all(files.map(describedIn))).flat();

/** All keys that are active in a view: its own, those of its acts and those of acts without a row. */
function keysOf({ title, stages, acts = [], create, others }: Described): string[] {
  const own = title ? (stages ? kitWords.boardKeys : kitWords.keys) : [];
  const all = [...acts, ...(create ? [create] : []), ...(Array.isArray(others) ? (others as Act<never>[]) : [])];
  return [...own.flatMap(([keys]) => keys.split(' ')), ...all.flatMap(({ key, href }) => (key && !href ? [key] : []))];
}

it('the lists, boards and records of the panel are found', () => {
  expect(described.length).toBeGreaterThan(55);
});

it.each(described)('no two actions of %s share a key', (_name, view) => {
  const keys = keysOf(view);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
