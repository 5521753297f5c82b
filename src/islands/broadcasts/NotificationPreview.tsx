import { useId, useState } from 'react';
import { type BrandKey, brands } from '#lib/brand.ts';
import type { BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { MAX_MESSAGE } from '#lib/format/limits.ts';
import { exampleValues, fillPlaceholders, usedPlaceholders } from '#lib/rules/broadcasts/placeholders.ts';
import { NotificationCards } from './NotificationCards.tsx';

interface NotificationPreviewProps {
  message: Pick<BroadcastInput, 'title' | 'body' | 'image_url'>;
  /** Brands of the people that can be reached, the one of this page first. */
  brandKeys: readonly BrandKey[];
}

/** How the message looks to a reader, and to a reader of whom little is known. */
export function NotificationPreview({ message, brandKeys }: NotificationPreviewProps) {
  const [brand, setBrand] = useState<BrandKey>(brandKeys[0] ?? 'knn');
  const [isBare, setIsBare] = useState(false);
  const group = useId();
  const { title, body, image_url } = message;
  const fill = (text: string, longest: number, empty: string) =>
    fillPlaceholders(text.trim() || empty, isBare ? {} : exampleValues, longest);
  return (
    <section className="surface preview p-5 md:p-6" aria-label="Como vai aparecer">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">Como vai aparecer</h2>
        {brandKeys.length > 1 && (
          <fieldset className="segments noscript:hidden!">
            <legend className="sr-only">Marca do ícone</legend>
            {brandKeys.map((key) => (
              <label key={key} className="segment">
                <input type="radio" name={group} checked={key === brand} onChange={() => setBrand(key)} />
                {brands[key].shortName}
              </label>
            ))}
          </fieldset>
        )}
      </div>
      <NotificationCards
        brand={brand}
        title={fill(title, MAX_MESSAGE.title, 'Título da mensagem')}
        body={fill(body, MAX_MESSAGE.body, 'O texto aparece aqui enquanto você escreve.')}
        image={image_url ?? null}
      />
      {usedPlaceholders(title, body).length > 0 && (
        <label className="check-row noscript:hidden! mt-3">
          <input type="checkbox" checked={isBare} onChange={(event) => setIsBare(event.target.checked)} />
          Ver para quem não tem esses dados
        </label>
      )}
    </section>
  );
}
