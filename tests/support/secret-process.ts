import { keptSecret } from '../../src/server/identity/auth/kept-secret.ts';

/** A process that opens every folder it gets, and says which secret it found there. */
process.on('message', (folder: string) => {
  void keptSecret(folder, async () => false).then((secret) => process.send?.({ folder, secret }));
});
process.send?.('ready');
