import { type Part, partOf } from '#lib/api/part.ts';
import { mutate } from './operations.ts';

/** What a passkey is asked for: to be made, to prove who acts, or to finish a login. */
export type PasskeyUse = 'nova' | 'prova' | 'entrada';

/** The options that the browser's passkey call takes. */
export const passkeyOptions = (use: PasskeyUse): Promise<Part<{ challenge: string }>> =>
  partOf(
    use === 'nova'
      ? mutate('auth.beginPasskey')
      : use === 'prova'
        ? mutate('auth.beginReauthentication')
        : mutate('auth.beginSecondStep'),
  );
