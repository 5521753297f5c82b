import { describe, expect, it } from 'vitest';
import type { Audience } from '../../../../../src/lib/contract/broadcasts.schema.ts';
import {
  audienceFrom,
  audienceQuery,
  blank,
  inputOf,
  isChosen,
  nobody,
  planFrom,
  planOf,
  timesOf,
  timesToSave,
  writtenFrom,
  writtenProblems,
} from '../../../../../src/lib/rules/broadcasts/broadcast-form.ts';
import { audienceWords, shareDone } from '../../../../../src/lib/words/broadcasts-panel.ts';
import { reachWords, someNames, whatsappCosts } from '../../../../../src/lib/words/broadcasts-reach.ts';

const formOf = (pairs: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return form;
};
const zone = 'America/Sao_Paulo';
const now = new Date('2026-11-20T12:00:00Z');
const names = {
  companies: [{ id: 1, nome: 'KNN Centro' }],
  turmas: [
    { id: 1, nome: 'Reach 1', company: 'KNN Centro' },
    { id: 2, nome: 'Way 2', company: 'KNN Centro' },
    { id: 3, nome: 'Way 3', company: 'KNN Centro' },
  ],
  livros: [{ id: 1, nome: 'Reach 1' }],
  users: { 4: 'Davi Reis', 5: 'Eva Reis' },
};

describe('an audience in words (MANAGER-04)', () => {
  it.each<[Partial<Audience>, string]>([
    [{}, 'Ninguém escolhido ainda'],
    [{ all: true }, 'Todos da escola'],
    [{ turma_ids: [1] }, 'Alunos da turma Reach 1'],
    [{ turma_ids: [1, 2] }, 'Alunos das turmas Reach 1 e Way 2'],
    [{ turma_ids: [1, 2, 3] }, 'Alunos de 3 turmas'],
    [{ turma_ids: [99] }, 'Alunos de 1 turma'],
    [{ company_ids: [1], livro_ids: [1] }, 'Alunos da unidade KNN Centro ou quem estuda Reach 1'],
    [{ user_ids: [4] }, 'Davi Reis'],
    [{ user_ids: [4, 5] }, 'Davi Reis e Eva Reis'],
    [{ user_ids: [4, 5, 6] }, '3 pessoas escolhidas'],
    [{ has_overdue: true }, 'Todos, com parcela em atraso'],
    [{ all: true, is_club: false, brand: 'phenom' }, 'Todos da escola, fora do clube, da Phenom'],
    [{ all: true, not_studied_days: 1, device_type: 'mobile' }, 'Todos da escola, sem estudar há 1 dia, só no celular'],
    [{ turma_ids: [1], exclude_user_ids: [4, 5] }, 'Alunos da turma Reach 1, menos 2 pessoas'],
  ])('%j: %s', (part, words) => {
    expect(audienceWords({ ...nobody, ...part }, names)).toBe(words);
  });

  it.each([
    [
      { people: 132, devices: 98, without_push: 34, opted_out: 5 },
      '132 pessoas no portal; 93 também no aparelho (98 aparelhos); 5 sem notificação, porque não querem avisos deste tipo',
    ],
    [{ people: 1, devices: 1, without_push: 0, opted_out: 0 }, '1 pessoa no portal; 1 também no aparelho (1 aparelho)'],
    [
      { people: 3, devices: 1, without_push: 0, opted_out: 0, guardians: 2 },
      '1 pessoa no portal; 1 também no aparelho (1 aparelho); 2 são menores de idade: quem recebe são os responsáveis, no portal ou por e-mail',
    ],
    [{ people: 1, devices: 0, without_push: 1, opted_out: 0 }, '1 pessoa no portal'],
    [
      { people: 3, devices: 1, without_push: 1, opted_out: 0, whatsapp: 1 },
      '3 pessoas no portal; 1 também no aparelho (1 aparelho); 1 por WhatsApp',
    ],
    [
      { people: 0, devices: 0, without_push: 0, opted_out: 0 },
      'Com esta escolha, ninguém recebe. Mude quem recebe ou as condições.',
    ],
  ])('an audience reaches %j: %s', (reach, words) => {
    expect(reachWords(reach)).toBe(words);
  });

  it.each([
    [[], ['Ninguém desta escolha recebe por WhatsApp agora.']],
    [
      [{ unidade: 'Centro', pessoas: 1_200, preco: 4 }],
      ['1.200 pessoas recebem por WhatsApp · cerca de R$ 48,00 (1.200 × R$ 0,04, o preço que a unidade informou).'],
    ],
    [
      [
        { unidade: 'Centro', pessoas: 1, preco: 0 },
        { unidade: 'Norte', pessoas: 2, preco: null },
      ],
      [
        'Centro: 1 pessoa recebe por WhatsApp · cerca de R$ 0,00 (1 × R$ 0,00, o preço que a unidade informou).',
        'Norte: 2 pessoas recebem por WhatsApp · sem custo estimado: a unidade não informou o preço de uma mensagem.',
      ],
    ],
  ])('messages by WhatsApp to %j cost %j', (units, words) => {
    expect(whatsappCosts(units).map((each) => each.replaceAll('\u00a0', ' '))).toEqual(words);
  });

  it('the text of an audience names some of its people', () => {
    expect(someNames(['Ana', 'Davi'], 12)).toBe('Ana, Davi e mais 10');
    expect(someNames(['Ana', 'Davi'], 2)).toBe('Ana e Davi');
  });
});

