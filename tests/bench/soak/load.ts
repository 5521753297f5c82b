import { setTimeout as wait } from 'node:timers/promises';
import { tokenOf } from '../../../scripts/portal-process.ts';
import type { Device } from '../../support/push-service.ts';
import { pdf } from '../../support/sample-files.ts';
import type { DependencyName } from './dependencies.ts';

/** The result of one action. `failed`: an answer of 5xx or none; `held`: the portal will complete it later. */
export interface Done {
  at: number;
  action: string;
  needs: DependencyName | null;
  status: number;
  isWell: boolean;
  ms: number;
}

interface Action {
  name: string;
  /** Relative frequency. */
  weight: number;
  /** The dependency under test; all actions but those of hosts also need the database. */
  needs: DependencyName | null;
  run(): Promise<{ status: number; isWell: boolean }>;
}

interface Addresses {
  own: string;
  connected: string;
}

/** @returns actions of a student, of staff, and of a student in connected mode */
export async function openActions({ own, connected }: Addresses, device: Device): Promise<Action[]> {
  const [ana, helena, theirs] = [
    await tokenOf(own, 'aluna@demo.example'),
    await tokenOf(own, 'gestora@demo.example'),
    await tokenOf(connected, 'aluna@demo.example'),
  ];
  const ask = async (base: string, path: string, token: string | null, init: RequestInit = {}) => {
    const isApi = path.startsWith('/api/');
    const headers: Record<string, string> = {
      ...(token && (isApi ? { authorization: `Bearer ${token}` } : { cookie: `portal_session=${token}` })),
      ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
      ...(init.headers as Record<string, string>),
    };
    const answer = await fetch(base + path, { ...init, headers, redirect: 'manual' });
    const text = await answer.text();
    return { status: answer.status, text };
  };
  const well = ({ status }: { status: number }) => ({ status, isWell: status < 400 });
  const page = (path: string, token: string, weight: number): Action => ({
    name: path,
    weight,
    needs: null,
    run: async () => well(await ask(own, path, token)),
  });
  const subscribed = await ask(own, '/api/v1/push-notifications/subscribe/', ana, {
    method: 'POST',
    body: JSON.stringify({ ...device, user_id: 1, is_pwa: false, device_type: 'mobile' }),
  });
  if (subscribed.status !== 200) throw new Error(`subscribe: ${subscribed.status} ${subscribed.text}`);
  let [person, installed, bills] = [0, false, [] as { id: number; token: string }[]];
  const files = '/api/v1/turma-aluno-atividades/101/';
  return [
    page('/dashboard', ana, 6),
    page('/pedagogico/list', ana, 3),
    page('/financial', ana, 3),
    page('/knn-club', ana, 2),
    page('/manager-panel', helena, 1),
    page('/manager-panel/profile', helena, 1),
    page('/api/v1/users/me/', ana, 8),
    page('/api/v1/at-home/turmas/', ana, 4),
    {
      name: 'PUT users/pwa/',
      weight: 4,
      needs: 'database',
      async run() {
        installed = !installed;
        const body = JSON.stringify({ pwa_installed: installed });
        return well(await ask(own, '/api/v1/users/pwa/', ana, { method: 'PUT', body }));
      },
    },
    {
      name: 'a file handed in and taken back',
      weight: 2,
      needs: 'files',
      async run() {
        const form = new FormData();
        form.append('file', new File([new Uint8Array(pdf('x'.repeat(40_000)))], 'a.pdf'));
        const sent = await ask(own, `${files}enviar-arquivo-atividade/`, ana, { method: 'POST', body: form });
        if (sent.status !== 200) return well(sent);
        const { arquivos } = JSON.parse(sent.text) as { arquivos: { n: number }[] };
        for (const { n } of arquivos) await ask(own, `${files}excluir-atividade/${n}/`, ana, { method: 'DELETE' });
        return well(sent);
      },
    },
    {
      name: 'a Pix code',
      weight: 2,
      needs: 'payments',
      async run() {
        person += 1;
        if (bills.length === 0) bills = await openBills(own, person);
        const bill = bills.pop();
        if (!bill) return { status: 200, isWell: true };
        return well(await ask(own, `/api/v1/financeiro-parcelas/${bill.id}/cobranca/execute/pix/portal/`, bill.token));
      },
    },
    {
      name: 'a mail for a new password',
      weight: 1,
      needs: 'mail',
      async run() {
        person += 1;
        const email = `aluno${String((person % 200) + 1).padStart(6, '0')}@carga.example`;
        const path = `/api/v1/login/recover-password/?email=${encodeURIComponent(email)}`;
        return well(await ask(own, path, null, { method: 'POST' }));
      },
    },
    {
      name: 'a push message',
      weight: 1,
      needs: 'push',
      async run() {
        const { status, text } = await ask(own, '/api/v1/do/devices.testPush/', ana, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        });
        return { status, isWell: status === 200 && (JSON.parse(text) as { accepted: number }).accepted > 0 };
      },
    },
    {
      name: 'connected: /dashboard',
      weight: 2,
      needs: 'hosts',
      run: async () => well(await ask(connected, '/dashboard', theirs)),
    },
    {
      name: 'connected: at-home/financeiro/',
      weight: 2,
      needs: 'hosts',
      run: async () => well(await ask(connected, '/api/v1/at-home/financeiro/', theirs)),
    },
  ];
}

async function openBills(own: string, person: number): Promise<{ id: number; token: string }[]> {
  const token = await tokenOf(own, `aluno${String((person % 200) + 1).padStart(6, '0')}@carga.example`);
  const answer = await fetch(`${own}/api/v1/at-home/financeiro/`, { headers: { authorization: `Bearer ${token}` } });
  const { parcelas } = (await answer.json()) as { parcelas: { id: number; status: string }[] };
  return parcelas
    .filter(({ status }) => status === 'a_vencer' || status === 'vencida')
    .map(({ id }) => ({ id, token }));
}

/** Starts this many actions a second until it is stopped. They do not wait for each other, as with real visitors. */
export async function load(actions: readonly Action[], perSecond: number, done: Done[], signal: AbortSignal) {
  const pool = actions.flatMap((action) => Array<Action>(action.weight).fill(action));
  const running = new Set<Promise<void>>();
  for (let count = 0; !signal.aborted; count += 1) {
    // A fixed sequence over the pool, the same in each run.
    const action = pool[(count * 13) % pool.length] as Action;
    const at = performance.now();
    const one = action
      .run()
      .catch(() => ({ status: 0, isWell: false }))
      .then((result) => {
        done.push({ at, action: action.name, needs: action.needs, ms: performance.now() - at, ...result });
        running.delete(one);
      });
    running.add(one);
    await wait(1_000 / perSecond);
  }
  await Promise.all(running);
}
