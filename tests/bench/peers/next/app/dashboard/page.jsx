import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { resultIcons, toDoIcons } from '../../../both/places.js';
import { Later } from '../later.jsx';
import { Card, Icon, Stat } from '../parts.jsx';
import { Shell } from '../shell.jsx';

// Loaded at run time with the first page, so it is not bundled.
let own;

export const metadata = { title: 'Início · KNN Idiomas', robots: 'noindex, nofollow' };
export const viewport = { themeColor: '#F7F6FB', viewportFit: 'cover' };

export default async function Dashboard() {
  const jar = await cookies();
  own ??= process.getBuiltinModule('node:module').createRequire(`${process.cwd()}/`)(process.env.VIEW);
  const view = await own.dashboardOf(jar.get(own.sessionCookie)?.value);
  if (!view) redirect('/login/main');
  const { week, lesson, toDos, results, agenda, bill, points, notices } = view;
  return (
    <Shell view={view}>
      <header className="flex flex-wrap items-end justify-between gap-4 pt-2 pb-5 md:gap-x-6 lg:pt-0 lg:pb-8">
        <div className="flex min-w-0 items-center gap-4 lg:flex-1 lg:basis-96">
          <div className="min-w-0">
            <h1 tabIndex={-1} className="text-2xl lg:text-3xl">
              {view.hello}
            </h1>
          </div>
        </div>
        <div className="week" data-tour="semana">
          <ol className="flex gap-1.5 md:gap-2" aria-hidden="true">
            {week.days.map(({ day, letter, isStudied, isToday }) => (
              <li
                key={day}
                className={`week-day${isStudied ? ' week-day-studied' : ''}${isToday ? ' week-day-today' : ''}`}
              >
                {letter}
              </li>
            ))}
          </ol>
          <p className="text-muted num text-sm">
            <span className="sr-only">Você estudou nesta semana</span>{' '}
            {week.isReached && <span className="sr-only">{week.count}.</span>}{' '}
            <strong className="text-base-content">{week.isReached ? 'Meta cumprida' : week.count}</strong>{' '}
            {week.row && <span className="num">{week.row}</span>}
          </p>
        </div>
      </header>
      <div className="agora dashboard">
        <div className="dashboard-now">
          <section className="class-ticket" data-tour="proxima-aula" aria-labelledby="proxima-aula-titulo">
            <div className="flex items-center gap-4">
              <img
                src={lesson.photo}
                alt=""
                width="48"
                height="48"
                className="rounded-shape-sm flex-none object-cover size-12 text-base"
                loading="lazy"
              />
              <div className="min-w-0">
                <p className="text-hero-muted text-sm font-semibold">{lesson.when}</p>
                <h2 id="proxima-aula-titulo" className="mt-0.5 text-lg font-extrabold">
                  {lesson.meeting ? (
                    lesson.title
                  ) : (
                    <a className="row-link text-hero-content font-extrabold" href={lesson.href}>
                      {lesson.title}
                    </a>
                  )}
                </h2>
                <p className={`text-hero-muted text-sm${lesson.meeting ? ' max-md:hidden' : ''}`}>{lesson.group}</p>
              </div>
            </div>
            {lesson.meeting ? (
              <a className="btn btn-hero" href={lesson.meeting} rel="noopener noreferrer">
                <Icon name="videocam-outline-rounded" className="size-5" />
                Entrar na aula
              </a>
            ) : (
              <Icon name="chevron-right-rounded" className="size-6 max-md:hidden" />
            )}
          </section>
          <Card heading="Hoje" id="hoje" tour="continuar">
            <ul className="to-dos">
              {toDos.map(({ kind, title, english, note, isLate, href }) => (
                <li key={kind}>
                  <a className={isLate ? 'to-do to-do-late' : 'to-do'} href={href}>
                    <span className="to-do-icon">
                      <Icon name={toDoIcons[kind]} />
                    </span>
                    <span className="min-w-0 flex-1">
                      <span className="block font-bold">
                        {title} {english && <span lang="en">· {english}</span>}
                      </span>
                      <span className="to-do-note">{note}</span>
                    </span>
                    <Icon name="chevron-right-rounded" className="size-6 flex-none" />
                  </a>
                </li>
              ))}
            </ul>
          </Card>
        </div>
        <div className="dashboard-money">
          <Card
            heading="Pagamentos"
            id="financeiro"
            tour="proxima-parcela"
            action={
              <a className="link-target text-sm" href="/financial">
                Ver parcelas
              </a>
            }
          >
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
              <p className="min-w-0 flex-1 basis-40">
                <strong className="block text-2xl font-extrabold tracking-tight">{bill.overdue}</strong>
                <span className="num text-sm text-error font-semibold">{bill.late}</span>
              </p>
              <a className="btn btn-primary" href={bill.href}>
                Pagar
              </a>
            </div>
          </Card>
        </div>
        <div className="dashboard-ahead">
          <Card heading="Notas e correções" id="resultados">
            <ul className="to-dos">
              {results.map(({ kind, title, note, href }) => (
                <li key={href}>
                  <a className="to-do" href={href}>
                    <span className="to-do-icon">
                      <Icon name={resultIcons[kind]} />
                    </span>
                    <span className="min-w-0 flex-1">
                      <span className="block font-bold">{title}</span>
                      <span className="to-do-note">{note}</span>
                    </span>
                    <Icon name="chevron-right-rounded" className="size-6 flex-none" />
                  </a>
                </li>
              ))}
            </ul>
          </Card>
          <Card heading="Seus próximos dias" id="agenda">
            <fieldset className="min-w-0">
              <legend className="sr-only">Dia</legend>
              <ol className="agenda">
                {agenda.map(({ name, date, entries }) => (
                  <li
                    key={date}
                    className={`agenda-day ${name === 'hoje' ? 'agenda-today' : ''} ${entries.length === 0 ? 'agenda-free' : ''}`}
                  >
                    <label className="agenda-head num">
                      <input
                        type="radio"
                        name="dia"
                        defaultChecked={date === agenda.find((day) => day.entries.length > 0)?.date}
                        disabled={entries.length === 0}
                      />
                      <span className="block font-bold">{name}</span>
                      <span className="lg:hidden" aria-hidden="true">
                        {date.slice(0, 2)}
                      </span>
                      <span className="max-lg:sr-only">{date}</span>
                    </label>
                    <ul className="agenda-entries">
                      {entries.map(({ kind, kindName, title, clock, href }) => (
                        <li key={`${href} ${title}`} className="max-w-full min-w-0">
                          <a className={`agenda-entry agenda-${kind}`} href={href}>
                            <span className="num min-w-0 font-bold">{clock ?? kindName}</span>
                            <span className="agenda-title truncate">
                              {clock && <span className="sr-only">{kindName}: </span>}
                              {title}
                            </span>
                          </a>
                        </li>
                      ))}
                    </ul>
                  </li>
                ))}
              </ol>
            </fieldset>
          </Card>
        </div>
        <div className="dashboard-side">
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
            tour="avisos"
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
