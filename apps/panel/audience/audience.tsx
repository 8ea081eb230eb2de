import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { audiencePreview, audienceWords, type AudienceWords } from '../api/audience.js';
import { useSettled } from '../figures/use-settled.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { Code } from '../kit/layout/code.js';
import { Figure } from '../kit/layout/figure.js';
import { Fold } from '../kit/layout/fold.js';
import { Columns, Screen } from '../kit/layout/screen.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useSpeech } from '../words/words.js';
import css from './audience.module.css';
import { ClauseRow } from './clause-row.js';
import { targetOf, type Clause } from './clauses.js';
import { ClauseCounts } from './clause-counts.js';
import { useAudienceWords } from './words.js';

/** After the last key, so that ten keys ask once. */
const TYPING_MS = 200;
/** The server counts no more clauses one by one. */
const MAX_CLAUSES = 20;

/** Describes an audience line by line, and counts it exactly while it is typed. */
export function Audience() {
  const words = useAudienceWords();
  const { app } = useApplication();
  return (
    <Screen title={words.title} subtitle={words.subtitle}>
      <Loaded query={useQuery(audienceWords(app.key))}>{(known) => <Builder known={known} />}</Loaded>
    </Screen>
  );
}

function Builder({ known }: { known: AudienceWords }) {
  const words = useAudienceWords();
  const [clauses, setClauses] = useState<readonly Clause[]>([newClause(0, known)]);
  const [nextId, setNextId] = useState(1);
  const settled = useSettled(clauses, TYPING_MS);
  const target = useMemo(() => targetOf(settled, known.attributes), [settled, known]);
  return (
    <Columns>
      <Card title={words.who} note={words.allHold}>
        <div className={css['rows']}>
          {clauses.map((clause, index) => (
            <ClauseRow
              key={clause.id}
              place={index + 1}
              clause={clause}
              known={known}
              onChange={(change) =>
                setClauses(clauses.map((row) => (row.id === clause.id ? { ...row, ...change } : row)))
              }
              onRemove={() => setClauses(clauses.filter(({ id }) => id !== clause.id))}
            />
          ))}
          <p>
            <Button
              isDisabled={clauses.length >= MAX_CLAUSES}
              onPress={() => {
                setClauses([...clauses, newClause(nextId, known)]);
                setNextId(nextId + 1);
              }}
            >
              {words.add}
            </Button>
          </p>
          <Fold title={words.asTarget}>
            <Code label={words.asTarget} value={target} />
          </Fold>
        </div>
      </Card>
      <Count target={target} isTyping={settled !== clauses} />
    </Columns>
  );
}

function Count({ target, isTyping }: { target: object; isTyping: boolean }) {
  const { f } = useSpeech();
  const words = useAudienceWords();
  const { app } = useApplication();
  const query = useQuery(audiencePreview(app.key, target));
  const isOld = isTyping || query.isPlaceholderData;
  return (
    <Card title={words.howMany}>
      <Loaded query={query}>
        {({ users, all, asOf, clauses }) => (
          <div className={css['rows']} aria-busy={isOld} data-old={isOld || undefined}>
            <Figure value={f.number(users)} unit={words.ofAll(f.number(all))} />
            <p className={css['quiet']}>{isOld ? words.counting : words.exact(f.clock(asOf))}</p>
            <ClauseCounts clauses={clauses} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function newClause(id: number, { attributes }: AudienceWords): Clause {
  return { id, kind: 'attribute', code: attributes[0]?.code ?? '', operator: 'is', text: '' };
}
