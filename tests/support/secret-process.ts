import { storedSecret } from '../../src/server/identity/auth/stored-secret.ts';

/** A process that opens every folder it gets, and says which secret it found there. */
process.on('message', (folder: string) => {
  void storedSecret(folder, async () => false).then((secret) => process.send?.({ folder, secret }));
});
process.send?.('ready');
