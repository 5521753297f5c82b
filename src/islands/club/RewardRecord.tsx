import { formatCount, formatMoney, formatPoints, plural } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { FEW_CODES } from '#lib/rules/club/code-list.ts';
import { pictureRule } from '#lib/rules/forms/chosen-file.ts';
import { sendRewardPicture } from '#lib/stores/club-panel.ts';
import { codeMessages, deliveryWords, rewardActs } from '#lib/words/club-panel.ts';
import type { RecordOf, ViewProps } from '../kit/describe.ts';
import { Record } from '../kit/Record.tsx';
import { FileForm } from '../ui/FileForm.tsx';
import { daysOf, drawState, type Reward, reward } from './reward.tsx';

export const rewardRecord: RecordOf<Reward, 'club.getManagedReward'> = {
  ...reward,
  read: 'club.getManagedReward',
  back: { label: 'Recompensas', href: routes.manager.clubRewards() },
  state: drawState,
  lead: ({ pontos }) => formatPoints(pontos),
  facts: (each) => [
    ['De quem', !each.pode_editar && rewardActs.ofNetwork],
    ['Como chega', deliveryWords[each.entrega]],
    ['Desconto', each.desconto_centavos && formatMoney(each.desconto_centavos)],
    ['Para retirar', each.retirada_dias && plural(each.retirada_dias, 'dia', 'dias')],
    ['Estoque', typeof each.estoque === 'number' ? formatCount(each.estoque) : 'sem limite'],
    ['Limite por aluno', each.limite_por_aluno && String(each.limite_por_aluno)],
    ['No catálogo', daysOf(each)],
    ['Trocas', formatCount(each.resgatados)],
    ['Categoria', each.categoria],
    ['Descrição', each.descricao],
    ['Regras', each.regras],
  ],
  parts: [
    {
      title: 'Códigos',
      isShown: ({ codigos, pode_editar }) => codigos !== null && pode_editar,
      body: ({ codigos }) => {
        const { livres, usados } = codigos ?? { livres: 0, usados: 0 };
        return (
          <>
            <p className="num">
              <strong>{codeMessages.left(livres)}</strong> esperando um aluno ·{' '}
              {plural(usados, 'entregue', 'entregues')}
            </p>
            {livres <= FEW_CODES && livres + usados > 0 && (
              <p className="notice tone-warning mt-3">{rewardActs.few(livres)}</p>
            )}
          </>
        );
      },
    },
    {
      title: 'Imagem',
      isBeside: true,
      body: ({ id, nome, imagem_url, pode_editar }) => (
        <div className="grid gap-4">
          <img
            className="bg-tint aspect-4/3 h-auto w-full rounded-row object-contain"
            src={imagem_url}
            alt={`Imagem de ${nome}`}
            width="320"
            height="240"
          />
          {pode_editar && (
            <FileForm
              label="Imagem da recompensa"
              rule={pictureRule}
              values={{ acao: 'imagem' }}
              doneHref={routes.manager.clubReward(id)}
              start={(file, onProgress) => sendRewardPicture(id, file, onProgress)}
            />
          )}
        </div>
      ),
    },
  ],
};

/** A reward: what it costs, its picture and its codes. */
export const RewardRecord = (props: ViewProps<'club.getManagedReward'>) => <Record record={rewardRecord} {...props} />;
