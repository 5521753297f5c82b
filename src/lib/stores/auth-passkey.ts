import { type Part, partOf } from '#lib/api/part.ts';
import { mutate } from './operations.ts';

/** The purpose of a passkey request: registration, re-authentication, or the second factor of a login. */
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
