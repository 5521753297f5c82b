import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $reauthentication } from '#lib/stores/panel-acts.ts';

const ReauthenticationDialog = lazy(() =>
  import('./ReauthenticationDialog.tsx').then(({ ReauthenticationDialog: Dialog }) => ({ default: Dialog })),
);

/** Shows the re-authentication dialog when the server requires it (0097). */
export function ReauthenticationLayer() {
  const end = useStore($reauthentication, { ssr: 'initial' });
  return end && <Suspense>{<ReauthenticationDialog end={end} />}</Suspense>;
}
