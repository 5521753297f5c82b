// Sections 3, 4 and 6 of the specification: logins and users.

const ZONE = 'America/Sao_Paulo';
const DAY = 86_400_000;

/** A day in the school's zone, this many days from now. */
export const day = (ahead: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(new Date(Date.now() + ahead * DAY));
/** An instant of that day as printed by a framework without zones: local time of the school without offset. */
export const clock = (ahead: number, time: string) => `${day(ahead)} ${time}:00`;
/** The same with the offset of São Paulo. */
export const withOffset = (ahead: number, time: string) => `${day(ahead)}T${time}:00.000-03:00`;
/** The same in UTC; the day is that of the school when the time allows for three hours. */
export const utc = (ahead: number, time: string) => `${day(ahead)}T${time}:00Z`;

/** A user of the hosts. Texts of one brand occur in no answer of the other. */
export interface Student {
  brand: 'knn' | 'phenom';
  login: string;
  token: string;
  id: number;
  name: string;
  email: string;
  school: string;
  city: string;
  /** The class, the book and the trip: texts that pages get only from the hosts. */
  turma: string;
  livro: string;
  trip: string;
  reward: string;
  actions: readonly number[];
}

/** The password of all users. */
export const PASSWORD = 'senha-da-franquia';

export const ana: Student = {
  brand: 'knn',
  login: 'ana@knn.example',
  token: 'opaque.token-of-ana_1',
  id: 4107,
  name: 'Ana Beatriz Lopes',
  email: 'ana@knn.example',
  school: 'KNN Campinas Taquaral',
  city: 'Campinas',
  turma: 'Way 2 noturno',
  livro: 'On the Way 2',
  trip: 'Orlando em julho',
  reward: 'Garrafa térmica roxa',
  actions: [],
};
export const davi: Student = {
  brand: 'phenom',
  login: 'davi@phenom.example',
  token: 'opaque.token-of-davi_1',
  id: 5202,
  name: 'Davi Rocha Prado',
  email: 'davi@phenom.example',
  school: 'Phenom Recife Derby',
  city: 'Recife',
  turma: 'Phenom 4 de sábado',
  livro: 'Phenom Book 4',
  trip: 'Londres na primavera',
  reward: 'Mochila vermelha',
  actions: [],
};
/** "Managers are users holding the action with id 4." */
export const marta: Student = {
  ...{ ...ana, login: 'marta@knn.example', token: 'opaque.token-of-marta_1', id: 4001, name: 'Marta Reis' },
  ...{ email: 'marta@knn.example', actions: [4] },
};
export const people: readonly Student[] = [ana, davi, marta];
/** Shares the login of his sister Ana at bare hosts. */
export const caio: Student = { ...ana, token: 'opaque.token-of-caio_1', id: 4108, name: 'Caio Lopes' };
export const everybody: readonly Student[] = [...people, caio];

/** Section 3, "Current user": the named fields and no more. Ana's host says flags as numbers. */
function namedUser({ id, brand, name, email, actions }: Student) {
  const company = { id: brand === 'knn' ? 31 : 87, escola_id: 12, venda_direta_allow: brand === 'knn' ? 1 : true };
  return {
    id,
    drive_user: { company },
    user_actions: actions.map((action_id) => ({ action_id })),
    is_club: brand === 'knn' ? 1 : true,
    driver_tour: { dashboard: true, 'pedagogico-list': 1 },
    updated_at: clock(-20, '10:30'),
    pwa_installed: brand === 'knn' ? 0 : false,
    phone: '19987654321',
    cep: '13087000',
    cpf: '52998224725',
    email,
    full_name: name,
    street_number: '410',
    street: 'Rua das Palmeiras',
  };
}

/** Phenom's host sends more: the fields of the field lists, some of them null, and unknown fields. */
export function currentUser(student: Student): Record<string, unknown> {
  const user = namedUser(student);
  if (student.brand === 'knn') return user;
  const { company } = user.drive_user;
  return {
    ...user,
    drive_user: {
      ...{ id: 91, matricula: '2026-0091', nome: student.name, papel: 'aluno' },
      company: {
        ...company,
        ...{ nome: student.school, marca: 'phenom', cidade: student.city, uf: 'PE', telefone: null, whatsapp: null },
        ...{ timezone: 'America/Recife', fuso_legado: -3 },
      },
    },
    ...{ complement: null, district: 'Derby', city: 'Recife', state: 'PE', birth_date: '2001-04-09', is_minor: 0 },
    ...{ email_verified: 1, avatar_url: null, guardian: null, related_users: null, notification_preferences: null },
    ...{ created_at: '2025-02-01T12:00:00-03:00', _tenant: 'br-ne', tags: ['vip', null] },
  };
}

/** Users who are not in the club. */
const outside: readonly Student[] = [davi, caio];

/** Section 3 of a host that leaves out flags that are off and empty lists. */
export function bareUser(student: Student): Record<string, unknown> {
  const {
    is_club,
    driver_tour: _tour,
    pwa_installed: _isInstalled,
    user_actions,
    drive_user,
    ...named
  } = namedUser(student);
  return {
    ...named,
    drive_user: { id: driveIdOf(student), ...drive_user },
    ...(user_actions.length > 0 && { user_actions }),
    ...(!outside.includes(student) && { is_club }),
  };
}
/** "Related users update: drive_users_ids." */
export const driveIdOf = ({ id }: Student) => 50_000 + id;

const row = ({ id, name, email, school }: Student) => ({
  ...{ id, full_name: name, email, phone: null, school_name: school, is_club: 1, has_push: '0' },
});
export const userRows = () => ({ items: people.map(row), total: '3', limit: 20, offset: 0 });
