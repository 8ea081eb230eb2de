import { lazy, Suspense, useMemo } from 'react';
import { platformName } from '../widgets/platform-names.js';
import { useSettled } from '../widgets/use-settled.js';
import { Select } from '../kit/controls/select.js';
import { Card } from '../kit/layout/card.js';
import { Skeleton } from '../kit/states/skeleton.js';
import { useApplication } from '../session/application.js';
import { countsOf, isWhole, newRoot, targetOf } from '../targets/groups.js';
import { ReachTable } from '../targets/reach-table.js';
import { TargetCount } from '../targets/target-count.js';
import { useCount } from '../targets/use-count.js';
import { useTargetMessages } from '../targets/messages.js';
import { EVERYBODY } from '../targets/written-audience.js';
import { useI18n } from '../i18n/i18n.js';
import css from './form/composer.module.css';
import { PLATFORMS, type Draft } from './form/draft.js';
import { useKnownWords } from './form/known-words.js';
import { useComposerMessages } from './form/messages.js';

/** Everyone and a segment need no lines. */
const TargetLines = lazy(() =>
  import('../targets/target-lines.js').then(({ TargetLines: component }) => ({ default: component })),
);

/** After the last key, so that ten keys ask once. */
const TYPING_MS = 200;
const LINES = 'lines';
/** Before the name of a segment, which may be any. */
const SEGMENT = 'segment ';

interface AudienceCardProps {
  draft: Draft;
  onChange: (fields: Partial<Draft>) => void;
}

/** Chooses the audience: all users, a segment, or a target that is described right here; beside it their number. */
export function AudienceCard({ draft, onChange }: AudienceCardProps) {
  const { w } = useI18n();
  const messages = useComposerMessages();
  const { finish } = useTargetMessages();
  const { app } = useApplication();
  const known = useKnownWords();
  const { described, segment, lines, platforms, categories } = draft;
  const settled = useSettled(lines, TYPING_MS);
  const target = useMemo(
    () => (described ? targetOf(settled, known) : segment === EVERYBODY ? { sendToAll: true } : { segment: [segment] }),
    [described, segment, settled, known],
  );
  const counting = useCount(app.key, target, described && settled !== lines);
  const { preview } = counting;
  const counts = useMemo(() => preview && countsOf(settled, preview.clauses), [settled, preview]);
  // A segment that was removed since stays in sight, and the check says so.
  const segments =
    known.segments.includes(segment) || segment === EVERYBODY ? known.segments : [...known.segments, segment];
  const chosen = PLATFORMS.filter((platform) => platforms.includes(platform)).map(
    (platform) => [platform, platformName(platform, w)] as const,
  );
  const isReady = !described || (lines.parts.length > 0 && isWhole(lines));
  return (
    <Card title={messages.who}>
      <div className={css['rows']}>
        <Select
          label={messages.audience}
          value={described ? LINES : segment === EVERYBODY ? EVERYBODY : SEGMENT + segment}
          options={[
            [EVERYBODY, messages.everybody],
            [LINES, messages.described],
            ...segments.map((name) => [SEGMENT + name, name] as const),
          ]}
          onChange={(value) =>
            onChange(
              value === LINES
                ? { described: true, lines: lines.parts.length === 0 ? newRoot(known.attributes) : lines }
                : { described: false, segment: value.startsWith(SEGMENT) ? value.slice(SEGMENT.length) : EVERYBODY },
            )
          }
        />
        {described && (
          <Suspense fallback={<Skeleton lines={3} height={28} />}>
            <TargetLines
              app={app.key}
              root={lines}
              counts={counts}
              onChange={(root) => onChange({ lines: root })}
              {...known}
            />
          </Suspense>
        )}
        {isReady ? (
          <TargetCount counting={counting}>
            {() =>
              preview &&
              chosen.length > 0 && (
                <ReachTable app={app.key} target={target} platforms={chosen} categories={categories} />
              )
            }
          </TargetCount>
        ) : (
          <p className={css['warning']} role="status">
            {finish}
          </p>
        )}
      </div>
    </Card>
  );
}
