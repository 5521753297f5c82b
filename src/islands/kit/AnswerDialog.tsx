import { kitWords } from '#lib/words/panel-kit.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import type { Shown } from './describe.ts';

/** What the answer of an act holds, until the reader puts it away: by its one button, because it is not said again. */
export const AnswerDialog = ({ title, body, putAway }: Shown & { putAway: () => void }) => (
  <Dialog isOpen title={title} actions={<Button onClick={putAway}>{kitWords.putAway}</Button>}>
    {body}
  </Dialog>
);
