import { request } from 'node:http';

/** Demo accounts whose logins are running when a portal stops. */
export const logins = ['aluna', 'visitante', 'pendente', 'menor', 'gestora', 'admin', 'professora', 'phenom'];

/**
 * Sends the logins of all accounts at once, and waits until all are sent.
 *
 * @param options `agent: false` opens a connection for each that nothing follows on
 * @returns the status that each login will get
 */
export async function sendLogins(address: string, options: { agent?: false } = {}): Promise<Promise<number>[]> {
  const sent: Promise<void>[] = [];
  const answers = logins.map(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const asking = request(`${address}/api/v1/login/access-token/`, {
          ...options,
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        asking.once('error', reject);
        asking.once('response', (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode ?? 0));
        });
        sent.push(new Promise((done) => asking.once('finish', done)));
        asking.end(`username=${name}%40demo.example&password=portal-demo`);
      }),
  );
  await Promise.all(sent);
  return answers;
}