describe('a plain form (without a script)', () => {
  it('a plain form gives text and page, and fields that it lacks keep their values', () => {
    const base = { ...blank, audience: { ...nobody, turma_ids: [3] }, icon_url: '/i.png' };
    const named = formOf([
      ['title', ' Oi '],
      ['body', 'Tudo bem?'],
      ['link', '/financial'],
      ['link_livre', '/me'],
      ['category', 'aula'],
      ['ttl_s', '3600'],
      ['urgency', 'high'],
    ]);
    expect(writtenFrom(named, base)).toMatchObject({
      title: 'Oi',
      link: '/financial',
      category: 'aula',
      ttl_s: 3600,
      urgency: 'high',
      icon_url: '/i.png',
      audience: { turma_ids: [3] },
    });
    named.set('link', 'outro');
    expect(writtenFrom(named, base).link).toBe('/me');
    named.set('category', 'spam');
    named.set('ttl_s', '1');
    expect(writtenFrom(named, base)).toMatchObject({ category: base.category, ttl_s: base.ttl_s });
  });

  it('a plain form gives the audience, without duplicates and invalid values', () => {
    const form = formOf([
      ['quem', 'alguns'],
      ['turma_ids', '3'],
      ['turma_ids', '5'],
      ['turma_ids', '3'],
      ['turma_ids', '-1'],
      ['turma_ids', 'x'],
      ['has_overdue', 'sim'],
      ['is_club', 'nao'],
      ['pwa_installed', ''],
      ['brand', 'outra'],
      ['not_studied_days', '400'],
    ]);
    expect(audienceFrom(form)).toEqual({
      ...nobody,
      turma_ids: [3, 5],
      has_overdue: true,
      is_club: false,
      pwa_installed: null,
      brand: null,
      not_studied_days: null,
      device_type: null,
    });
  });
});

describe('the text of a message', () => {
  const good = { ...blank, title: 'Oi, {primeiro_nome}', body: 'Tudo bem?' };
  it.each([
    [{}, []],
    [{ title: ' ' }, ['title']],
    [{ body: 'x'.repeat(181) }, ['body']],
    [{ title: 'Oi {nome}' }, ['title']],
    [{ link: 'https://evil.example' }, ['link']],
    [{ link: '//evil.example' }, ['link']],
    [{ link: '/nowhere' }, ['link']],
    [{ link: '/login/main' }, ['link']],
    [{ link: '/pedidos?estado=2' }, []],
    [{ image_url: 'http://x.example/a.png' }, ['image_url']],
    [{ image_url: 'https://x.example/a.png' }, []],
    [{ image_url: '/brand/knn/og.png' }, []],
  ])('%j: wrong are %j', (part, wrong) => {
    expect(Object.keys(writtenProblems({ ...good, ...part }))).toEqual(wrong);
  });
});

