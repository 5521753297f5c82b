import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { passkeyOptions } from '#lib/stores/auth-passkey.ts';
import { reauthenticationMethods, sendReauthentication } from '#lib/stores/panel-acts.ts';
import { toast } from '#lib/stores/toast.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import { FormDialog } from './FormDialog.tsx';

interface ReauthenticationMethods {
  fator: boolean;
  chave: boolean;
}

/** Asks for re-authentication on top of the page: a passkey or a code if the reader has one, else the password. */
export function ReauthenticationDialog({ end }: { end: (isProven: boolean) => void }) {
  const [methods, setMethods] = useState<ReauthenticationMethods | null>(null);
  useEffect(() => {
    void reauthenticationMethods().then((part) => setMethods(part.ok ? part.data : { fator: false, chave: false }));
  }, []);

  const signByKey = async () => {
    const options = await passkeyOptions('prova');
    const { startAuthentication } = await import('@simplewebauthn/browser');
    if (!options.ok) return toast.error(options.detail || kitWords.notDone);
    const chave = await startAuthentication({
      optionsJSON: options.data as unknown as PublicKeyCredentialRequestOptionsJSON,
    }).catch(() => null);
    const refusal = chave && (await sendReauthentication({ chave }));
    if (chave && !refusal) end(true);
    else toast.error(refusal?.problem ?? kitWords.reauthenticationKeyFailed);
  };

  if (!methods) return null;
  return (
    <FormDialog
      title={kitWords.reauthentication}
      form={{
        fields: [
          methods.fator
            ? { name: 'codigo', label: 'Código do aplicativo, ou um de recuperação', kind: 'code', isRequired: true }
            : { name: 'senha', label: 'Sua senha', kind: 'password', isRequired: true },
        ],
        note: () => (
          <>
            <p className="text-muted text-sm">{kitWords.reauthenticationReason}</p>
            {methods.chave && 'PublicKeyCredential' in window && (
              <button type="button" className="btn btn-outline" onClick={() => void signByKey()}>
                {kitWords.reauthenticationKey}
              </button>
            )}
          </>
        ),
        send: kitWords.confirm,
      }}
      context={{ rows: [], facts: null, env: null as never }}
      fields={{}}
      onSend={async (values) => {
        const refusal = await sendReauthentication(values);
        if (!refusal) end(true);
        // The server uses the field names of its own form.
        const { current_password: wrong, ...fields } = refusal?.fields ?? {};
        return refusal && { ...refusal, fields: { ...fields, ...(wrong && { senha: wrong }) } };
      }}
      onClose={() => end(false)}
    />
  );
}
