import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $reauthentication } from '#lib/stores/panel-acts.ts';

const ReauthenticationDialog = lazy(() =>
  import('./ReauthenticationDialog.tsx').then(({ ReauthenticationDialog: Dialog }) => ({ default: Dialog })),
);

/** Asks who acts once the school wants to know (0097). */
export function ReauthenticationLayer() {
  const end = useStore($reauthentication, { ssr: 'initial' });
  return end && <Suspense>{<ReauthenticationDialog end={end} />}</Suspense>;
}
