import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $proof } from '#lib/stores/panel-acts.ts';

const ProofDialog = lazy(() => import('./ProofDialog.tsx').then(({ ProofDialog: Dialog }) => ({ default: Dialog })));

/** Asks who acts once the school wants to know (0097). */
export function ProofLayer() {
  const end = useStore($proof, { ssr: 'initial' });
  return end && <Suspense>{<ProofDialog end={end} />}</Suspense>;
}
