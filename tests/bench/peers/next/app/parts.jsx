import icons from '../../both/icons.json';

export function Icon({ name, className = 'size-6' }) {
  return (
    <svg className={className} aria-hidden="true" viewBox="0 0 24 24" width="1em" height="1em">
      <path fill="currentColor" d={icons[name]} />
    </svg>
  );
}

export function Brand({ name = '' }) {
  return (
    <>
      <span className="inline-flex items-center gap-2.5">
        <svg viewBox="0 0 48 48" className="size-9 flex-none" aria-hidden="true">
          <path
            fill="var(--mark-base)"
            d="M18 2h12a16 16 0 0 1 16 16v12a16 16 0 0 1-16 16H6a4 4 0 0 1-4-4V18A16 16 0 0 1 18 2Z"
          />
          <path fill="var(--mark-ink)" d="M11 13.5a3 3 0 0 1 6 0v21a3 3 0 0 1-6 0Z" />
          <path
            fill="var(--mark-glow)"
            d="M20 21.5A11 11 0 0 1 31 10.5h4a2 2 0 0 1 2 2v0A11 11 0 0 1 26 23.5h-4a2 2 0 0 1-2-2Z"
          />
          <path
            fill="var(--mark-ink)"
            d="M20 26.5a2 2 0 0 1 2-2h4A11 11 0 0 1 37 35.5a2 2 0 0 1-2 2h-4A11 11 0 0 1 20 26.5Z"
          />
        </svg>
        <span className={`wordmark text-xl leading-none font-extrabold tracking-tight ${name}`}>KNN</span>
      </span>
      <span className="sr-only">, página inicial</span>
    </>
  );
}

export function Bell({ unread }) {
  return (
    <span className="bell" data-unread={unread} aria-hidden="true">
      <Icon name="notifications-outline-rounded" />
      <span className="bell-count num">{unread}</span>
    </span>
  );
}

export function Avatar({ initials, className = 'size-10 text-sm' }) {
  return (
    <span
      className={`bg-tint text-tint-content rounded-shape-sm initials grid flex-none place-items-center font-bold ${className}`}
      data-initials={initials}
      aria-hidden="true"
    ></span>
  );
}

export function Card({ heading, id, tour, className = '', action, children }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-titulo`}
      data-tour={tour}
      className={`surface min-w-0 p-5 md:p-6 ${className}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-4 pb-4">
        <h2 id={`${id}-titulo`} className="text-lg">
          {heading}
        </h2>
        <div className="-my-2.5 flex-none empty:hidden">{action}</div>
      </div>
      {children}
    </section>
  );
}

export function Stat({ label, value, children }) {
  return (
    <div className="min-w-0">
      <p className="text-muted text-sm font-medium">{label}</p>
      <p className="mt-0.5 text-2xl font-extrabold tracking-tight">{value}</p>
      <div className="text-muted text-sm empty:hidden">{children}</div>
    </div>
  );
}
