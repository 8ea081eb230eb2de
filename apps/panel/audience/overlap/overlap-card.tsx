import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { audienceOverlap } from '../../api/audience.js';
import type { AudienceOverlap } from '../../api/types.js';
import { Button } from '../../kit/controls/button.js';
import { Select } from '../../kit/controls/select.js';
import { Card } from '../../kit/layout/card.js';
import { Icon } from '../../kit/layout/icon.js';
import { Table, type Column } from '../../kit/tables/table.js';
import { Loaded } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './overlap.module.css';
import { Combinations } from './combinations.js';
import { useOverlapMessages } from './messages.js';

/** Includes the target of the editor. */
const MAX_SETS = 8;
const NONE = '';

interface OverlapCardProps {
  target: object;
  /** True while the target leaves no line out, so that it may be saved. */
  isComplete: boolean;
  segments: readonly string[];
}

/** Counts the users that the target shares with segments, and these with each other. */
export function OverlapCard({ target, isComplete, segments }: OverlapCardProps) {
  const messages = useOverlapMessages();
  const { app } = useApplication();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const targets = useMemo(() => [target, ...chosen.map((name) => ({ segment: [name] }))], [target, chosen]);
  const query = useQuery({ ...audienceOverlap(app.key, targets), enabled: chosen.length > 0 });
  const others = segments.filter((name) => !chosen.includes(name));
  if (segments.length === 0) {
    return null;
  }
  return (
    <Card title={messages.title} note={messages.note}>
      <div className={css['rows']}>
        {others.length > 0 && chosen.length + 1 < MAX_SETS && (
          <Select
            label={messages.add}
            value={NONE}
            options={[[NONE, messages.choose], ...others.map((name) => [name, name] as const)]}
            onChange={(name) => name !== NONE && setChosen([...chosen, name])}
          />
        )}
        {chosen.length > 0 && (
          <>
            <ul className={css['people']}>
              {chosen.map((name) => (
                <li key={name}>
                  {name}
                  <Button
                    kind="quiet"
                    label={messages.remove(name)}
                    onPress={() => setChosen(chosen.filter((other) => other !== name))}
                  >
                    <Icon name="close" />
                  </Button>
                </li>
              ))}
            </ul>
            <Loaded query={query}>
              {(overlap) => (
                <Shared
                  names={[messages.described, ...chosen]}
                  overlap={overlap}
                  target={isComplete ? target : undefined}
                />
              )}
            </Loaded>
          </>
        )}
      </div>
    </Card>
  );
}

interface SharedProps {
  names: readonly string[];
  overlap: AudienceOverlap;
}

function Shared({ names, overlap, target }: SharedProps & { target: object | undefined }) {
  return (
    <>
      <Pairs names={names} overlap={overlap} />
      <Combinations names={names} combinations={overlap.combinations} target={target} />
    </>
  );
}

/** Each audience with each: where one meets itself, all of it. */
function Pairs({ names, overlap: { users, pairs } }: SharedProps) {
  const { f } = useI18n();
  const messages = useOverlapMessages();
  const shared = (row: number, column: number): number | undefined =>
    row === column
      ? users[row]
      : pairs.find(({ first, second }) => first === Math.min(row, column) && second === Math.max(row, column))?.users;
  const columns: Column<number>[] = [
    { id: 'name', name: messages.set, isName: true, renderCell: (row) => names[row] ?? '' },
    ...names.map((name, index): Column<number> => ({
      id: String(index),
      name,
      isNumber: true,
      renderCell: (row) => f.number(shared(row, index) ?? 0),
    })),
  ];
  return <Table caption={messages.pairs} columns={columns} rows={[...names.keys()]} keyOf={String} />;
}
