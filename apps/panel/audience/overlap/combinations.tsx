import { useState } from 'react';
import type { AudienceOverlap } from '../../api/types.js';
import { SetBars } from '../../kit/charts/set-bars.js';
import { Button } from '../../kit/controls/button.js';
import { useSpeech } from '../../words/words.js';
import css from '../audience.module.css';
import { useOverlapWords } from './words.js';

/** Bars that are drawn at first. Eight audiences have up to 255 combinations. */
const SHOWN = 12;

interface CombinationsProps {
  names: readonly string[];
  combinations: AudienceOverlap['combinations'];
}

/** Everybody once, by exactly the audiences that have them: the largest combinations as bars, all of them as a table. */
export function Combinations({ names, combinations }: CombinationsProps) {
  const { f } = useSpeech();
  const words = useOverlapWords();
  const [isWhole, setWhole] = useState(false);
  if (combinations.length === 0) {
    return <p>{words.nobody}</p>;
  }
  const nameOf = (sets: readonly number[]): string => {
    const inside = sets.map((set) => names[set] ?? '');
    const outside = names.filter((_, set) => !sets.includes(set));
    const all = inside.join(' + ');
    return outside.length === 0 ? all : inside.length === 1 ? words.only(all) : words.without(all, outside.join(', '));
  };
  const rest = combinations.slice(SHOWN);
  return (
    <>
      <SetBars
        title={words.combinations}
        kind={words.combination}
        unit={words.users}
        share={words.share}
        sets={names}
        bars={combinations.map(({ sets, users }) => ({ id: sets.join(), name: nameOf(sets), sets, n: users }))}
        shown={isWhole ? combinations.length : SHOWN}
      />
      {rest.length > 0 && (
        <>
          {!isWhole && (
            <p className={css['quiet']}>
              {words.more(f.number(rest.length), f.number(rest.reduce((sum, { users }) => sum + users, 0)))}
            </p>
          )}
          <div>
            <Button kind="quiet" onPress={() => setWhole(!isWhole)}>
              {isWhole ? words.showLess : words.showAll}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
