import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { type MailServer, subjectOf, textOf } from '../../support/mail-server.ts';
import { moveDate } from '../../support/move-date.ts';
import type { PaymentService } from '../../support/payment-service.ts';
import type { PushService } from '../../support/push-service.ts';
import type { TimedPortal } from './portals.ts';

// The time of a long story, and what reached whom in it.

const names: Readonly<Record<string, string>> = {
  'silvia@casa.example': 'Sílvia',
  'julio@escola.example': 'Júlio',
  'direcao@escola.example': 'Rita',
};

const dayOf = (instant: Date) =>
  instant.toLocaleDateString('pt-BR', { day: '2-digit', month: '2-digit', timeZone: 'America/Sao_Paulo' });

/** `03/08 Sílvia push: Otto não veio à aula` */
export type Line = string;

export class Month {
  readonly portal: TimedPortal;
  readonly push: PushService;
  readonly mail: MailServer;
  readonly bank: PaymentService;
  /** The browsers of its people. */
  readonly pages: Page[] = [];
  readonly #arrived: Line[] = [];
  #pushes = 0;
  #mails = 0;

  constructor(portal: TimedPortal, push: PushService, mail: MailServer, bank: PaymentService) {
    this.portal = portal;
    this.push = push;
    this.mail = mail;
    this.bank = bank;
  }

  /** Advances the time of the school and of each browser, and delivers what is due. */
  async goOnTo(instant: Date): Promise<void> {
    const before = this.portal.shift();
    await this.portal.moveTo(instant);
    const ahead = this.portal.shift() - before;
    for (const page of this.pages) await page.context().addInitScript(moveDate, ahead);
    this.#note();
  }

  #note(): void {
    const day = dayOf(new Date(Date.now() + this.portal.shift()));
    for (const { payload } of this.push.arrived.slice(this.#pushes)) {
      const { title, body } = payload.notification as { title: string; body: string };
      const isBundle = /^\d+ novidades$/.test(title);
      this.#arrived.push(`${day} Sílvia push: ${isBundle ? body.split('\n').toSorted().join(' + ') : title}`);
    }
    this.#pushes = this.push.arrived.length;
    for (const mail of this.mail.taken.slice(this.#mails)) {
      const subject = subjectOf(mail);
      // Notices of the office are not part of the family's month.
      if (!/esperam? por você$/.test(subject))
        this.#arrived.push(`${day} ${names[mail.to] ?? mail.to} mail: ${subject}`);
    }
    this.#mails = this.mail.taken.length;
  }

  /** Notifications by push, by mail and in the portal, in alphabetical order within a day. */
  table(): Line[] {
    using db = new DatabaseSync(join(this.portal.folder, 'portal.sqlite'), { readOnly: true });
    const notices = db
      .prepare('select full_name, title, notices.created_at as at from notices join users on users.id = user_id')
      .all() as { full_name: string; title: string; at: string }[];
    const bell = notices.map(
      ({ full_name, title, at }) => `${dayOf(new Date(at))} ${full_name.split(' ')[0]} bell: ${title}`,
    );
    return [...this.#arrived, ...bell].toSorted((a, b) => a.localeCompare(b, 'pt-BR'));
  }

  /** The match in a mail to an address, once it arrives. */
  async inMail(to: string, pattern: RegExp): Promise<string> {
    const found = () =>
      this.mail.taken.flatMap((mail) => (mail.to === to ? (pattern.exec(textOf(mail)) ?? []) : [])).at(-1) ?? '';
    await expect.poll(found, { timeout: 20_000 }).not.toBe('');
    return found();
  }
}
