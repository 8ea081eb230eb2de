import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { audienceWords } from '../api/audience.js';
import type { AudienceWords } from '../api/types.js';
import { useSettled } from '../widgets/use-settled.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Fold } from '../kit/layout/fold.js';
import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { countsOf, isWhole, newRoot, targetOf } from '../targets/groups.js';
import { describeTarget } from '../targets/stored-target.js';
import { TargetCount } from '../targets/target-count.js';
import { TargetLines } from '../targets/target-lines.js';
import { useCount } from '../targets/use-count.js';
import css from './audience.module.css';
import { BreakdownCard } from './breakdown-card.js';
import { ClauseCounts } from './clause-counts.js';
import { ExportCard } from './export-card.js';
import { OverlapCard } from './overlap/overlap-card.js';
import { SampleCard } from './sample-card.js';
import { SegmentCard } from './segment-card.js';
import { TagCard } from '../taggings/tag-card.js';
import { TargetText } from './target-text.js';
import { useAudienceMessages } from './messages.js';

/** After the last key, so that ten keys ask once. */
const TYPING_MS = 200;

/**
 * Describes an audience by lines and groups, and counts it exactly during typing.
 *
 * @param tag  the tag of the first line
 */
export function Audience({ tag }: { tag: string | undefined }) {
  const messages = useAudienceMessages();
  const { app } = useApplication();
  return (
    <Screen
      title={messages.title}
      subtitle={messages.subtitle}
      actions={
        <Link kind="button" href={paths.segments(app.key)}>
          {messages.segments}
        </Link>
      }
    >
      <Loaded query={useQuery(audienceWords(app.key))}>
        {(known) => <Builder key={tag} known={known} tag={tag} />}
      </Loaded>
    </Screen>
  );
}

function Builder({ known, tag }: { known: AudienceWords; tag: string | undefined }) {
  const { app, may } = useApplication();
  const messages = useAudienceMessages();
  const [root, setRoot] = useState(
    () => (tag === undefined ? undefined : describeTarget({ tag: [tag] })) ?? newRoot(known.attributes),
  );
  const settled = useSettled(root, TYPING_MS);
  const target = useMemo(() => targetOf(settled, known), [settled, known]);
  const written = useMemo(() => targetOf(root, known), [root, known]);
  const counting = useCount(app.key, target, settled !== root);
  const { preview } = counting;
  // Only a complete description is saved: a dropped line would add users.
  const saved = isWhole(root) ? written : undefined;
  const counts = useMemo(() => preview && countsOf(settled, preview.clauses), [settled, preview]);
  return (
    <Columns>
      <Card title={messages.who}>
        <div className={css['rows']}>
          <TargetLines app={app.key} root={root} counts={counts} onChange={setRoot} {...known} />
          <Fold title={messages.asTarget}>
            <TargetText root={root} types={known} onChange={setRoot} />
          </Fold>
        </div>
      </Card>
      <Stack>
        <Card title={messages.howMany}>
          <TargetCount counting={counting}>{({ clauses }) => <ClauseCounts clauses={clauses} />}</TargetCount>
        </Card>
        <BreakdownCard target={target} attributes={known.attributes} />
        <SampleCard target={written} />
        <OverlapCard target={target} isComplete={saved !== undefined} segments={known.segments} />
        {may('audience.write') && <SegmentCard target={saved} />}
        {may('users.import') && <TagCard target={saved} />}
        {may('users.export') && <ExportCard target={saved} />}
      </Stack>
    </Columns>
  );
}
