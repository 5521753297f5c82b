import { storedSecret } from '../../src/server/identity/auth/stored-secret.ts';

/** A process that opens every folder it receives, and returns its secret. */
process.on('message', (folder: string) => {
  void storedSecret(folder, async () => false).then((secret) => process.send?.({ folder, secret }));
});
process.send?.('ready');
