import { RIGHTS, type Right } from '#lib/rules/people/rights.ts';
import { rolesOf } from '#lib/rules/people/roles.ts';
import { addMonths } from '#lib/rules/time/days.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import type { SeedClock } from './clock.ts';

export const demoPassword = 'portal-demo';

const schools = [
  { id: 1, nome: 'KNN Idiomas Vila Nova', marca: 'knn', cidade: 'Campinas', uf: 'SP' },
  { id: 2, nome: 'KNN Idiomas Beira-Mar', marca: 'knn', cidade: 'Florianópolis', uf: 'SC' },
  { id: 3, nome: 'Phenom Idiomas Jardins', marca: 'phenom', cidade: 'Curitiba', uf: 'PR' },
] as const;

const timezone = 'America/Sao_Paulo';
const companies = [
  {
    id: 101,
    escola_id: 1,
    nome: 'KNN Vila Nova',
    razao_social: 'Escola de Idiomas Demonstração Ltda.',
    cnpj: '11222333000181',
    telefone: '1932001010',
    whatsapp: '19991001010',
    endereco: 'Rua das Palmeiras, 120, Vila Nova',
    venda_direta_allow: true,
  },
  {
    id: 102,
    escola_id: 2,
    nome: 'KNN Beira-Mar',
    razao_social: 'Escola de Idiomas Demonstração Ltda.',
    cnpj: '11222333000262',
    telefone: '4832002020',
    whatsapp: '48991002020',
    endereco: 'Avenida da Praia, 45, Centro',
    venda_direta_allow: false,
  },
  {
    id: 103,
    escola_id: 3,
    nome: 'Phenom Jardins',
    razao_social: 'Jardins Cursos de Inglês Ltda.',
    cnpj: '11444777000161',
    telefone: '4132003030',
    whatsapp: '41991003030',
    endereco: 'Rua dos Ipês, 300, Jardins',
    venda_direta_allow: true,
  },
  {
    id: 104,
    escola_id: 1,
    nome: 'KNN Campolim',
    cidade: 'Sorocaba',
    uf: 'SP',
    razao_social: 'Escola de Idiomas Demonstração Ltda.',
    cnpj: '11222333000343',
    telefone: '1532004040',
    whatsapp: '15991004040',
    endereco: 'Avenida Campolim, 800, Campolim',
    venda_direta_allow: true,
  },
  {
    id: BLOCKED_COMPANY_ID,
    escola_id: 2,
    nome: 'KNN Encerrada',
    telefone: null,
    whatsapp: null,
    venda_direta_allow: false,
  },
].map((company) => ({ ...company, timezone, horario: 'Segunda a sexta, das 8h às 21h\nSábado, das 8h às 12h' }));

export interface Person {
  id: number;
  login: string;
  name: string;
  what: string;
  company: number | null;
  cpf: string;
  phone: string;
  /** Age in whole years on the day of seeding; the birthday is always 100 days away. */
  age: number;
  papel?: 'aluno' | 'responsavel' | 'professor' | 'equipe';
  isClub?: boolean;
  actions?: number[];
  /** What staff work with in the own unit. Absent for staff: what the school has decided for its managers. */
  rights?: readonly Right[];
  cep?: string | null;
  /** The registration was confirmed this many months ago. */
  confirmedMonthsAgo?: number;
  hasGuardian?: boolean;
  /** A drawn portrait among those of `public/brand/pessoas`. */
  portrait?: 'davi' | 'eva' | 'helena' | 'igor' | 'julia';
}

/** Felipe's mother. She has an account of her own. */
const GUARDIAN = {
  full_name: 'Sandra Nunes',
  cpf: '27865757379',
  email: 'responsavel@demo.example',
  phone: '19994440000',
  relation: 'Mãe',
} as const;

