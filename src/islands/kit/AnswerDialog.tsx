import { kitWords } from '#lib/words/panel-kit.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import type { Shown } from './describe.ts';

/** Shows the answer of an act until the reader closes it with its only button, because it is shown once. */
export const AnswerDialog = ({ title, body, putAway }: Shown & { putAway: () => void }) => (
  <Dialog isOpen title={title} actions={<Button onClick={putAway}>{kitWords.putAway}</Button>}>
    {body}
  </Dialog>
);
