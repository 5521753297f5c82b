import { type DragEvent, useState } from 'react';
import type { AnswerOf, IslandRead } from '#lib/page/operations.ts';
import { actsOf, among, type BoardOf, type Stage, type Thing } from './describe.ts';
import type { Acts } from './use-acts.ts';

/** Dragging on a board: dropping a card on a stage runs the act that leads there. */
export function useDrag<Row extends Thing, Read extends IslandRead>(
  board: BoardOf<Row, Read>,
  stages: readonly Stage[],
  { env, start }: Acts<Row, AnswerOf<Read>>,
) {
  const [dragged, setDragged] = useState<Row | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  /** The act that moves the dragged card to a stage; undefined: not allowed. */
  const actTo = (stage: string) => {
    const name = stages.find(({ value }) => value === stage)?.act;
    const act = actsOf(board).find((each) => each.name === name);
    const isElsewhere = dragged !== null && board.stageOf(dragged) !== stage;
    return act && isElsewhere && among(act, [dragged], env).length > 0 ? act : undefined;
  };
  return {
    /** The event handlers of a stage. */
    stage: (stage: string) => ({
      'data-over': over === stage,
      'data-shut': dragged !== null && board.stageOf(dragged) !== stage && !actTo(stage),
      onDragOver: (event: DragEvent) => {
        if (!actTo(stage)) return;
        event.preventDefault();
        setOver(stage);
      },
      onDragLeave: () => setOver(null),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        const act = actTo(stage);
        if (act && dragged) start(act, [dragged], stage);
        end();
      },
    }),
    /** The event handlers of a card. */
    card: (row: Row) => ({
      draggable: true,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move';
        setDragged(row);
      },
      onDragEnd: end,
    }),
  };
}

export type Drag<Row extends Thing, Read extends IslandRead> = ReturnType<typeof useDrag<Row, Read>>;