describe('when it goes out', () => {
  const plan = { quando: 'depois', dia: '2026-11-25', hora: '10:30', repeat: null, repeat_until: '' } as const;
  it('the time of a broadcast is shown and read in the school’s zone', () => {
    const { times, problems } = timesOf({ ...plan, repeat: 'semanal', repeat_until: '2026-12-20' }, zone, now);
    expect(problems).toEqual({});
    expect(times).toEqual({ scheduled_at: '2026-11-25T13:30:00.000Z', repeat: 'semanal', repeat_until: '2026-12-20' });
    expect(planOf({ ...blank, ...times }, zone)).toEqual({ ...plan, repeat: 'semanal', repeat_until: '2026-12-20' });
  });
  it.each([
    [{ dia: '' }, ['dia']],
    [{ hora: '' }, ['hora']],
    [{ dia: '2026-11-20', hora: '08:59' }, ['hora']],
    [{ dia: '2026-02-30' }, ['dia']],
    [{ repeat: 'diaria' as const }, ['repeat_until']],
    [{ repeat: 'diaria' as const, repeat_until: '2026-11-25' }, ['repeat_until']],
    [{ quando: 'agora' as const, dia: '' }, []],
  ])('%j: wrong are %j', (part, wrong) => {
    expect(Object.keys(timesOf({ ...plan, ...part }, zone, now).problems)).toEqual(wrong);
  });
  it('a scheduled broadcast keeps its time unless it is sent now', () => {
    const { times } = timesOf({ ...plan, quando: 'agora' }, zone, now);
    const at = '2026-11-25T13:30:00.000Z';
    expect(timesToSave(times, { status: 'agendada', scheduled_at: at })).toEqual({ ...times, scheduled_at: at });
    expect(timesToSave(times, { status: 'rascunho', scheduled_at: at })).toEqual(times);
  });
  it('the time of a broadcast is read from a plain form', () => {
    const form = formOf([
      ['quando', 'depois'],
      ['dia', '2026-11-25'],
      ['hora', '10:30'],
      ['repeat', 'nunca'],
    ]);
    expect(planFrom(form)).toEqual(plan);
  });
});

it('the query of an audience ignores lists when everybody is chosen', () => {
  const audience = { ...nobody, turma_ids: [3, 5], has_overdue: false, exclude_user_ids: [4] };
  const words = { title: 'Olá, {primeiro_nome}', body: 'Até amanhã.', urgency: 'normal' as const };
  const narrowed = { turma_ids: '3,5', has_overdue: 'false', exclude_user_ids: '4', category: 'aula' };
  expect(JSON.parse(JSON.stringify(audienceQuery(audience, 'aula', words)))).toEqual(narrowed);
  const { turma_ids: _left, ...everybody } = narrowed;
  expect(JSON.parse(JSON.stringify(audienceQuery({ ...audience, all: true }, 'aula', words)))).toEqual({
    ...everybody,
    all: 'true',
  });
  expect(audienceQuery(audience, 'aula', { ...words, body: 'Vence {vencimento}.' }).cobranca).toBe('true');
});

it('an audience is not empty with everybody, a list or a condition', () => {
  expect(isChosen(nobody)).toBe(false);
  expect(isChosen({ ...nobody, exclude_user_ids: [1] })).toBe(false);
  expect(isChosen({ ...nobody, all: true })).toBe(true);
  expect(isChosen({ ...nobody, user_ids: [1] })).toBe(true);
  expect(isChosen({ ...nobody, is_club: false })).toBe(true);
});

it('the progress never shows 100 before it is complete', () => {
  const counts = { people: 0, without_push: 0, opted_out: 0, accepted: 0, shown: 0, clicked: 0, failed: 0, expired: 0 };
  expect(shareDone({ ...counts, devices: 0, retrying: 0 })).toBe(0);
  expect(shareDone({ ...counts, devices: 1000, retrying: 1 })).toBe(99);
  expect(shareDone({ ...counts, devices: 1000, retrying: 0 })).toBe(100);
});

it('absent and null fields of a message are equal', () => {
  const { icon_url: _icon, repeat: _repeat, ...short } = blank;
  expect(JSON.stringify(inputOf(short))).toBe(JSON.stringify(inputOf(blank)));
});
