import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { audienceWords } from '../api/audience.js';
import type { AudiencePreview, AudienceWords } from '../api/types.js';
import { useSettled } from '../figures/use-settled.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { Figure } from '../kit/layout/figure.js';
import { Fold } from '../kit/layout/fold.js';
import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { countsOf, newRoot, targetOf } from '../targets/groups.js';
import { TargetLines } from '../targets/target-lines.js';
import { useSpeech } from '../words/words.js';
import css from './audience.module.css';
import { ClauseCounts } from './clause-counts.js';
import { ExportCard } from './export-card.js';
import { OverlapCard } from './overlap-card.js';
import { SampleCard } from './sample-card.js';
import { SegmentCard } from './segment-card.js';
import { TargetText } from './target-text.js';
import { useCount, type Counting } from './use-count.js';
import { useAudienceWords } from './words.js';

/** After the last key, so that ten keys ask once. */
const TYPING_MS = 200;

/** Describes an audience by lines and groups, and counts it exactly while it is typed. */
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
  const { app, may } = useApplication();
  const words = useAudienceWords();
  const [root, setRoot] = useState(() => newRoot(known.attributes));
  const settled = useSettled(root, TYPING_MS);
  const target = useMemo(() => targetOf(settled, known.attributes), [settled, known]);
  const counting = useCount(target, settled !== root);
  const { preview } = counting;
  const counts = useMemo(() => preview && countsOf(settled, preview.clauses), [settled, preview]);
  return (
    <Columns>
      <Card title={words.who}>
        <div className={css['rows']}>
          <TargetLines app={app.key} root={root} counts={counts} onChange={setRoot} {...known} />
          <Fold title={words.asTarget}>
            <TargetText root={root} attributes={known.attributes} onChange={setRoot} />
          </Fold>
        </div>
      </Card>
      <Stack>
        <Count {...counting} />
        <SampleCard target={target} />
        <OverlapCard target={target} segments={known.segments} />
        {may('setup.write') && <SegmentCard target={target} />}
        {may('users.export') && <ExportCard target={target} />}
      </Stack>
    </Columns>
  );
}

function Count({ quick, preview, isOld, waiting }: Counting) {
  const words = useAudienceWords();
  return (
    <Card title={words.howMany}>
      <Loaded query={quick}>
        {(latest) => (
          <div className={css['rows']} aria-busy={isOld} data-old={isOld || undefined}>
            <Total preview={preview ?? latest} isOld={preview === undefined} />
            {waiting && <Waiting {...waiting} />}
            <ClauseCounts clauses={(preview ?? latest).clauses} />
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

function Waiting({ isCounting, fault, onStop, onCount }: NonNullable<Counting['waiting']>) {
  const words = useAudienceWords();
  return (
    <div>
      <p role="status">{isCounting ? words.counting : (fault ?? words.stopped)}</p>
      <Button onPress={isCounting ? onStop : onCount}>{isCounting ? words.stop : words.count}</Button>
    </div>
  );
}
