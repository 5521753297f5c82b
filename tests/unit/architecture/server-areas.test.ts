import { describe, expect, it } from 'vitest';
import { areas } from './rules.ts';
import {
  areaOf,
  borderImports,
  foldersOfServer,
  groundOfServer,
  ringImports,
  roomOf,
  rooms,
  serverAreas,
  upImports,
} from './server-areas.ts';
import { asLine, filesBelow, type Import, importsOf, isSource, ringOf } from './sources.ts';

const sources = filesBelow('src/server').filter(isSource);
const order = Object.keys(rooms);

describe('areas of the server', () => {
  const used = new Set<string>();
  /** As lines, without those that are exempt. */
  const refusedOf = (found: readonly Import[]) =>
    found.map(asLine).filter((line) => {
      if (borderImports[line] !== undefined) used.add(line);
      return borderImports[line] === undefined;
    });
  const between = sources
    .flatMap((file) => importsOf(file))
    .flatMap((each) => {
      const [own, other] = [areaOf(each.from), areaOf(each.to)];
      return own && other && own !== other ? [{ ...each, own, other }] : [];
    });
  const among = (folders: ReadonlySet<string>) =>
    between.filter(({ own, other }) => folders.has(own) && folders.has(other));
  const ringOfFolders = (found: readonly (typeof between)[number][]) =>
    ringOf(found.map(({ own, other }) => ({ from: own, to: other })));

  it('every folder of the server is one of at most ten rooms, and each area is in one room', () => {
    expect(foldersOfServer.toSorted()).toEqual(order.toSorted());
    expect(order.length).toBeLessThanOrEqual(10);
    const places = new Set(sources.flatMap((file) => (roomOf(file) ? `${roomOf(file)} ${areaOf(file)}` : [])));
    const names = [...places].map((place) => place.split(' ')[1]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    for (const known of [...areas, 'documents', 'family', 'jobs', 'privacy']) expect(serverAreas).toContain(known);
  });

  it('a room imports only rooms below it', () => {
    const up = sources
      .flatMap((file) => importsOf(file))
      .filter(({ from, to, isType }) => {
        const [own = '', other = ''] = [roomOf(from), roomOf(to)];
        return !isType && order.includes(own) && order.includes(other) && order.indexOf(other) < order.indexOf(own);
      });
    expect(up.map(asLine).sort()).toEqual(Object.keys(upImports).sort());
  });

  it('no area imports operations or queries of another one', () => {
    const refused = among(serverAreas).filter(({ to }) => /\/(([a-z]+-)?operations|queries)\.ts$/.test(to));
    expect(refusedOf(refused)).toEqual([]);
  });

  it.each([
    ['areas of the server, types included', among(serverAreas)],
    ['the ground of the server', among(groundOfServer).filter(({ isType }) => !isType)],
  ])('no cyclic imports: %s', (_what, found) => {
    const isNamed = (each: Import) => ringImports[asLine(each)] !== undefined;
    const open = found.filter((each) => !isNamed(each));
    expect(ringOfFolders(open)).toBeNull();
    for (const each of found.filter(isNamed)) if (ringOfFolders([...open, each])) used.add(asLine(each));
  });

  it('db, ports, http and threads import no area but the session', () => {
    const refused = between.filter(
      ({ own, other, isType }) => !isType && groundOfServer.has(own) && serverAreas.has(other),
    );
    expect(refusedOf(refused)).toEqual([]);
  });

  /** Last, since it needs the results of the tests above. */
  it('no exemption is stale', () => {
    expect(Object.keys({ ...borderImports, ...ringImports }).filter((name) => !used.has(name))).toEqual([]);
  });
});
