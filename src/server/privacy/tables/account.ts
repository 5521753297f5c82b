import { sql } from 'kysely';
import { AVATAR_FOLDER } from '#server/account/avatar.ts';
import { alone, own, toAddress, verified } from '../person.ts';
import { becomes, emptied, goes, goesUntold, kept, type PersonalTable, stays, untold } from '../personal-table.ts';

const erasedAddress = becomes(({ id }) => `apagada-${id}@conta.invalid`);

/** The account itself, erased last. */
export const accountTables: readonly PersonalTable[] = [
  goes('turma_alunos', {
    rows: own(),
    columns: { id: 'told', turma_id: 'told', user_id: 'told', status: 'told' },
  }),
  goes('user_actions', {
    rows: own(),
    columns: { user_id: 'told', action_id: 'told' },
  }),
  goes('staff_rights', {
    rows: own(),
    columns: { id: 'told', user_id: 'told', direito: 'told', company_id: 'told' },
  }),
  goes('related_users', {
    rows: own(),
    alsoErased: own('related_user_id'),
    columns: { user_id: 'told', related_user_id: 'told' },
  }),
  goes('driver_tours', {
    rows: own(),
    columns: { user_id: 'told', route: 'told', done_at: 'told' },
  }),
  goes('notification_preferences', {
    rows: own(),
    columns: { user_id: 'told', category: 'told', enabled: 'told' },
  }),
  goes('consents', {
    rows: own(),
    columns: { id: 'told', user_id: 'told', tipo: 'told', versao: 'told', aceito_em: 'told', ip_hash: 'told' },
  }),
  goes('guardian_requests', {
    rows: own(),
    columns: {
      user_id: 'told',
      guardian: 'told',
      chave: 'secret',
      pedido_em: 'told',
      expira_em: 'told',
      confirmado_em: 'told',
    },
  }),
  goes('enrolment_proposals', {
    rows: own(),
    // The row may belong to another person: it only resembles this one.
    columns: {
      id: 'told',
      user_id: 'told',
      company_id: 'told',
      matricula: 'secret',
      dados: 'secret',
      criado_em: 'told',
    },
  }),
  goes('vouched_users', {
    rows: own(),
    columns: { host: 'told', foreign_id: 'told', user_id: 'told' },
  }),
  goes('sessions', {
    rows: own(),
    columns: {
      jti: 'secret',
      user_id: 'told',
      scope: 'told',
      navegador: 'told',
      sistema: 'told',
      aparelho: 'told',
      created_at: 'told',
      last_seen_at: 'told',
      expires_at: 'told',
      proved_at: 'told',
    },
  }),
  goes('factors', {
    rows: own(),
    columns: {
      id: 'told',
      user_id: 'told',
      tipo: 'told',
      nome: 'told',
      segredo: 'secret',
      passo: 'secret',
      credencial: 'secret',
      chave_publica: 'secret',
      contador: 'secret',
      transportes: 'told',
      dominio: 'told',
      criado_em: 'told',
      confirmado_em: 'told',
      usado_em: 'told',
    },
  }),
  goes('recovery_codes', {
    rows: own(),
    columns: { id: 'told', user_id: 'told', codigo_hash: 'secret', usado_em: 'told' },
  }),
  goes('avatars', {
    rows: own(),
    file: ({ chave, mime }) => ({
      key: `${AVATAR_FOLDER}/${chave}`,
      name: `fotos/${String(chave).slice(0, 8)}.${String(mime).split('/')[1]}`,
    }),
    columns: { chave: 'secret', user_id: 'told', mime: 'told', tamanho_bytes: 'told', enviado_em: 'told' },
  }),
  goes('email_changes', {
    rows: own(),
    columns: {
      id: 'told',
      user_id: 'told',
      by_user_id: 'secret',
      is_by_school: 'told',
      old_email: 'told',
      old_verified: 'told',
      new_email: 'told',
      new_email_key: 'secret',
      undo_hash: 'secret',
      undo_until: 'told',
      created_at: 'told',
      applied_at: 'told',
      recovery_from: 'told',
      agreed_at: 'told',
      undone_at: 'told',
      with_password: 'told',
      undone_by_school: 'told',
    },
  }),
  goesUntold('auth_tokens', {
    rows: own(),
    why: 'segredos de uso único, dos quais só se guarda uma impressão',
  }),
  goes('recovery_requests', {
    rows: verified(toAddress('email_key')),
    alsoErased: alone(toAddress('email_key')),
    columns: { id: 'told', email_key: 'told', is_access_code: 'told', created_at: 'told', handled_at: 'told' },
  }),
  goes('audit_log', {
    rows: own(),
    columns: {
      id: 'told',
      user_id: 'told',
      action: 'told',
      target: 'told',
      at: 'told',
      data: 'secret',
      about_user_id: 'told',
    },
  }),
  stays('erasures', {
    rows: own(),
    because: 'a prova de que o pedido foi cumprido: só um número e datas',
    columns: { user_id: kept, asked_at: kept, due_at: kept, done_at: kept },
  }),
  stays('drive_users', {
    rows: ({ driveUserId }) => (driveUserId === null ? sql`1 = 0` : sql`id = ${driveUserId}`),
    columns: { id: kept, company_id: kept, matricula: becomes(''), nome: becomes('Conta apagada'), papel: kept },
  }),
  stays('users', {
    rows: own('id'),
    columns: {
      id: kept,
      drive_user_id: kept,
      school_id: untold(kept),
      email: erasedAddress,
      email_key: untold(erasedAddress),
      // No real hash looks like this, so no password fits.
      password_hash: untold(becomes('-')),
      full_name: becomes('Conta apagada'),
      phone: emptied,
      cpf: emptied,
      cep: emptied,
      street: emptied,
      street_number: emptied,
      complement: emptied,
      district: emptied,
      city: emptied,
      state: emptied,
      birth_date: emptied,
      avatar_url: emptied,
      guardian: emptied,
      theme: emptied,
      text_size: emptied,
      is_club: becomes(false),
      club_rules_version: emptied,
      club_since: emptied,
      pwa_installed: becomes(false),
      email_verified: becomes(false),
      is_blocked: becomes(true),
      closed_with_demo: untold(becomes(false)),
      is_demo: untold(kept),
      token_version: untold(kept),
      last_seen_at: emptied,
      created_at: kept,
      updated_at: emptied,
    },
  }),
];
