import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { audiencePreview, audienceWords, type AudiencePreview, type AudienceWords } from '../api/audience.js';
import { useSettled } from '../figures/use-settled.js';
import { Button } from '../kit/controls/button.js';
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

/** Counts what is quick at once; what takes longer follows in a question of its own, which can be stopped. */
function Count({ target, isTyping }: { target: object; isTyping: boolean }) {
  const words = useAudienceWords();
  const { app } = useApplication();
  const client = useQueryClient();
  const [stopped, setStopped] = useState<object>();
  const quick = useQuery(audiencePreview(app.key, target, true));
  const isSlow = quick.data?.users === null && !quick.isPlaceholderData;
  const asking = audiencePreview(app.key, target, false);
  const whole = useQuery({ ...asking, placeholderData: undefined, enabled: isSlow && stopped !== target });
  const isOld = isTyping || quick.isPlaceholderData;
  const stop = (): void => {
    setStopped(target);
    void client.cancelQueries({ queryKey: asking.queryKey });
  };
  return (
    <Card title={words.howMany}>
      <Loaded query={quick}>
        {(counted) => (
          <div className={css['rows']} aria-busy={isOld || whole.isFetching} data-old={isOld || undefined}>
            <Total preview={(isSlow && whole.data) || counted} isOld={isOld} />
            {isSlow && whole.data === undefined && (
              <Waiting
                isCounting={whole.isFetching}
                fault={whole.error?.message}
                onStop={stop}
                onCount={() => (stopped === target ? setStopped(undefined) : void whole.refetch())}
              />
            )}
            <ClauseCounts clauses={((isSlow && whole.data) || counted).clauses} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function Total({ preview: { users, all, asOf }, isOld }: { preview: AudiencePreview; isOld: boolean }) {
  const { f } = useSpeech();
  const words = useAudienceWords();
  return (
    <>
      <Figure value={users === null ? '…' : f.number(users)} unit={words.ofAll(f.number(all))} />
      <p className={css['quiet']}>{isOld ? words.counting : asOf === null ? words.slow : words.exact(f.clock(asOf))}</p>
    </>
  );
}

interface WaitingProps {
  isCounting: boolean;
  fault: string | undefined;
  onStop: () => void;
  onCount: () => void;
}

function Waiting({ isCounting, fault, onStop, onCount }: WaitingProps) {
  const words = useAudienceWords();
  return (
    <div>
      <p role="status">{isCounting ? words.counting : (fault ?? words.stopped)}</p>
      <Button onPress={isCounting ? onStop : onCount}>{isCounting ? words.stop : words.count}</Button>
    </div>
  );
}
