import { type BrandKey, brands } from '#lib/brand.ts';

/** A message as its reader gets it, with every placeholder filled in. */
export interface Shown {
  title: string;
  body: string;
  image: string | null;
}

type CardProps = Shown & { brand: BrandKey };

const iconOf = (brand: BrandKey) => `/brand/${brand}/icon-192.png`;

/** Only the device shows pictures from elsewhere: this page loads none. */
function Picture({ image }: { image: string | null }) {
  if (!image) return null;
  if (image.startsWith('/')) return <img className="note-image" src={image} alt="" loading="lazy" />;
  return <span className="note-image note-image-away">A imagem aparece no aparelho</span>;
}

function AndroidCard({ title, body, image, brand }: CardProps) {
  return (
    <div className="note note-android">
      <p className="note-app">
        <img src={`/brand/${brand}/badge-96.png`} alt="" width="20" height="20" />
        {brands[brand].name} · agora
      </p>
      <div className="note-row">
        <div className="min-w-0">
          <p className="note-title line-clamp-1">{title}</p>
          <p className="note-body line-clamp-3">{body}</p>
        </div>
        <img className="note-icon" src={iconOf(brand)} alt="" width="40" height="40" />
      </div>
      <Picture image={image} />
    </div>
  );
}

function IosCard({ title, body, brand }: CardProps) {
  return (
    <div className="note note-ios">
      <img className="note-icon" src={`/brand/${brand}/apple-touch-180.png`} alt="" width="40" height="40" />
      <div className="min-w-0">
        <p className="note-title line-clamp-2">
          {title}
          <span className="note-time">agora</span>
        </p>
        <p className="note-from">de {brands[brand].shortName}</p>
        <p className="note-body line-clamp-4">{body}</p>
      </div>
    </div>
  );
}

function DesktopCard({ title, body, image, brand }: CardProps) {
  return (
    <div className="note note-desktop">
      <Picture image={image} />
      <div className="note-row">
        <img className="note-icon" src={iconOf(brand)} alt="" width="64" height="64" />
        <div className="min-w-0">
          <p className="note-title line-clamp-2">{title}</p>
          <p className="note-body line-clamp-3">{body}</p>
          <p className="note-from">{brands[brand].name}</p>
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

/** The message as three kinds of devices draw it. */
export function NotificationCards(props: CardProps) {
  return (
    <ul className="notes">
      {kinds.map(([name, Card]) => (
        <li key={name}>
          <p className="text-muted mb-1.5 text-sm font-semibold">{name}</p>
          <Card {...props} />
        </li>
      ))}
    </ul>
  );
}
