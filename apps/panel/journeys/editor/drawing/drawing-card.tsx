import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { journeyPositions, type Journey } from '../../../api/journeys.js';
import { Card } from '../../../kit/layout/card.js';
import type { Figures } from '../model/figures.js';
import { shapeOf } from '../model/from-steps.js';
import { positionsOf, START, type Positions } from '../model/lay-out.js';
import { hasPlace, idOf, keyOf, listPlaced, placeOf, stepAt, wayTo } from '../model/written-journey.js';
import type { Walk } from '../model/walk.js';
import { useApplication } from '../../../session/application.js';
import { useEditorMessages } from '../texts/messages.js';
import { Canvas } from './canvas.js';

const LAID_OUT: Positions = {};

interface DrawingCardProps {
  journey: Journey;
  figures: Figures;
  /** Id of the step with the shown people. */
  chosen: string | undefined;
  /** The way of one person; undefined: none is shown. */
  walk: Walk | undefined;
  onChoose: (id: string | undefined) => void;
}

/** A journey that runs, drawn with its people: a press on a step shows who is there. */
export function DrawingCard({ journey, figures, chosen, walk, onChoose }: DrawingCardProps) {
  const messages = useEditorMessages();
  const { app } = useApplication();
  const { data } = useQuery(journeyPositions(app.key, journey.id));
  const positions = useMemo(() => (data ? positionsOf(data) : LAID_OUT), [data]);
  const shape = useMemo(() => shapeOf(journey), [journey]);
  const place = chosen === undefined ? undefined : placeOf(shape, chosen);
  const choose = (key: string): void => {
    const placed = listPlaced(shape.steps).find(({ place: at }) => keyOf(at) === key);
    const step = placed && stepAt(shape.steps, placed.place);
    onChoose(step && hasPlace(step) ? idOf(step) : undefined);
  };
  return (
    <Card title={messages.drawing} isFlush>
      <Canvas
        journey={shape}
        positions={positions}
        chosen={place ? keyOf(place) : START}
        faulty={undefined}
        way={place && wayTo(place)}
        figures={figures}
        onChoose={choose}
        onMove={undefined}
        walk={walk}
      />
    </Card>
  );
}
