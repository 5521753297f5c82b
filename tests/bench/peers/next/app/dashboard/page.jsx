import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { Later } from '../later.jsx';
import { Card, Icon, Stat } from '../parts.jsx';
import { Shell } from '../shell.jsx';

// Loaded with the first page: the bundler leaves it alone.
let own;

export const metadata = { title: 'Início · KNN Idiomas', robots: 'noindex, nofollow' };
export const viewport = { themeColor: '#F7F6FB', viewportFit: 'cover' };

export default async function Dashboard() {
  const jar = await cookies();
  own ??= process.getBuiltinModule('node:module').createRequire(`${process.cwd()}/`)(process.env.VIEW);
  const view = await own.dashboardOf(jar.get(own.sessionCookie)?.value);
  if (!view) redirect('/login/main');
  const { lesson, book, bill, points, notices } = view;
  return (
    <Shell view={view}>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-2 pb-5 lg:pt-0 lg:pb-8">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl lg:text-3xl">
            {view.greeting}, {view.firstName}
          </h1>
        </div>
      </header>
      <div className="agora">
        <div className="dashboard-now">
          <section className="hero-surface p-6 md:p-8" data-tour="proxima-aula">
            <svg viewBox="0 0 240 240" className="hero-mark" aria-hidden="true">
              <path
                fill="var(--art-bright)"
                d="M112 0h48a64 64 0 0 1 64 64v20a64 64 0 0 1-64 64H58a10 10 0 0 1-10-10V64a64 64 0 0 1 64-64Z"
              />
              <path
                fill="var(--art-glow)"
                d="M156 128h44a40 40 0 0 1 40 40v64a8 8 0 0 1-8 8h-76a40 40 0 0 1-40-40v-32a40 40 0 0 1 40-40Z"
              />
            </svg>
            <div className="hero-text">
              <p className="text-hero-muted text-sm font-semibold">Próxima aula · {lesson.when}</p>
              <h2 className="mt-1 text-2xl font-extrabold">{lesson.title}</h2>
              <p className="text-hero-muted mt-2">{lesson.group}</p>
              <p className="text-hero-muted">Online</p>
            </div>
            <div className="relative mt-6 flex flex-wrap items-center gap-3 empty:hidden">
              <a className="btn btn-hero" href={lesson.href}>
                <Icon name="calendar-month-outline-rounded" className="size-5" />
                Ver a turma
              </a>
            </div>
          </section>
          <Card heading="Continuar" id="continuar">
            <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
              <div
                className="relative grid flex-none place-items-center size-20"
                role="progressbar"
                aria-label={`Progresso em ${book.name}`}
                aria-valuenow={book.percent}
                aria-valuemin="0"
                aria-valuemax="100"
              >
                <svg
                  viewBox="0 0 40 40"
                  className="absolute inset-0 size-full -rotate-90"
                  fill="none"
                  strokeWidth="4"
                  aria-hidden="true"
                >
                  <circle cx="20" cy="20" r="17" stroke="var(--color-tint)" />
                  <circle
                    cx="20"
                    cy="20"
                    r="17"
                    stroke="var(--color-primary)"
                    strokeLinecap="round"
                    pathLength="100"
                    strokeDasharray={`${book.percent} 100`}
                  />
                </svg>
                <span className="num text-sm font-bold" aria-hidden="true">
                  {book.percent}%
                </span>
              </div>
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-bold">{book.unit}</p>
                <p className="text-muted text-sm">
                  {book.name} · {book.done}
                </p>
              </div>
              <a className="btn btn-primary w-full sm:w-auto" href={book.href}>
                <Icon name="play-arrow-rounded" className="size-5" />
                Continuar
              </a>
            </div>
          </Card>
        </div>
        <div className="dashboard-side">
          <Card
            heading="Financeiro"
            id="financeiro"
            tour="proxima-parcela"
            action={
              <span className="chip tone-error">
                <Icon name="error-rounded" className="size-4" />
                {bill.overdue} em atraso
              </span>
            }
          >
            <div className="grid gap-4">
              <Stat label={`Venceu em ${bill.day}`} value={bill.overdue}>
                {bill.what}
              </Stat>
              <p className="text-muted num text-sm">Próxima: {bill.next}</p>
              <a className="btn btn-primary" href={bill.href}>
                Pagar o atraso
              </a>
              <a className="btn btn-soft-brand" href="/financial">
                Ver parcelas
              </a>
            </div>
          </Card>
          <Card
            heading="Clube"
            id="clube"
            tour="pontos"
            action={
              <span className="chip tone-warning">
                <Icon name="schedule-rounded" className="size-4" />
                {points.ending}
              </span>
            }
          >
            <div className="grid gap-4">
              <Stat label="Seus pontos" value={points.balance}>
                {points.missing}
              </Stat>
              <a className="btn btn-soft-brand" href="/knn-club/usar-pontos">
                Usar pontos
              </a>
            </div>
          </Card>
          <Card
            heading="Avisos"
            id="avisos"
            action={
              <a className="link-target text-sm" href="/avisos">
                Ver todos <span className="sr-only">os avisos</span>
              </a>
            }
          >
            <ul className="divide-base-300 -mx-2 divide-y">
              {notices.map((notice) => (
                <li key={notice.id}>
                  <form method="post" action="/avisos">
                    <input type="hidden" name="para" value={notice.path} />
                    <button type="submit" name="aviso" value={notice.id} className="notice-link">
                      <span className="block font-semibold">
                        {notice.isUnread && (
                          <>
                            <span className="unread-dot" aria-hidden="true"></span>
                            <span className="sr-only">Não lido: </span>
                          </>
                        )}
                        {notice.title}
                      </span>
                      <span className="text-muted block text-sm">{notice.body}</span>
                      <span className="text-muted mt-1 block text-sm">{notice.day}</span>
                    </button>
                  </form>
                </li>
              ))}
            </ul>
          </Card>
        </div>
        <Later />
      </div>
    </Shell>
  );
}
