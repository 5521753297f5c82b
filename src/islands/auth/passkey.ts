import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { REAUTHENTICATION_NEEDED } from '#lib/rules/people/reauthentication.ts';
import { type PasskeyUse, passkeyOptions } from '#lib/stores/auth-passkey.ts';
import { notLoaded } from '#lib/words/pwa.ts';

/**
 * A form with a button `data-passkey`: a press asks the browser for the passkey, and the form is sent with the response
 * in the hidden field beside the button. Browsers without passkeys do not show the form.
 */
export function wirePasskeys(): void {
  if (!('PublicKeyCredential' in window)) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-passkey]')) {
    const form = button.form;
    const field = form?.querySelector<HTMLInputElement>('input[data-passkey-answer]');
    const status = form?.querySelector<HTMLElement>('[role=status]');
    if (!form || !field || !status) continue;
    (form.closest<HTMLElement>('[data-passkey-part]') ?? form).hidden = false;
    button.addEventListener('click', (event) => {
      if (field.value) return;
      event.preventDefault();
      void ask(button, field, status);
    });
  }
}

async function ask(button: HTMLButtonElement, field: HTMLInputElement, status: HTMLElement): Promise<void> {
  button.disabled = true;
  status.textContent = 'Siga o que o aparelho pede.';
  const use = button.dataset.passkey as PasskeyUse;
  const loaded = await Promise.all([passkeyOptions(use), import('@simplewebauthn/browser')]).catch(() => null);
  button.disabled = false;
  if (!loaded) {
    status.textContent = notLoaded;
    return;
  }
  const [options, { startAuthentication, startRegistration }] = loaded;
  // Without a recent re-authentication the form is sent without a passkey, and the page asks for it.
  if (!options.ok && options.code === REAUTHENTICATION_NEEDED) return send(button);
  if (!options.ok) {
    status.textContent = options.detail || 'Não deu certo agora. Tente de novo.';
    return;
  }
  try {
    const answer =
      use === 'nova'
        ? await startRegistration({ optionsJSON: options.data as unknown as PublicKeyCredentialCreationOptionsJSON })
        : await startAuthentication({ optionsJSON: options.data as unknown as PublicKeyCredentialRequestOptionsJSON });
    field.value = JSON.stringify(answer);
    send(button);
  } catch {
    status.textContent = 'A chave não foi usada. Você pode tentar de novo ou usar um código.';
  }
}

const send = (button: HTMLButtonElement): void => button.form?.requestSubmit(button);