/** The people of the demo school. Every state of a user has a person here. */
export const people: readonly Person[] = [
  {
    id: 1,
    login: 'aluna@demo.example',
    name: 'Ana Souza',
    what: 'aluna com tudo em uso',
    company: 101,
    cpf: '52998224725',
    phone: '19991234567',
    age: 24,
    isClub: true,
  },
  {
    id: 2,
    login: 'visitante@demo.example',
    name: 'Bruno Lima',
    what: 'aluno novo, tudo vazio',
    company: 102,
    cpf: '11144477735',
    phone: '48991112233',
    age: 31,
  },
  {
    id: 3,
    login: 'pendente@demo.example',
    name: 'Carla Dias',
    what: 'precisa atualizar o cadastro',
    company: 101,
    cpf: '39053344705',
    phone: '19992223344',
    age: 28,
    cep: null,
    confirmedMonthsAgo: 5,
  },
  {
    id: 4,
    login: 'familia@demo.example',
    name: 'Davi Reis',
    what: 'divide o acesso com Eva',
    company: 101,
    cpf: '86288366757',
    phone: '19993334455',
    age: 21,
    portrait: 'davi',
  },
  {
    id: 5,
    login: 'familia@demo.example',
    name: 'Eva Reis',
    what: 'divide o acesso com Davi',
    company: 101,
    cpf: '15350946056',
    phone: '19993334456',
    age: 19,
    portrait: 'eva',
  },
  {
    id: 6,
    login: 'menor@demo.example',
    name: 'Felipe Nunes',
    what: '15 anos, com responsável',
    company: 101,
    cpf: '29537995593',
    phone: '19994445566',
    age: 15,
    hasGuardian: true,
  },
  {
    id: 7,
    login: 'gestora@demo.example',
    name: 'Helena Prado',
    what: 'gestora',
    company: 101,
    cpf: '71428793860',
    phone: '19995556677',
    age: 42,
    portrait: 'helena',
    papel: 'equipe',
    isClub: true,
    actions: [4],
  },
  {
    id: 8,
    login: 'admin@demo.example',
    name: 'Igor Melo',
    what: 'administrador',
    company: 101,
    cpf: '63929247011',
    phone: '19996667788',
    age: 38,
    portrait: 'igor',
    papel: 'equipe',
    actions: [1, 4],
  },
  {
    id: 9,
    login: 'professora@demo.example',
    name: 'Júlia Castro',
    what: 'professora',
    company: 101,
    cpf: '07868093021',
    phone: '19997778899',
    age: 34,
    portrait: 'julia',
    papel: 'professor',
    actions: [2],
  },
  {
    id: 10,
    login: 'bloqueada@demo.example',
    name: 'Lara Pinto',
    what: 'unidade suspensa: é recusada',
    company: BLOCKED_COMPANY_ID,
    cpf: '45317828791',
    phone: '48998889900',
    age: 26,
  },
  {
    id: 11,
    login: 'semvinculo@demo.example',
    name: 'Marcos Teles',
    what: 'sem matrícula ligada',
    company: null,
    cpf: '98765432100',
    phone: '19990001122',
    age: 29,
  },
  {
    id: 12,
    login: 'phenom@demo.example',
    name: 'Nina Rocha',
    what: 'aluna da segunda marca',
    company: 103,
    cpf: '12345678909',
    phone: '41991002233',
    age: 23,
    isClub: true,
  },
  {
    id: 13,
    login: 'secretaria@demo.example',
    name: 'Olga Ramos',
    what: 'secretária de uma unidade',
    company: 101,
    cpf: '74682489070',
    phone: '19998889911',
    age: 29,
    papel: 'equipe',
    actions: [3, 4],
    rights: ['alunos', 'financeiro', 'pedidos', 'contatos'],
  },
  {
    id: 14,
    login: 'unidade@demo.example',
    name: 'Paulo Sá',
    what: 'gestor de uma unidade',
    company: 104,
    cpf: '30578698072',
    phone: '15997776655',
    age: 45,
    papel: 'equipe',
    actions: [4],
    rights: RIGHTS,
  },
  {
    id: 15,
    login: GUARDIAN.email,
    name: GUARDIAN.full_name,
    what: 'responsável por Felipe',
    company: 101,
    cpf: GUARDIAN.cpf,
    phone: GUARDIAN.phone,
    age: 44,
    papel: 'responsavel',
  },
  {
    id: 16,
    login: 'sorocaba@demo.example',
    name: 'Tiago Alencar',
    what: 'aluno da segunda unidade da escola',
    company: 104,
    cpf: '41729583032',
    phone: '15991002233',
    age: 27,
  },
];

