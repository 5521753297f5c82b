import { SteeredProcess } from '../steered-process.ts';
import type { Deed, Manner, Seen } from './steering.ts';

/** One host of a franchise that speaks the words of the specification alone, in a process of its own. */
class SpecifiedHost extends SteeredProcess<Deed> {
  static async start(side: 'portal' | 'drive'): Promise<SpecifiedHost> {
    return new SpecifiedHost(...(await SteeredProcess.open('tests/support/specified/process.ts', [side])));
  }

  behave = (manners: Manner[], except: string[]) => this.act<Seen[]>({ act: 'behave', manners, except });
  takeSeen = () => this.act<Seen[]>({ act: 'take-seen' });
}

export interface SpecifiedFranchise {
  portal: string;
  drive: string;
  /** The settings that connect a portal to it. */
  env: { PORTAL_API_URL: string; DRIVE_API_URL: string };
  /** How both hosts answer from now on; without manners they are well. @param except names of calls that stay well */
  behave(manners?: Manner[], except?: string[]): Promise<void>;
  /** The requests to both hosts since the last call. */
  takeSeen(): Promise<Seen[]>;
  close(): Promise<void>;
}

/** Both hosts of the franchise. Ana is a student of KNN, Davi of Phenom: see `people.ts`. */
export async function openSpecifiedFranchise(): Promise<SpecifiedFranchise> {
  const hosts = await Promise.all([SpecifiedHost.start('portal'), SpecifiedHost.start('drive')]);
  const [portal, drive] = [hosts[0].url, hosts[1].url];
  return {
    portal,
    drive,
    env: { PORTAL_API_URL: portal, DRIVE_API_URL: drive },
    async behave(manners = [], except = []) {
      await Promise.all(hosts.map((host) => host.behave(manners, except)));
    },
    takeSeen: async () => (await Promise.all(hosts.map((host) => host.takeSeen()))).flat(),
    async close() {
      await Promise.all(hosts.map((host) => host.close()));
    },
  };
}
