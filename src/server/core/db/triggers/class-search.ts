import type { Engine } from '../connection.ts';

/** Stores the folded name of a class for searches (0079), so that it is not computed for each class in each search. */
export const classSearchTriggers = (engine: Engine): string[] =>
  engine === 'sqlite'
    ? ['insert on', 'update of nome on'].map(
        (when, at) => `create trigger turmas_search_text_${at} after ${when} turmas begin
          update turmas set search_text = folded(new.nome) where id = new.id; end`,
      )
    : [
        `create function turmas_search_text() returns trigger language plpgsql as $$ begin
          new.search_text := folded(new.nome); return new; end $$`,
        `create trigger turmas_search_text before insert or update of nome on turmas
          for each row execute function turmas_search_text()`,
      ];

/** For existing classes. */
export const addClassSearch = 'update turmas set search_text = folded(nome)';
