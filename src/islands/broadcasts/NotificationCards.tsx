import { type BrandKey, brands } from '#lib/brand.ts';

/** A message as its reader gets it, with all placeholders filled in. */
export interface Shown {
  title: string;
  body: string;
  image: string | null;
}

type CardProps = Shown & { brand: BrandKey };

const iconOf = (brand: BrandKey) => `/brand/${brand}/icon-192.png`;

/** Only devices show external pictures; this page does not load them. */
function Picture({ image, look }: { image: string | null; look: string }) {
  if (!image) return null;
  if (image.startsWith('/'))
    return <img className={`w-full aspect-[2/1] object-cover ${look}`} src={image} alt="" loading="lazy" />;
  return (
    <span
      className={`w-full aspect-[2/1] grid place-items-center border-[1.5px] border-dashed border-(--note-frame) text-(--note-app) ${look}`}
    >
      A imagem aparece no aparelho
    </span>
  );
}

function AndroidCard({ title, body, image, brand }: CardProps) {
  return (
    <div className="note">
      <p className="flex gap-2 items-center mb-1.5 text-(--note-app)">
        <img
          className="p-0.75 rounded-full bg-(--note-app)"
          src={`/brand/${brand}/badge-96.png`}
          alt=""
          width="20"
          height="20"
        />
        {brands[brand].name} · agora
      </p>
      <div className="flex gap-3 items-start">
        <div className="flex-1 min-w-0">
          <p className="font-bold line-clamp-1">{title}</p>
          <p className="line-clamp-3">{body}</p>
        </div>
        <img className="flex-none rounded-full" src={iconOf(brand)} alt="" width="40" height="40" />
      </div>
      <Picture image={image} look="mt-2.5 rounded-[14px]" />
    </div>
  );
}

function IosCard({ title, body, brand }: CardProps) {
  return (
    <div className="note note-ios flex gap-3 items-start">
      <img
        className="flex-none rounded-[10px]"
        src={`/brand/${brand}/apple-touch-180.png`}
        alt=""
        width="40"
        height="40"
      />
      <div className="flex-1 min-w-0">
        <p className="relative pe-12 font-bold line-clamp-2">
          {title}
          <span className="absolute top-0 right-0 text-(--note-quiet) font-normal">agora</span>
        </p>
        <p className="text-(--note-quiet)">de {brands[brand].shortName}</p>
        <p className="line-clamp-4">{body}</p>
      </div>
    </div>
  );
}

function DesktopCard({ title, body, image, brand }: CardProps) {
  return (
    <div className="note note-desktop">
      <Picture image={image} look="mb-3 rounded-[4px]" />
      <div className="flex gap-3 items-start">
        <img className="flex-none rounded-[10px]" src={iconOf(brand)} alt="" width="64" height="64" />
        <div className="min-w-0">
          <p className="font-bold line-clamp-2">{title}</p>
          <p className="line-clamp-3">{body}</p>
          <p className="mt-1.5 text-(--note-quiet)">{brands[brand].name}</p>
        </div>
      </div>
    </div>
  );
}

const kinds = [
  ['Android', AndroidCard],
  ['iPhone', IosCard],
  ['Computador', DesktopCard],
] as const;

/** The message as three kinds of devices show it: always in their own light look, in every theme of the portal. */
export function NotificationCards(props: CardProps) {
  return (
    <ul className="grid gap-4.5">
      {kinds.map(([name, Card]) => (
        <li key={name}>
          <p className="text-muted mb-1.5 text-sm font-semibold">{name}</p>
          <Card {...props} />
        </li>
      ))}
    </ul>
  );
}
