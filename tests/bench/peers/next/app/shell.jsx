import { daily, help, others, profile, themes } from '../../both/places.js';
import { Avatar, Bell, Brand, Icon } from './parts.jsx';

const current = (href) => (href === '/dashboard' ? 'page' : undefined);

function Logout() {
  return (
    <form method="post" action="/sair" data-logout>
      <button type="submit" className="menu-link w-full">
        <Icon name="logout-rounded" />
        Sair
      </button>
    </form>
  );
}

export function Shell({ view, children }) {
  return (
    <>
      <a href="#conteudo" className="skip-link">
        Pular para o conteúdo
      </a>
      <div className="portal">
        <header className="rail">
          <a href="/dashboard" className="rail-brand">
            <Brand name="max-xl:sr-only" />
          </a>
          <nav aria-label="Principal" className="rail-nav">
            {[daily, others].map((places) => (
              <ul key={places[0][0]}>
                {places.map(([href, label, icon]) => (
                  <li key={href}>
                    <a href={href} className="rail-link" aria-current={current(href)}>
                      <Icon name={icon} />
                      <span>{label}</span>
                    </a>
                  </li>
                ))}
              </ul>
            ))}
          </nav>
          <a href="/avisos" className="rail-link">
            <Bell unread={view.unread} />
            <span aria-hidden="true">Avisos</span>
            <span className="sr-only">Avisos, {view.unread} não lidos</span>
          </a>
          <button type="button" className="rail-account" popoverTarget="menu-conta" data-tour="account">
            <Avatar initials={view.initials} />
            <span className="max-xl:sr-only">
              <span className="truncate font-semibold">{view.firstName}</span>
              <span className="text-muted text-sm">Minha conta</span>
            </span>
            <Icon name="unfold-more-rounded" className="text-muted ml-auto size-5 max-xl:hidden" />
          </button>
        </header>
        <div className="portal-view">
          <header className="page top-bar">
            <a href="/dashboard" className="flex min-h-11 items-center rounded-lg">
              <Brand />
            </a>
            <div className="flex items-center gap-1">
              <a className="points-pill num" href="/knn-club/usar-pontos">
                <Icon name="stars-outline-rounded" className="size-5" />
                {view.points.count}
                <span className="sr-only">pontos, usar</span>
              </a>
              <a className="flex size-11 items-center justify-center rounded-full" href="/avisos">
                <Bell unread={view.unread} />
                <span className="sr-only">Avisos, {view.unread} não lidos</span>
              </a>
              <button
                type="button"
                className="flex size-11 items-center justify-center rounded-full"
                popoverTarget="menu-conta"
                aria-label={`Conta de ${view.firstName}`}
              >
                <Avatar initials={view.initials} />
              </button>
            </div>
          </header>
          <main id="conteudo" className="page" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <nav aria-label="Principal, barra inferior" className="portal-dock dock lg:hidden">
        {daily.map(([href, label, icon]) => (
          <a key={href} href={href} aria-current={current(href)}>
            <span className="dock-icon">
              <Icon name={icon} />
            </span>
            <span>{label}</span>
          </a>
        ))}
        <button type="button" popoverTarget="menu-mais">
          <span className="dock-icon">
            <Icon name="grid-view-outline-rounded" />
          </span>
          <span>Mais</span>
        </button>
      </nav>
      <section id="menu-mais" popover="auto" className="sheet" aria-label="Mais">
        <div className="sheet-grip"></div>
        <nav aria-label="Mais">
          <ul className="more-grid">
            {[...others, profile].map(([href, label, icon]) => (
              <li key={href}>
                <a href={href} className="more-tile">
                  <span className="icon-well">
                    <Icon name={icon} />
                  </span>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <hr className="border-base-300 my-3" />
        <Logout />
      </section>
      <section id="menu-conta" popover="auto" className="sheet menu-panel" aria-label="Minha conta">
        <div className="sheet-grip"></div>
        <div className="flex items-center gap-3 px-3 py-2">
          <Avatar initials={view.initials} className="size-12 text-base" />
          <p className="min-w-0 leading-snug font-semibold break-words">{view.fullName}</p>
        </div>
        <a href={profile[0]} className="menu-link">
          <Icon name={profile[2]} />
          {profile[1]}
        </a>
        <a href={help[0]} className="menu-link">
          <Icon name={help[2]} />
          {help[1]}
        </a>
        <form method="post" action="/preferencias/tema" className="px-3 py-2">
          <input type="hidden" name="voltar" value="/dashboard" />
          <fieldset>
            <legend className="text-muted mb-2 text-sm font-medium">Tema</legend>
            <div className="theme-switch">
              {themes.map(([value, label, icon]) => (
                <button key={value} type="submit" name="theme" value={value} aria-pressed={value === 'claro'}>
                  <Icon name={icon} className="size-5" />
                  {label}
                </button>
              ))}
            </div>
          </fieldset>
        </form>
        <hr className="border-base-300 my-2" />
        <Logout />
      </section>
    </>
  );
}
