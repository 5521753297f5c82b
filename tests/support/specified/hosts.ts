import { SteeredProcess } from '../steered-process.ts';
import type { Brand, Deed, Manner, Seen, Side } from './steering.ts';

/** One host of a franchise by the specification alone, in a process of its own. */
class SpecifiedHost extends SteeredProcess<Deed> {
  static async start(side: Side, ...bare: ['bare', ...Brand[]] | []): Promise<SpecifiedHost> {
    return new SpecifiedHost(...(await SteeredProcess.open('tests/support/specified/process.ts', [side, ...bare])));
  }

  behave = (manners: Manner[], except: string[]) => this.act<Seen[]>({ act: 'behave', manners, except });
  takeSeen = () => this.act<Seen[]>({ act: 'take-seen' });
}

interface Hosts {
  /** Sets faults of all hosts; without `manners` they work. @param except names of calls that keep working */
  behave(manners?: Manner[], except?: string[]): Promise<void>;
  /** The requests to all hosts since the last call. */
  takeSeen(): Promise<Seen[]>;
  close(): Promise<void>;
}

export interface SpecifiedFranchise extends Hosts {
  portal: string;
  drive: string;
  /** The settings that connect a portal to it. */
  env: { PORTAL_API_URL: string; DRIVE_API_URL: string };
}

/** Both hosts of the franchise. Ana is a student of KNN, Davi of Phenom: see `people.ts`. */
export async function openSpecifiedFranchise(): Promise<SpecifiedFranchise> {
  const [portal, drive] = await Promise.all([SpecifiedHost.start('portal'), SpecifiedHost.start('drive')]);
  const env = { PORTAL_API_URL: portal.url, DRIVE_API_URL: drive.url };
  return { portal: portal.url, drive: drive.url, env, ...together([portal, drive]) };
}

export interface BareFranchise extends Hosts {
  /** The settings that connect a portal to it. */
  env: { PORTAL_API_URL: string; BRAND2_PORTAL_API_URL: string; DRIVE_API_URL: string };
}

/** A portal host for each brand, and the drive host of both, built from the text of the specification alone. */
export async function openBareFranchise(): Promise<BareFranchise> {
  const [knn, phenom, drive] = await Promise.all([
    SpecifiedHost.start('portal', 'bare', 'knn'),
    SpecifiedHost.start('portal', 'bare', 'phenom'),
    SpecifiedHost.start('drive', 'bare'),
  ]);
  const env = { PORTAL_API_URL: knn.url, BRAND2_PORTAL_API_URL: phenom.url, DRIVE_API_URL: drive.url };
  return { env, ...together([knn, phenom, drive]) };
}

const together = (hosts: readonly SpecifiedHost[]): Hosts => ({
  async behave(manners = [], except = []) {
    await Promise.all(hosts.map((host) => host.behave(manners, except)));
  },
  takeSeen: async () => (await Promise.all(hosts.map((host) => host.takeSeen()))).flat(),
  async close() {
    await Promise.all(hosts.map((host) => host.close()));
  },
});
