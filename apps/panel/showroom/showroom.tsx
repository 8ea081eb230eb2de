import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { useSpeech } from '../words/words.js';
import { ChartParts } from './chart-parts.js';
import { ControlParts } from './control-parts.js';
import { StateParts } from './state-parts.js';
import { TableParts } from './table-parts.js';

/** Every part in every state, on one page: what the panel is built of, and where a change of it is looked at first. */
export function Showroom() {
  const { w } = useSpeech();
  return (
    <Screen title={w.parts.title} subtitle={w.parts.help}>
      <Columns>
        <Stack>
          <ControlParts />
          <TableParts />
        </Stack>
        <Stack>
          <ChartParts />
          <StateParts />
        </Stack>
      </Columns>
    </Screen>
  );
}
