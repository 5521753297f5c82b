import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type Item, LEVELS, LevelTestFile, SKILLS } from '#content/level-test.schema.ts';
import { repeated } from '#content/pieces.ts';
import { complain, faultsOfFiles } from '../../core/content/check-content.ts';
import { allOf, ContentError, contentFolder, memoized, readYaml } from '../../core/content/read-yaml.ts';
import type { ServedFile } from '../../core/content/served-files.ts';

const levelTestFolder = join(contentFolder, 'level-test');

/** Every item of the level test, read on first use. Parameters and answers stay on the server. */
export const bank = memoized(() => readBank(levelTestFolder));

const byId = memoized((): ReadonlyMap<string, Item> => new Map(bank().map((item) => [item.id, item])));

/** The item with that id; undefined for a retired item or an invented id. */
export const findItem = (id: string): Item | undefined => byId().get(id);

/** The file of a level and skill, below its folder. */
const fileOfItems = ({ level, skill }: Pick<Item, 'level' | 'skill'>) => `${level.toLowerCase()}/${skill}.yaml`;

/** The recording of a listening item. */
export const soundFileOf = (item: Item): string | undefined =>
  item.sound && join(levelTestFolder, dirname(fileOfItems(item)), item.sound);

/** The items of a folder, level by level. @throws ContentError */
function readBank(folder: string): readonly Item[] {
  const files = LEVELS.flatMap((level) => SKILLS.map((skill) => ({ level, skill })));
  const items = allOf(
    files.map(({ level, skill }) => () => {
      const name = fileOfItems({ level, skill });
      const found = readYaml(folder, name, LevelTestFile);
      if (found.every((item) => item.level === level && item.skill === skill)) return found;
      throw new ContentError([`${name}: Neste arquivo, nivel é ${level} e habilidade é ${skill}`]);
    }),
  ).flat();
  const [twice] = repeated(items.map(({ id }) => id));
  if (twice !== undefined) throw new ContentError([`${twice}: Duas questões têm este nome`]);
  return items;
}

/** The recording of a listening item, and its public address. */
export function filesOfItem(item: Item): ServedFile[] {
  const file = soundFileOf(item);
  return file === undefined ? [] : [{ file, url: recordingOf(item) }];
}

/** Checks the level test: each named recording exists, and no file is left over. @throws ContentError with all faults */
export const checkLevelTest = (): void =>
  complain(faultsOfFiles(levelTestFolder, readBank(levelTestFolder).flatMap(filesOfItem)));

/** The recording of a listening item. Its name reveals neither the level nor the item, since the page shows it. */
export const recordingOf = ({ id, script = '' }: Pick<Item, 'id' | 'script'>): string =>
  `/audio/teste/${createHash('sha256').update(`${id} ${script}`).digest('hex').slice(0, 20)}.mp3`;
