import { useState } from 'react';
import type { AudienceOverlap } from '../../api/types.js';
import { SetBars, type SetBar } from '../../kit/charts/set-bars.js';
import { Button } from '../../kit/controls/button.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './overlap.module.css';
import { SaveCombination } from './save-combination.js';
import { TagCombination } from './tag-combination.js';
import { useOverlapMessages } from './messages.js';

/** Bars that are drawn at first. Eight audiences have up to 255 combinations. */
const SHOWN = 12;

interface CombinationsProps {
  names: readonly string[];
  combinations: AudienceOverlap['combinations'];
  /** The target of the editor, the first of the audiences; undefined while it is not complete. */
  target: object | undefined;
}

/** Everyone once, by exactly the audiences that have them: the largest combinations as bars, all of them as a table. */
export function Combinations({ names, combinations, target }: CombinationsProps) {
  const { f } = useI18n();
  const messages = useOverlapMessages();
  const { may } = useApplication();
  const [canSegment, canTag] = [may('audience.write'), may('users.import')];
  const [isWhole, setWhole] = useState(false);
  const [saved, setSaved] = useState<{ bar: SetBar; as: 'segment' | 'tag' }>();
  if (combinations.length === 0) {
    return <p>{messages.noUsers}</p>;
  }
  const nameOf = (sets: readonly number[]): string => {
    const inside = sets.map((set) => names[set] ?? '');
    const outside = names.filter((_, set) => !sets.includes(set));
    const all = inside.join(' + ');
    return outside.length === 0
      ? all
      : inside.length === 1
        ? messages.only(all)
        : messages.without(all, outside.join(', '));
  };
  const bars = combinations.map(({ sets, users }) => ({ id: sets.join(), name: nameOf(sets), sets, n: users }));
  // The name has all audiences: after another one was added, its places would be of others.
  const current = bars.find(({ id, name }) => id === saved?.bar.id && name === saved.bar.name);
  const Saving = saved?.as === 'tag' ? TagCombination : SaveCombination;
  const rest = combinations.slice(SHOWN);
  return (
    <>
      <SetBars
        title={messages.combinations}
        kind={messages.combination}
        unit={messages.users}
        share={messages.share}
        sets={names}
        bars={bars}
        shown={isWhole ? combinations.length : SHOWN}
        {...((canSegment || canTag) && {
          renderAction: (bar: SetBar) => (
            <>
              {canSegment && (
                <Button
                  kind="quiet"
                  label={messages.saveNamed(bar.name)}
                  onPress={() => setSaved({ bar, as: 'segment' })}
                >
                  {messages.save}
                </Button>
              )}
              {canTag && (
                <Button
                  kind="quiet"
                  label={messages.saveTagNamed(bar.name)}
                  onPress={() => setSaved({ bar, as: 'tag' })}
                >
                  {messages.saveTag}
                </Button>
              )}
            </>
          ),
        })}
      />
      {current && (
        <Saving key={current.id} name={current.name} target={target} segments={names.slice(1)} sets={current.sets} />
      )}
      {rest.length > 0 && (
        <>
          {!isWhole && (
            <p className={css['quiet']}>
              {messages.more(f.number(rest.length), f.number(rest.reduce((sum, { users }) => sum + users, 0)))}
            </p>
          )}
          <div>
            <Button kind="quiet" onPress={() => setWhole(!isWhole)}>
              {isWhole ? messages.showLess : messages.showAll}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
