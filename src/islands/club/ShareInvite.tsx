import { toast } from '#lib/stores/toast.ts';
import Share from '~icons/material-symbols/ios-share-rounded';
import { Button } from '../ui/Button.tsx';

/** Opens the share sheet of the device with the invitation; without a share sheet it copies the link. */
export function ShareInvite({ link, text }: { link: string; text: string }) {
  async function share() {
    try {
      if ('share' in navigator) {
        await navigator.share({ title: 'Convite', text, url: link });
        return;
      }
      await (navigator as Navigator).clipboard.writeText(link);
      toast.success('Link copiado.');
    } catch (error) {
      // A member who closes the share sheet has chosen not to share.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast.error('Não foi possível compartilhar. Selecione o link e copie.');
    }
  }
  return (
    <Button icon={<Share className="size-5" aria-hidden="true" />} onClick={() => void share()}>
      Compartilhar convite
    </Button>
  );
}
