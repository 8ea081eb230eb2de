import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { audiencePreview, audienceWords, type AudienceWords } from '../api/audience.js';
import { useSettled } from '../figures/use-settled.js';
import { Card } from '../kit/layout/card.js';
import { Code } from '../kit/layout/code.js';
import { Figure } from '../kit/layout/figure.js';
import { Fold } from '../kit/layout/fold.js';
import { Columns, Screen } from '../kit/layout/screen.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { newLine, targetOf, type TargetLine } from '../targets/lines.js';
import { TargetLines } from '../targets/target-lines.js';
import { useSpeech } from '../words/words.js';
import css from './audience.module.css';
import { ClauseCounts } from './clause-counts.js';
import { useAudienceWords } from './words.js';

/** After the last key, so that ten keys ask once. */
const TYPING_MS = 200;

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
  const [lines, setLines] = useState<readonly TargetLine[]>(() => [newLine([], known.attributes)]);
  const settled = useSettled(lines, TYPING_MS);
  const target = useMemo(() => targetOf(settled, known.attributes), [settled, known]);
  return (
    <Columns>
      <Card title={words.who} note={words.allHold}>
        <div className={css['rows']}>
          <TargetLines lines={lines} onChange={setLines} {...known} />
          <Fold title={words.asTarget}>
            <Code label={words.asTarget} value={target} />
          </Fold>
        </div>
      </Card>
      <Count target={target} isTyping={settled !== lines} />
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
