import type { Step } from '../migrate.ts';

/** What a unit teaches, and what each student has heard, rated and answered. */
export const practice: Step = {
  name: '0008-practice',
  async up(db, { table, required, flag, references, referencesOrNull }) {
    await table(db, 'audios')
      .addColumn('unidade_id', 'integer', references('unidades.id'))
      .addColumn('faixa', 'integer', required)
      .addColumn('titulo', 'varchar(120)', required)
      .addColumn('url', 'varchar(300)', required)
      .addColumn('mime', 'varchar(60)', required)
      .addColumn('duracao_s', 'double precision', required)
      .addColumn('pagina', 'integer')
      .addColumn('transcricao', 'text', required)
      .addColumn('picos', 'text', required)
      .addUniqueConstraint('audios_unidade_faixa', ['unidade_id', 'faixa'])
      .execute();
    await table(db, 'palavras')
      .addColumn('unidade_id', 'integer', references('unidades.id'))
      .addColumn('ordem', 'integer', required)
      .addColumn('termo', 'varchar(80)', required)
      .addColumn('classe', 'varchar(40)', required)
      .addColumn('traducao', 'varchar(120)', required)
      .addColumn('exemplo', 'varchar(300)', required)
      .addColumn('exemplo_traducao', 'varchar(300)', required)
      .addColumn('ipa', 'varchar(80)')
      .addColumn('audio_url', 'varchar(300)', required)
      .addColumn('exemplo_audio_url', 'varchar(300)')
      .addUniqueConstraint('palavras_unidade_ordem', ['unidade_id', 'ordem'])
      .execute();
    await table(db, 'testes')
      .addColumn('unidade_id', 'integer', references('unidades.id'))
      .addColumn('titulo', 'varchar(120)', required)
      .addColumn('tempo_limite_s', 'integer')
      .execute();
    await db.schema.createIndex('testes_unidade').on('testes').columns(['unidade_id']).execute();
    await table(db, 'questoes')
      .addColumn('teste_id', 'integer', references('testes.id'))
      .addColumn('ordem', 'integer', required)
      .addColumn('tipo', 'varchar(20)', required)
      .addColumn('enunciado', 'text', required)
      .addColumn('audio_url', 'varchar(300)')
      .addColumn('dados', 'text', required)
      .addColumn('chave', 'text', required)
      .addColumn('explicacao', 'text', required)
      .addColumn('palavra_id', 'integer', referencesOrNull('palavras.id'))
      .addColumn('pontos', 'integer', required)
      .addUniqueConstraint('questoes_teste_ordem', ['teste_id', 'ordem'])
      .execute();
    await db.schema
      .createTable('unidade_arquivos')
      .addColumn('unidade_id', 'integer', references('unidades.id'))
      .addColumn('url', 'varchar(300)', required)
      .addColumn('tamanho_bytes', 'integer', required)
      .addColumn('sha256', 'varchar(64)', required)
      .addPrimaryKeyConstraint('unidade_arquivos_pk', ['unidade_id', 'url'])
      .execute();
    await db.schema
      .createTable('audio_posicoes')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('audio_id', 'integer', references('audios.id'))
      .addColumn('posicao_s', 'double precision', required)
      .addColumn('ouvido', 'integer', flag)
      .addColumn('atualizado_em', 'varchar(30)', required)
      .addPrimaryKeyConstraint('audio_posicoes_pk', ['user_id', 'audio_id'])
      .execute();
    await db.schema
      .createTable('cartoes')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('palavra_id', 'integer', references('palavras.id'))
      .addColumn('estado', 'varchar(20)', required)
      .addColumn('vence_em', 'varchar(30)', required)
      .addColumn('estabilidade', 'double precision', required)
      .addColumn('dificuldade', 'double precision', required)
      .addColumn('repeticoes', 'integer', required)
      .addColumn('lapsos', 'integer', required)
      .addColumn('passos', 'integer', required)
      .addColumn('intervalo_dias', 'integer', required)
      .addColumn('ultima_em', 'varchar(30)', required)
      .addPrimaryKeyConstraint('cartoes_pk', ['user_id', 'palavra_id'])
      .execute();
    await db.schema.createIndex('cartoes_vencem').on('cartoes').columns(['user_id', 'vence_em']).execute();
    await db.schema
      .createTable('revisoes')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('palavra_id', 'integer', references('palavras.id'))
      .addColumn('feita_em', 'varchar(30)', required)
      .addColumn('contada_em', 'varchar(30)', required)
      .addColumn('nota', 'integer', required)
      .addColumn('tempo_ms', 'integer', required)
      .addPrimaryKeyConstraint('revisoes_pk', ['user_id', 'palavra_id', 'feita_em'])
      .execute();
    await table(db, 'tentativas')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('teste_id', 'integer', references('testes.id'))
      .addColumn('iniciada_em', 'varchar(30)', required)
      .addColumn('concluida_em', 'varchar(30)', required)
      .addColumn('nota', 'double precision', required)
      .addColumn('respostas', 'text', required)
      .addUniqueConstraint('tentativas_once', ['user_id', 'teste_id', 'iniciada_em'])
      .execute();
    await db.schema
      .createTable('metas_semanais')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('dias_por_semana', 'integer', required)
      .execute();
    await db.schema
      .createTable('dias_de_estudo')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('dia', 'varchar(10)', required)
      .addPrimaryKeyConstraint('dias_de_estudo_pk', ['user_id', 'dia'])
      .execute();
  },
};
