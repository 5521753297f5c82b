import { keptSecret } from '../../src/server/auth/kept-secret.ts';

/** A process of its own that opens every folder that it is told, and says which secret it found there. */
process.on('message', (folder: string) => {
  void keptSecret(folder, async () => false).then((secret) => process.send?.({ folder, secret }));
});
process.send?.('ready');
