import { useStore } from '@nanostores/react';
import { $codeError, $isOpening, openPageCode } from '#lib/stores/pedagogico-page-code.ts';
import Scan from '~icons/material-symbols/qr-code-scanner-rounded';
import { CodeDialog } from '../ui/CodeDialog.tsx';

/** Opens the audio, the test or the activity whose code is printed on a page of the book (PED-07). */
export function ScanPage({ userBookId }: { userBookId: number }) {
  return (
    <CodeDialog
      open={{ label: 'Código da página', icon: <Scan className="size-5" aria-hidden="true" /> }}
      title="Abrir pelo código da página"
      field={{ label: 'Código', hint: 'Fica ao lado do áudio ou do exercício, no livro.', placeholder: 'U4A2' }}
      submit={{ label: 'Abrir', pending: 'Abrindo' }}
      error={useStore($codeError, { ssr: 'initial' })}
      isPending={useStore($isOpening, { ssr: 'initial' })}
      onCode={(text) => openPageCode(userBookId, text)}
      onProblem={(message) => $codeError.set(message)}
    />
  );
}