const streets = [
  'Rua das Palmeiras',
  'Avenida Brasil',
  'Rua XV de Novembro',
  'Rua Coronel Quirino',
  'Alameda dos Ipês',
];

export async function seedPeople(db: Db, clock: SeedClock, passwordHash: string): Promise<void> {
  await db
    .insertInto('schools')
    .values(schools.map((school) => ({ ...school, is_demo: true, setup_closed_at: clock.now.toISOString() })))
    .execute();
  await db.insertInto('companies').values(companies).execute();
  const enrolled = people.filter((person) => person.company !== null);
  await db
    .insertInto('drive_users')
    .values(
      enrolled.map(({ id, company, name, papel = 'aluno' }) => ({
        id: 1000 + id,
        company_id: company as number,
        matricula: `M${String(2_026_000 + id)}`,
        nome: name,
        papel,
      })),
    )
    .execute();
  await db
    .insertInto('users')
    .values(people.map((person, index) => userRow(person, index, clock, passwordHash)))
    .execute();
  const actions = people.flatMap(({ id, actions = [] }) => actions.map((action_id) => ({ user_id: id, action_id })));
  await db.insertInto('user_actions').values(actions).execute();
  const staff = people.flatMap(({ id, company, actions = [], rights }) => {
    if (rights) return rights.map((direito) => ({ user_id: id, direito, company_id: company }));
    const isWhole = rolesOf(actions).includes('gestora');
    return isWhole ? RIGHTS.map((direito) => ({ user_id: id, direito, company_id: null })) : [];
  });
  await db.insertInto('staff_rights').values(staff).execute();
}

function userRow(person: Person, index: number, clock: SeedClock, passwordHash: string) {
  const confirmed = addMonths(clock.today, -(person.confirmedMonthsAgo ?? 1));
  const birthday = `${Number(clock.today.slice(0, 4)) - person.age}${clock.today.slice(4)}`;
  return {
    id: person.id,
    drive_user_id: person.company === null ? null : 1000 + person.id,
    email: person.login,
    email_key: person.login,
    password_hash: passwordHash,
    full_name: person.name,
    avatar_url: person.portrait ? `/brand/pessoas/${person.portrait}.svg` : null,
    phone: person.phone,
    cpf: person.cpf,
    cep: person.cep === undefined ? '13015904' : person.cep,
    street: streets[index % streets.length] as string,
    street_number: String(120 + index * 17),
    complement: index % 3 === 0 ? `Apto ${21 + index}` : null,
    district: 'Centro',
    city: 'Campinas',
    state: 'SP',
    birth_date: clock.shift(birthday, -100),
    guardian: person.hasGuardian ? JSON.stringify(GUARDIAN) : null,
    is_club: person.isClub ?? false,
    club_since: person.isClub ? clock.at(clock.shift(clock.today, -345), '10:00') : null,
    club_rules_version: person.isClub ? '2026-01' : null,
    pwa_installed: false,
    // Davi and Eva share theirs, and may switch accounts.
    email_verified: person.id % 2 === 1 || person.login === 'familia@demo.example',
    is_blocked: false,
    is_demo: true,
    token_version: 1,
    created_at: clock.at(clock.shift(clock.today, -400), '10:00'),
    updated_at: clock.at(confirmed, '10:00'),
  };
}
